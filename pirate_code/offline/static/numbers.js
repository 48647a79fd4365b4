// Numbers of pieces as people write them (SM-1, sm001, PotSM 1): library/piece_numbers.py does the same.
(() => {
  const DIGIT = /\p{Nd}/u, LETTERS = /^(.*\d)([a-z]+)$/;
  const FOREIGN = /[=+*<>@!?$%^|\\~{}[\]()"`;]/;  // signs that no number is written with
  const compared = (text) => pirateCode.folded(text).replace(/[^\p{L}\p{N}&]/gu, "").replace(/(?<!\d)0+(?=\d)/g, "");
  const sides = (number) => /\d$/.test(number) ? [number + "a", number + "b"] : [];

  class PieceNumbers {
    constructor({starts, rarities, pieces, longest}) {
      Object.assign(this, {starts, rarities, longest});
      this.longestStart = Math.max(0, ...Object.keys(starts).map((start) => start.length));
      this.inSet = new Map();
      this.alone = new Map();
      pieces.forEach((parts, place) => {
        if (!parts) return;
        const [set, number, rest] = parts;
        for (const [held, key] of [[this.inSet, set + " " + number], [this.alone, number]]) {
          if (!held.has(key)) held.set(key, []);
          held.get(key).push({place, rest});
        }
      });
    }

    // The places of the pieces that a number means: none, one, or several to choose from.
    find(text) {
      if (text.length > this.longest || !DIGIT.test(text) || FOREIGN.test(text)) return [];
      const wanted = compared(text);
      let ofASet = false;
      for (let length = Math.min(wanted.length - 1, this.longestStart); length > 0; length--) {
        const start = Object.hasOwn(this.starts, wanted.slice(0, length)) ? this.starts[wanted.slice(0, length)] : null;
        const found = start ? this.ofSet(start[0], start[1] + wanted.slice(length)) : [];
        if (found.length) return found;
        ofASet ||= start !== null && /\d/.test(wanted[length]);
      }
      return ofASet || /^\d+$/.test(wanted) ? [] : this.aloneOrSides(wanted);
    }

    // The pieces that a number means, and all that have it in any set.
    numbered(number) { return [...new Set([...this.find(number), ...this.aloneOrSides(compared(number))])]; }

    aloneOrSides(number) {
      return [number, ...sides(number)].flatMap((each) => this.alone.get(each) ?? []).map((piece) => piece.place);
    }

    ofSet(set, number) {
      const held = (each) => this.inSet.get(set + " " + each) ?? [];
      const same = held(number), bare = same.filter((piece) => !piece.rest);
      let found = bare.length ? bare : same;
      const more = LETTERS.exec(number);
      if (!found.length && more) found = held(more[1]).filter((piece) => piece.rest === this.rarities[more[2]]);
      if (!found.length) found = sides(number).flatMap(held);
      return found.map((piece) => piece.place);
    }
  }

  pirateCode.PieceNumbers = PieceNumbers;
})();
