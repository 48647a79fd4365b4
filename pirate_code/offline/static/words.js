// Looks for words as the library's full-text index does: words without accents, their stems, and a rank by bm25.
(() => {
  const TOKEN = /[\p{L}\p{N}\p{Co}]+/gu;
  const K1 = 1.2, B = 0.75, LEAST = 1e-6;
  const SHORTEST = 3, LONGEST = 64;

  // ---------------------------------------------------------------- stems, by the rules of Martin Porter (1980)

  const isVowel = (letter, afterConsonant) => "aeiou".includes(letter) || (afterConsonant && letter === "y");
  const shape = (word) => {  // one letter for each: v or c
    let found = "", consonant = false;
    for (const letter of word) {
      consonant = !isVowel(letter, consonant);
      found += consonant ? "c" : "v";
    }
    return found;
  };
  const measure = (word) => (shape(word).match(/v+c+/g) ?? []).length;
  const hasVowel = (word) => [...word].some((letter, place) => isVowel(letter, place > 0));
  const endsShort = (word) => /cvc$/.test(shape(word)) && !/[wxy]$/.test(word);
  const some = (bare) => measure(bare) > 0, more = (bare) => measure(bare) > 1;

  // Each step takes the first ending that a word has, the longest first, and what stands in its place.
  const rules = (text) => text.trim().split(/\s+/).map((rule) => rule.split(">"));
  const STEP2 = rules(`ational>ate tional>tion enci>ence anci>ance izer>ize logi>log bli>ble alli>al entli>ent eli>e ousli>ous
    ization>ize ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble`);
  const STEP3 = rules("ical>ic ness> icate>ic iciti>ic ful> ative> alize>al");
  const STEP4 = rules("al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>");

  const step = (word, list, fits) => {
    for (const [ending, instead] of list) {
      if (word.length > ending.length && word.endsWith(ending)) {
        const bare = word.slice(0, -ending.length);
        return fits(bare, ending) ? bare + instead : word;
      }
    }
    return word;
  };

  const withoutPlural = (word) => {
    if (!word.endsWith("s") || word.endsWith("ss")) return word;
    const two = (word.length > 4 && word.endsWith("sses")) || (word.length > 3 && word.endsWith("ies"));
    return word.slice(0, two ? -2 : -1);
  };

  const withoutPast = (word) => {
    if (word.length > 3 && word.endsWith("eed")) return some(word.slice(0, -3)) ? word.slice(0, -1) : word;
    const ending = word.endsWith("ed") ? 2 : word.length > 3 && word.endsWith("ing") ? 3 : 0;
    if (!ending || word.length <= ending || !hasVowel(word.slice(0, -ending))) return word;
    const bare = word.slice(0, -ending);
    if (bare.length > 2 && /(at|bl|iz)$/.test(bare)) return bare + "e";
    const last = bare[bare.length - 1];
    if (!isVowel(last, false) && !"lsz".includes(last) && last === bare[bare.length - 2]) return bare.slice(0, -1);
    return measure(bare) === 1 && endsShort(bare) ? bare + "e" : bare;
  };

  const stemOf = (word) => {
    if (word.length < SHORTEST || new TextEncoder().encode(word).length > LONGEST) return word;
    let found = withoutPast(withoutPlural(word));
    if (found.endsWith("y") && hasVowel(found.slice(0, -1))) found = found.slice(0, -1) + "i";
    found = step(found, STEP2, some);
    found = step(found, STEP3, some);
    found = step(found, STEP4, (bare, ending) => more(bare) && (ending !== "ion" || /[st]$/.test(bare)));
    const bare = found.slice(0, -1);
    if (found.endsWith("e") && (more(bare) || (measure(bare) === 1 && !endsShort(bare)))) found = bare;
    return found.length > 1 && found.endsWith("ll") && more(found.slice(0, -1)) ? found.slice(0, -1) : found;
  };

  const stems = new Map();
  const stem = (word) => {
    if (!stems.has(word)) stems.set(word, stemOf(word));
    return stems.get(word);
  };

  const plain = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
  const tokens = (text) => (plain(text).match(TOKEN) ?? []).map(stem);

  // ---------------------------------------------------------------- the index of one sort of row

  class WordIndex {
    constructor(rows, {columns, weights}) {
      this.columns = columns;
      this.weights = weights;
      this.rowsWith = new Map();
      this.total = 0;
      this.texts = rows.map((row, place) => columns.map((column) => {
        const found = tokens(row[column] ?? "");
        this.total += found.length;
        for (const token of found) {
          const held = this.rowsWith.get(token);
          if (!held) this.rowsWith.set(token, [place]);
          else if (held[held.length - 1] !== place) held.push(place);
        }
        return found;
      }));
    }

    // How often a phrase stands in each column of the rows that have it: a map of rows to counts.
    instances({text, prefix}, inside = this.columns) {
      const wanted = tokens(text);
      const within = inside.map((column) => this.columns.indexOf(column));
      const found = new Map();
      for (const place of this.candidates(wanted, prefix)) {
        const counts = this.texts[place].map((held, column) => within.includes(column) ? count(held, wanted, prefix) : 0);
        if (counts.some(Boolean)) found.set(place, counts);
      }
      return found;
    }

    candidates(wanted, prefix) {
      if (!wanted.length) return [];
      if (wanted.length > 1 || !prefix) return this.rowsWith.get(wanted[0]) ?? [];
      const found = new Set();
      for (const [token, rows] of this.rowsWith)
        if (token.startsWith(wanted[0])) for (const place of rows) found.add(place);
      return found;
    }

    // The rank of every row that has one of the phrases, the best lowest.
    ranks(phrases) {
      const ranks = new Map(), rows = this.texts.length, mean = this.total / rows;
      for (const phrase of phrases) {
        const found = this.instances(phrase);
        const rareness = Math.log((rows - found.size + 0.5) / (found.size + 0.5));
        for (const [place, counts] of found) {
          const often = counts.reduce((sum, times, column) => sum + times * this.weights[column], 0);
          const length = this.texts[place].reduce((sum, text) => sum + text.length, 0);
          const score = often * (K1 + 1) / (often + K1 * (1 - B + B * length / mean));
          ranks.set(place, (ranks.get(place) ?? 0) - (rareness > 0 ? rareness : LEAST) * score);
        }
      }
      return ranks;
    }
  }

  const count = (held, wanted, prefix) => {
    let times = 0;
    for (let at = 0; at + wanted.length <= held.length; at++) {
      const last = wanted.length - 1;
      let fits = true;
      for (let place = 0; fits && place <= last; place++)
        fits = prefix && place === last ? held[at + place].startsWith(wanted[place]) : held[at + place] === wanted[place];
      if (fits) times++;
    }
    return times;
  };

  Object.assign(pirateCode, {WordIndex, stem, tokens, plain});
})();
