// The page of a search: what it found, ways to narrow it down, and what was perhaps meant if it found nothing.
(() => {
  const {h, link, searchAddress, searchLink, quiet, number, facts, nationClass} = pirateCode;
  const SHOWN = 60, MOST = 12;
  const NEAR = {apart: "have all its words", begun: "have words that begin so", some: "come nearest"};
  const NAMES = {piece: "pieces", keyword: "keywords", ability: "abilities", ruling: "rulings"};

  const result = {
    piece: (row) => [pirateCode.drawing(row, "small"), h("h2", {}, link("card", row.id, row.name), " ", quiet([row.set_id, row.number].filter(Boolean).join(" "))),
      h("p", {class: "facts"}, facts(row)), row.ability && h("p", {}, row.ability), pirateCode.holding(row)],
    keyword: (row) => [h("h2", {}, link("keyword", row.id, row.name), " ", quiet("keyword")), h("p", {}, row.definition)],
    ability: (row) => [h("h2", {}, link("ability", row.id, row.text), " ", quiet("ability"))],
    ruling: (row) => [h("h2", {}, link("ruling", row.id, row.section), " ", quiet("ruling")), h("p", {}, row.says),
      h("p", {class: "cite"}, row.citation, row.scenarios > 0 && [" ", pirateCode.checked(row)])],
  };

  // ---------------------------------------------------------------- facets

  const spanOf = (points) => points === null ? null : `${points - points % 5}..${points - points % 5 + 4}`;
  const FACETS = {
    kind: (piece) => [piece.kind], nation: (piece) => [piece.nation], set: (piece) => [piece.set_id], rarity: (piece) => [piece.rarity],
    keyword: (piece, library) => (piece.line?.keywords ?? []).map(([place]) => library.rows.keyword[place].name),
    points: (piece) => [spanOf(piece.points)],
  };
  const quoted = (value) => /\s/.test(value) ? `"${value.toLowerCase()}"` : value.toLowerCase();
  const facets = (library, places, query) => Object.entries(FACETS).map(([filter, valuesOf]) => {
    const counts = new Map();
    for (const place of places)
      for (const value of new Set(valuesOf(library.rows.piece[place], library)))
        if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
    const byCount = (one, other) => other[1] - one[1] || one[0].localeCompare(other[0], "en");
    const byValue = (one, other) => parseInt(one[0], 10) - parseInt(other[0], 10);
    const offered = [...counts].sort(filter === "points" ? byValue : byCount).slice(0, MOST);
    return offered.length > 1 && h("details", {}, h("summary", {}, filter), h("ul", {}, offered.map(([value, count]) =>
      h("li", {}, searchLink(`${/\bor\b/i.test(query) ? `(${query})` : query} ${filter}:${quoted(value)}`,
        filter === "set" ? library.byId.set.get(value.toLowerCase())?.name ?? value : value), " ", quiet(number(count))))));
  });

  // ---------------------------------------------------------------- what was perhaps meant

  const meant = (library, query) => {
    const words = new Set();
    const add = (text) => { for (const word of pirateCode.plain(text ?? "").match(/\p{L}{3,}/gu) ?? []) words.add(word); };
    for (const sort of ["piece", "keyword"]) for (const row of library.rows[sort]) add(row.name);
    for (const each of [...library.terms, ...library.nations, ...library.sections]) add(each.name);
    const known = (word) => words.has(pirateCode.plain(word));
    return query.replace(/(?<![\p{L}:"])\p{L}{3,}(?![\p{L}:<>=!])/gu, (word) =>
      /^(or|and)$/i.test(word) || known(word) ? word : pirateCode.likest(word, words) || word);
  };

  const finds = (searcher, query) => {
    try { return Object.keys(searcher.search(query).places).length > 0; } catch { return false; }
  };

  // ---------------------------------------------------------------- the page

  const found = (context, query, results) => {
    const {library, searcher} = context;
    const sorts = Object.entries(results.places);
    const other = !sorts.length || results.widened ? meant(library, query) : query;
    const question = other !== query && finds(searcher, other) && ["Did you mean ", searchLink(other, other), "?"];
    if (!sorts.length)
      return [h("p", {role: "status"}, "Nothing was found for ", h("b", {}, query), ". ", question)];
    const limit = results.widened === "some" ? searcher.table.nearest : SHOWN;
    const listOf = ([sort, places]) => {
      const list = h("div", {tabindex: "-1"}, h("h2", {class: "unseen"}, NAMES[sort]));
      const add = () => {
        const start = list.querySelectorAll("article").length;
        list.append(...places.slice(start, start + limit).map((place) => {
          const row = library.rows[sort][place];
          return h("article", {class: `row ${sort} ${sort === "piece" ? nationClass(row) : ""}`}, result[sort](row));
        }));
        const left = places.length - start - limit;
        if (left > 0) list.append(h("p", {}, h("button", {type: "button", click: (event) => {
          event.target.closest("p").remove();
          add();
          list.querySelectorAll("article")[start + limit].querySelector("a").focus();
        }}, `Show more ${NAMES[sort]}`), " ", quiet(`${number(left)} more`)));
      };
      add();
      return list;
    };
    const lists = sorts.map(listOf);
    const jumps = sorts.map(([sort, places], place) => h("button", {type: "button", class: "jump", click: () => lists[place].focus()},
      `${number(places.length)} ${places.length === 1 ? sort : NAMES[sort]}`));
    const narrow = facets(library, results.places.piece ?? [], query);
    return [
      question && h("p", {class: "meant"}, question),
      results.readAs && h("p", {class: "meant"}, "Also read as ", searchLink(results.readAs, results.readAs), "."),
      h("p", {class: "quiet", role: "status"}, results.widened && [`Nothing fits `, h("b", {}, query), ` just so; these ${NEAR[results.widened]}. `], jumps),
      h("div", {class: "columns"}, narrow.some(Boolean) ? h("aside", {"aria-label": "Narrow down"}, narrow) : h("div"),
        h("div", {class: "results"}, lists)),
    ];
  };

  // What it is sorted by: an order in the search itself comes first.
  const orderOf = (searcher, query, options) => {
    const asked = {order: options.get("sort") || "relevance", descending: options.get("desc") === "1"};
    try { return searcher.firstOrder(query) ?? asked; } catch { return asked; }  // the search tells what is wrong
  };

  const search = (context, _, options) => {
    const query = (options.get("q") ?? "").trim(), {order: sort, descending} = orderOf(context.searcher, query, options);
    const again = (more) => { location.hash = searchAddress(query, more); };
    const orders = context.searcher.orderNames;
    const chosen = () => again({sort: order.value, ...(box.checked ? {desc: "1"} : {})});
    const order = h("select", {id: "sort", change: chosen}, orders.map((name) => h("option", {selected: name === sort && ""}, name)));
    const box = h("input", {type: "checkbox", checked: descending && "", change: chosen});
    const head = [h("h1", {class: "unseen"}, "Search"),
      h("p", {class: "fields"}, h("label", {for: "sort"}, "Order by"), order, h("label", {}, box, " largest first"))];
    if (!query) return pirateCode.pages.filters(context);
    try {
      const results = context.searcher.search(query, {sort, descending, widen: true});
      return {title: query, content: [head, found(context, query, results)]};
    } catch (error) {
      if (!(error instanceof pirateCode.QueryError)) throw error;
      return {title: query, content: [head, h("p", {class: "fault", role: "alert"}, error.message)]};
    }
  };

  pirateCode.pages.search = search;
})();
