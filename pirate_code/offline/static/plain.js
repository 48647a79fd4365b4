// Reads plain words of a search as filters, by the names that the library hands over: library/plain_words.py does the same.
(() => {
  const NUMBER = /^[0-9]{1,3}$/;

  const isPlain = (term) => term.is === "words" && !term.prefix && !/\s/.test(term.text);
  const filter = (name, value) => ({is: "filter", name, operator: ":", values: [value]});
  const filtersOf = (terms) => terms.filter((term) => term.is === "filter").length;

  class PlainWords {
    constructor(table) {
      Object.assign(this, table);
      this.names = new Map(Object.entries(table.names));
      this.units = new Map(Object.entries(table.units));
    }

    // A search with its plain words read as filters; null if there is nothing to read.
    asFilters(query) {
      const terms = query.is === "all" ? query.terms : [query];
      if (!terms.some(isPlain)) return null;
      let read = this.read(terms, true);
      if (read.some((term) => term.is === "words")) read = this.read(terms, false);
      if (filtersOf(read) === filtersOf(terms)) return null;
      return read.length === 1 ? read[0] : {is: "all", terms: read};
    }

    read(terms, careless) {
      const read = [];
      for (let at = 0; at < terms.length;) {
        let length = 0, meaning = null;
        while (length < this.longest && at + length < terms.length && isPlain(terms[at + length])) length++;
        for (; length > 0 && !meaning; length -= meaning ? 0 : 1)
          meaning = this.meaning(pirateCode.folded(terms.slice(at, at + length).map((term) => term.text).join(" ")), careless);
        if (meaning) read.push(meaning);
        else if (!isPlain(terms[at]) || !this.empty.includes(pirateCode.folded(terms[at].text))) read.push(terms[at]);
        at += Math.max(length, 1);
      }
      return read;
    }

    // The filter that some words mean: a name, or a number of something.
    meaning(said, careless) {
      const found = this.names.get(said);
      if (found && (careless || !this.careful.includes(found[0]))) return filter(...found);
      const words = said.split(" ");
      if (words.length !== 2) return null;
      for (const [number, unit] of [words, [...words].reverse()]) {
        const value = this.numbers.includes(number) ? String(this.numbers.indexOf(number)) : number;
        if (this.units.has(unit) && NUMBER.test(value)) return filter(this.units.get(unit), value);
      }
      return null;
    }
  }

  pirateCode.PlainWords = PlainWords;
})();
