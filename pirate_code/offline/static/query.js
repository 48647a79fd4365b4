// The language of searches, as core/query.py reads it: words, "phrases", filters, negation and alternatives, as a tree.
Object.assign(pirateCode, pirateNames);
(() => {
  const LENGTH_LIMIT = 1000, TERMS_LIMIT = 60, DEPTH_LIMIT = 20;
  const FILTER = /^([A-Za-z][A-Za-z-]*)(?::?(<=|>=|!=|[<>=])|:)/;
  const PIECE = /^(?:"([^"]*)"|([^\s(),"]+))/;
  const WORD = /^[^\s()"]+/;
  const WRITTEN = /[\p{L}\p{N}]/u;

  class QueryError extends Error {}

  const words = (text) => {
    const bare = text.replace(/\*+$/, "").trim();
    if (!WRITTEN.test(bare)) throw new QueryError(`'${text}' has no letters or digits to search for.`);
    return {is: "words", text: bare, prefix: text.endsWith("*")};
  };

  class Reader {
    constructor(text) {
      this.text = text;
      this.at = 0;
      this.terms = 0;
      this.skip(0);
    }

    get rest() { return this.text.slice(this.at); }

    skip(length) {
      this.at += length;
      while (this.at < this.text.length && /\s/.test(this.text[this.at])) this.at++;
    }

    alternatives(depth) {
      if (depth > DEPTH_LIMIT) throw new QueryError(`The search has brackets more than ${DEPTH_LIMIT} deep.`);
      const groups = [[]];
      while (this.rest && this.rest[0] !== ")") {
        const word = /^(or|and)(?=[\s(]|$)/i.exec(this.rest);
        if (!word) {
          groups[groups.length - 1].push(this.term(depth));
          continue;
        }
        if (word[1].toLowerCase() === "or") groups.push([]);
        this.skip(word[0].length);
      }
      if (groups.some((group) => !group.length))
        throw new QueryError(groups.length === 1 ? "There is nothing to search for." : "Something is missing at `or`.");
      const found = groups.map((group) => group.length === 1 ? group[0] : {is: "all", terms: group});
      return found.length === 1 ? found[0] : {is: "either", terms: found};
    }

    term(depth) {
      if (++this.terms > TERMS_LIMIT) throw new QueryError(`The search has more than ${TERMS_LIMIT} terms.`);
      if (/^-[^\s)-]/.test(this.rest)) {
        this.at++;
        return {is: "not", term: this.term(depth)};
      }
      if (this.rest[0] === "(") return this.group(depth);
      const filter = FILTER.exec(this.rest);
      if (filter) {
        this.at += filter[0].length;
        const values = this.values();
        if (!values.length) throw new QueryError(`${filter[0]} needs a value after it.`);
        return {is: "filter", name: filter[1].toLowerCase(), operator: filter[2] ?? ":", values};
      }
      if (this.rest[0] === '"') return words(this.phrase());
      const bare = WORD.exec(this.rest)[0];
      this.skip(bare.length);
      return words(bare);
    }

    group(depth) {
      const opened = this.at + 1;
      this.skip(1);
      const found = this.alternatives(depth + 1);
      if (!this.rest) throw new QueryError(`The bracket at character ${opened} is not closed.`);
      this.skip(1);
      return found;
    }

    phrase() {
      const end = this.text.indexOf('"', this.at + 1);
      if (end < 0) throw new QueryError(`The quotation mark at character ${this.at + 1} is not closed.`);
      const found = this.text.slice(this.at + 1, end);
      this.skip(end + 1 - this.at);
      return found;
    }

    values() {
      const values = [];
      for (;;) {
        let apart = true;
        const found = PIECE.exec(this.rest);
        if (this.rest.startsWith('"')) {
          values.push(this.phrase().trim());
          apart = /\s/.test(this.text[this.at - 1]);
        } else if (found) {
          values.push(found[2]);
          this.at += found[0].length;
          apart = false;
        }
        if (apart || !this.rest.startsWith(",")) {
          this.skip(0);
          return values.filter(Boolean);
        }
        this.at++;
      }
    }
  }

  const parse = (text) => {
    if (text.length > LENGTH_LIMIT) throw new QueryError(`The search is longer than ${LENGTH_LIMIT} characters.`);
    if (text.includes("\0")) throw new QueryError("The search is not UTF-8 text.");
    const reader = new Reader(text.replace(/[“”„]/g, '"'));
    const found = reader.alternatives(0);
    if (reader.rest) throw new QueryError(`A bracket is closed at character ${reader.at + 1} that was not opened.`);
    return found;
  };

  // The same search with its phrases taken apart: their words may stand anywhere.
  const apart = (query) => {
    const several = query.is === "words" ? query.text.split(/\s+/).filter((word) => WRITTEN.test(word)) : [];
    if (several.length > 1 || (several.length && /\s/.test(query.text)))
      return {is: "all", terms: several.map((word, place) =>
        ({is: "words", text: word, prefix: query.prefix && place === several.length - 1}))};
    return query.terms ? {...query, terms: query.terms.map(apart)} : query;
  };

  // The same search with words that may go on.
  const begun = (query) => query.is === "words" ? {...query, prefix: true}
    : query.terms ? {...query, terms: query.terms.map(begun)} : query;

  const inQuotes = (text) => /[\s(),]/.test(text) ? `"${text}"` : text;

  // A search as it is typed.
  const written = (query) => {
    switch (query.is) {
      case "words": return inQuotes(query.prefix ? query.text + "*" : query.text);
      case "filter": return query.name + query.operator + query.values.map(inQuotes).join(",");
      case "not": return query.term.is === "all" ? `-(${written(query.term)})` : `-${written(query.term)}`;
      case "all": return query.terms.map(written).join(" ");
      default: return `(${query.terms.map(written).join(" or ")})`;
    }
  };

  // The same search with one of its words being enough; its filters must still fit.
  const some = (query) => {
    if (query.is !== "all") return query;
    const terms = query.terms.flatMap((term) => term.is === "all" ? term.terms : [term]);
    const found = terms.filter((term) => term.is === "words");
    const others = terms.filter((term) => term.is !== "words");
    return found.length > 1 ? {is: "all", terms: [...others, {is: "either", terms: found}]} : query;
  };

  Object.assign(pirateCode, {QueryError, parse, words, written, apart, begun, some});
})();
