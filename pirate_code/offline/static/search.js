// Searches the library: a query becomes, for each sort of row, a mask of the rows that fit. What filters there are, what
// their names find and which values they compare is data (data/search.js); here stands only how things are compared.
(() => {
  const {folded, nearest, QueryError} = pirateCode;
  const EQUAL = [":", "=", "!="], LARGEST = 999999;
  const NUMBER = /^\d{1,6}$/, RANGE = /^(\d{0,6})\.\.(\d{0,6})$/;

  const own = (object, key) => Object.hasOwn(object, key) ? object[key] : undefined;

  class Searcher {
    constructor(table, rows, searched) {
      this.table = table;        // data/search.js
      this.rows = rows;          // by the sort of row
      this.searched = searched;  // how many rows of a sort may be found, from the first; all if it is not told
      this.counts = null;        // of a collection: by what is counted, then by the id of a piece
      this.indexes = {};
      this.numbers = new pirateCode.PieceNumbers(table.numbers);
      this.plain = new pirateCode.PlainWords(table.plain);
      this.found = table.found.map((sorts) => () => Object.fromEntries(
        Object.entries(sorts).map(([sort, steps]) => [sort, this.unpacked(sort, steps)])));
    }

    // What a search finds: the places of rows by their sort, best first. `widened` says that nothing fits just so;
    // `readAs` is the search with plain words read as filters, if that finds pieces.
    search(text, {sort = "relevance", descending = false, widen = false} = {}) {
      const asked = this.sortKey((descending ? "-" : "") + sort);
      const query = this.asNumber(text) ?? pirateCode.parse(text);
      const told = [...this.ordersOf(query)], keys = told.length ? told : [asked];
      const isEmpty = (results) => !Object.keys(results.places).length;
      const differs = (one, other) => JSON.stringify(one) !== JSON.stringify(other);
      let results = {...this.find(query, keys), widened: ""};
      const apart = pirateCode.apart(query), begun = pirateCode.begun(apart), some = pirateCode.some(apart);
      for (const [wider, widened, before] of [[apart, "apart", query], [begun, "begun", apart], [some, "some", apart]])
        if (widen && isEmpty(results) && differs(wider, before)) results = {...this.find(wider, keys), widened};
      return results;
    }

    // What a search itself says that it is to be sorted by, first of all; undefined if it does not.
    firstOrder(text) { return this.ordersOf(this.asNumber(text) ?? pirateCode.parse(text)).next().value; }

    get orderNames() { return ["relevance", ...Object.keys(this.table.orders)]; }

    // An order as it is written, with a minus sign perhaps.
    sortKey(written) {
      const descending = written.startsWith("-"), order = (descending ? written.slice(1) : written).toLowerCase();
      if (!this.orderNames.includes(order)) throw new QueryError(`There is no order '${order}'${nearest(order, this.orderNames)}`);
      return {order, descending};
    }

    // What a search is to be sorted by, the most important first.
    *ordersOf(query) {
      const isOrder = (term) => term.is === "filter" && own(this.table.filters, this.nameOf(term))?.compare === "order";
      if (isOrder(query)) for (const value of query.values) yield this.sortKey(value);
      else if (query.is === "not" && isOrder(query.term)) {
        const {name, operator, values} = query.term;
        throw new QueryError(`-${name}${operator}${values.join(",")} cannot be; write ${name}${operator}-${values[0]} for the largest first.`);
      } else if (query.terms) for (const term of query.terms) yield* this.ordersOf(term);
    }

    // A number with blanks in it ("PotSM 1") is one term.
    asNumber(text) {
      const isNumber = text.trim().includes(" ") && this.numbers.find(text).length;
      return isNumber ? {is: "words", text: text.trim(), prefix: false} : null;
    }

    find(query, keys) {
      const places = {};
      const masks = this.masks(query);
      const reading = masks.piece ? this.plain.asFilters(query) : null;
      const read = reading && this.masks(reading).piece, first = read?.some(Boolean) ? read : null;
      if (first) masks.piece = masks.piece.map((held, place) => held | first[place]);
      const phrases = [...positive(query)];
      const isOfAll = keys.every((key) => this.table.orders_of_all.includes(key.order));
      for (const sort of Object.keys(this.rows)) {
        if (!masks[sort] || (sort === "ability" && !this.asksForLines(query)) || (sort !== "piece" && !isOfAll)) continue;
        const fitting = [];
        const end = this.searched[sort] ?? this.rows[sort].length;
        for (let place = 0; place < end; place++) if (masks[sort][place]) fitting.push(place);
        if (fitting.length) places[sort] = fitting.sort(this.comparer(sort, phrases, keys, sort === "piece" ? first : null));
      }
      return {places, readAs: first ? pirateCode.written(reading) : ""};
    }

    // How two rows are told apart; those of a mask come first, but for names that fit. Rows stand in the order of their names, which is kept where nothing else does.
    comparer(sort, phrases, keys, first) {
      const tests = sort === "piece" ? keys.filter((key) => key.order !== "relevance").map((key) => this.byOrder(key)) : [];
      if (keys[0].order === "relevance" && phrases.length) {
        const ranks = this.index(sort).ranks(phrases);
        const called = phrases.map((phrase) => phrase.text).join(" ").toLowerCase();
        const isOther = (place) => this.rows[sort][place].name.toLowerCase() !== called;
        tests.unshift((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
        if (first) {
          const inName = phrases.map((phrase) => this.index(sort).instances(phrase, ["name"]));
          const isNamed = (place) => inName.every((held) => held.has(place));
          tests.unshift((a, b) => isNamed(b) - isNamed(a), (a, b) => first[b] - first[a]);
        }
        const isUnplayed = (place) => this.rows[sort][place].kind === "other";
        if (sort === "piece") tests.unshift((a, b) => isUnplayed(a) - isUnplayed(b));
        if (sort === "piece" || sort === "keyword") tests.unshift((a, b) => isOther(a) - isOther(b));
      }
      return (a, b) => {
        for (const test of tests) {
          const order = test(a, b);
          if (order) return order;
        }
        return a - b;
      };
    }

    byOrder({order, descending}) {
      const held = this.table.orders[order], sign = descending ? -1 : 1;
      return (a, b) => (held[a] === null) - (held[b] === null) || sign * (held[a] - held[b]);
    }

    asksForLines(query) {
      if (query.is !== "filter") return (query.terms ?? (query.term ? [query.term] : [])).some((term) => this.asksForLines(term));
      const {filter, names} = this.table.asks_for_lines;
      return this.nameOf(query) === filter && query.values.some((value) => names.includes(folded(value)));
    }

    // ------------------------------------------------------------ masks

    masks(query) {
      const parts = (query.terms ?? []).map((term) => this.masks(term));
      const merged = (several, join) => several.reduce((one, other) => one.map((held, place) => join(held, other[place])));
      const result = {};
      switch (query.is) {
        case "words": return this.worded(query);
        case "filter": return this.filtered(query);
        case "not": return negated(this.masks(query.term));
        case "all":
          for (const sort of Object.keys(this.rows))
            if (parts.every((part) => part[sort])) result[sort] = merged(parts.map((part) => part[sort]), (a, b) => a & b);
          return result;
        default:
          for (const sort of Object.keys(this.rows)) {
            const those = parts.filter((part) => part[sort]).map((part) => part[sort]);
            if (those.length) result[sort] = merged(those, (a, b) => a | b);
          }
          return result;
      }
    }

    // Words stand in a row, or are the number of a piece.
    worded(query) {
      const result = this.standing(query);
      for (const place of this.numbers.find(query.text)) result.piece[place] = 1;
      return result;
    }

    nameOf(term) { return own(this.table.aliases, term.name) ?? term.name; }

    filtered(term) {
      const name = this.nameOf(term), filter = own(this.table.filters, name);
      if (!filter) {
        const known = [...Object.keys(this.table.filters), ...Object.keys(this.table.aliases)];
        throw new QueryError(`There is no filter '${term.name}'${nearest(term.name, known)}`);
      }
      if (!filter.numeric && !EQUAL.includes(term.operator))
        throw new QueryError(`${name} cannot be compared with ${term.operator}; write ${filter.example}.`);
      const result = {};
      for (const value of term.values) {
        for (const [sort, mask] of Object.entries(this[COMPARISONS[filter.compare]](filter, term, value)))
          result[sort] = result[sort] ? result[sort].map((held, place) => held | mask[place]) : mask;
      }
      return term.operator === "!=" ? negated(result) : result;
    }

    // ------------------------------------------------------------ how filters compare

    inWords(filter, term, value) { return this.standing(pirateCode.words(value), filter.columns); }

    inNumber(filter, term, value) { return this.compared(filter.values, term, value); }

    oneOf(filter, term, value) {
      const place = own(filter.names, folded(value));
      if (place === undefined)
        throw new QueryError(`There is no ${term.name} '${value}'${nearest(value, Object.keys(filter.names))}`);
      return this.found[place]();
    }

    inSegments(filter, term, value) {
      if (!fits(filter.pattern, value)) throw new QueryError(`'${value}' does not fit ${term.name}; write ${filter.example}.`);
      const sorted = (text) => [...text.toUpperCase().replace(/[+ ]/g, "")].sort().join("");
      const wanted = sorted(value);
      return this.pieces((place) => filter.values[place] !== null && sorted(filter.values[place]) === wanted);
    }

    inCannons(filter, term, value) {
      if (fits(filter.pattern, value) && EQUAL.includes(term.operator))
        return this.pieces((place) => filter.values[place]?.split("-").includes(value.toUpperCase()));
      if (NUMBER.test(value) || RANGE.test(value)) return this.compared(filter.counts, term, value);
      throw new QueryError(`'${value}' does not fit ${term.name}; write ${filter.example}, or ${term.name}:4 to count them.`);
    }

    inCardNumber(filter, term, value) { return this.masked(this.numbers.numbered(value)); }

    // An order holds for every row.
    inOrder(filter, term, value) {
      this.sortKey(value);
      return Object.fromEntries(Object.entries(this.rows).map(([sort, rows]) => [sort, new Uint8Array(rows.length).fill(1)]));
    }

    inCollection(filter, term, value) {
      if (YES_OR_NO.includes(folded(value)) && EQUAL.includes(term.operator)) return this.held(filter, folded(value) === "yes");
      if (!/^(\p{Nd}|\.\.)/u.test(value))
        throw new QueryError(`${term.name}:${value} means nothing; write ${term.name}:yes, ${term.name}:no or ${term.name}:2.`);
      const [least, most] = numbers(term, value);
      return this.counted(filter, (count) => count >= least && count <= most);
    }

    notInCollection(filter, term, value) {
      if (!YES_OR_NO.includes(folded(value)))
        throw new QueryError(`${term.name}:${value} means nothing; write ${term.name}:yes or ${term.name}:no.`);
      return this.held(filter, folded(value) === "no");
    }

    // ------------------------------------------------------------ helpers

    held(filter, isHeld) { return this.counted(filter, (count) => (count > 0) === isHeld); }

    counted(filter, test) {
      if (!this.counts) throw new QueryError(`${filter.example} looks at a collection, and there is none here.`);
      const counts = this.counts[filter.counted] ?? {};
      return this.pieces((place) => test(own(counts, this.rows.piece[place].id) ?? 0));
    }

    compared(values, term, value) {
      const [least, most] = numbers(term, value);
      return this.pieces((place) => values[place] !== null && values[place] >= least && values[place] <= most);
    }

    pieces(test) { return {piece: Uint8Array.from(this.rows.piece, (_, place) => test(place) ? 1 : 0)}; }

    masked(places) {
      const piece = new Uint8Array(this.rows.piece.length);
      for (const place of places) piece[place] = 1;
      return {piece};
    }

    standing(words, columns = null) {
      const result = {};
      for (const sort of Object.keys(columns ?? this.rows)) {
        result[sort] = new Uint8Array(this.rows[sort].length);
        for (const place of this.index(sort).instances(words, columns?.[sort]).keys()) result[sort][place] = 1;
      }
      return result;
    }

    index(sort) { return this.indexes[sort] ??= new pirateCode.WordIndex(this.rows[sort], this.table.words[sort]); }

    unpacked(sort, steps) {
      const mask = new Uint8Array(this.rows[sort].length);
      let place = 0;
      for (const step of steps) mask[place += step] = 1;
      return mask;
    }
  }

  const COMPARISONS = {words: "inWords", number: "inNumber", "one of": "oneOf", segments: "inSegments",
    cannons: "inCannons", "card number": "inCardNumber", order: "inOrder", collection: "inCollection", "not in collection": "notInCollection"};
  const YES_OR_NO = ["yes", "no"];

  const fits = (pattern, value) => new RegExp(`^(?:${pattern})$`, "i").test(value);

  // The least and the largest number that a comparison asks for; `!=` is the opposite of what is returned.
  const numbers = (term, value) => {
    const range = RANGE.exec(value);
    if (range && value !== ".." && EQUAL.includes(term.operator)) return [Number(range[1] || 0), Number(range[2] || LARGEST)];
    if (!NUMBER.test(value))
      throw new QueryError(`${term.name} is a number, not '${value}'; write ${term.name}:3 or ${term.name}:3..5.`);
    const number = Number(value);
    return {"<": [0, number - 1], "<=": [0, number], ">": [number + 1, LARGEST], ">=": [number, LARGEST]}[term.operator]
      ?? [number, number];
  };

  const negated = (masks) => Object.fromEntries(
    Object.entries(masks).map(([sort, mask]) => [sort, mask.map((held) => 1 - held)]));

  // The words that a row should have; they decide its rank.
  function* positive(query) {
    if (query.is === "words") yield query;
    else if (query.is === "all" || query.is === "either") for (const term of query.terms) yield* positive(term);
  }

  pirateCode.Searcher = Searcher;
})();
