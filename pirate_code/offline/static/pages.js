// The pages: each takes the library and what the address names, and gives a title and its content.
(() => {
  const {h, link, searchLink, quiet, section, number, many, die, told, rulings, pieces, facts, nationClass, folded} = pirateCode;
  const EXAMPLES = [
    ["English ships of 12 points or less", "nation:english kind:ship points<=12"],
    ["Schooners that move S+L", "keyword:schooner move:S+L"],
    ["Extra actions, with rulings", 'text:"extra action" has:ruling'],
    ["What the rulings say of docking", "kind:ruling docking"],
    ["Sea monsters", 'keyword:"sea monster"'],
  ];
  const quoted = (value) => /\s/.test(value) ? `"${value.toLowerCase()}"` : value.toLowerCase();

  const counted = ({counts}) => `${many(counts.pieces, "piece")}, ${many(counts.abilities, "ability line")}, ` +
    `${many(counts.keywords, "keyword")}, ${many(counts.rulings, "ruling")} and ${many(counts.errata, "correction")}`;

  const home = ({library}) => ({title: "Pirate Code: cards and rulings", content: [
    h("div", {class: "hero"}, h("h1", {}, "Cards and rulings at the table"),
      h("p", {class: "quiet"}, counted(library.about), ". All of it is on your device after the first visit.")),
    h("div", {class: "tiles"},
      h("section", {class: "tile"}, h("h2", {}, "Search"), h("p", {}, "Words and ", h("a", {href: "#/filters"}, "filters"),
        " find pieces, keywords, abilities and rulings."),
        h("ul", {class: "plain"}, EXAMPLES.map(([says, query]) => h("li", {}, searchLink(query, says))))),
      h("section", {class: "tile"}, h("h2", {}, h("a", {href: "#/sets"}, "Cards")), h("p", {}, "By set."),
        h("ul", {class: "plain"}, setsWithPieces(library).slice(0, 5).map(([set, held]) =>
          h("li", {}, setLink(set), " ", quiet(held.length))))),
      h("section", {class: "tile"}, h("h2", {}, h("a", {href: "#/keywords"}, "Keywords")),
        h("p", {}, "What each means, in plain words, and who has it.")),
      h("section", {class: "tile"}, h("h2", {}, h("a", {href: "#/rulings"}, "Rulings")),
        h("p", {}, "By section, each with its source and date."))),
  ]});

  // ---------------------------------------------------------------- cards

  const setLink = (set) => searchLink(`set:${quoted(set.id)}`, set.name, {sort: "number"});
  const setsWithPieces = (library) => {
    const held = new Map(library.sets.map((set) => [set, []]));
    for (const piece of library.rows.piece) held.get(piece.set).push(piece);
    return [...held].filter(([, those]) => those.length);
  };

  const sets = ({library}) => {
    const kinds = (those) => {
      const counts = new Map();
      for (const piece of those) counts.set(piece.kind, (counts.get(piece.kind) ?? 0) + 1);
      return [...counts].sort((one, other) => other[1] - one[1]).map(([kind, count]) => `${number(count)} ${kind}`).join(", ");
    };
    const row = ([set, those]) => h("li", {}, h("span", {}, setLink(set), " ", quiet(set.id, set.released ? "" : ", never sold")),
      quiet(many(those.length, "piece"), ": ", kinds(those)), pirateCode.complete(set, those));
    return {title: "Cards by set", content: [h("h1", {}, "Cards by set"),
      h("p", {class: "quiet"}, `${many(library.rows.piece.length, "piece")}. `, origins(library.about)),
      h("ul", {class: "sets"}, setsWithPieces(library).map(row))]};
  };

  // A piece by its id or name, or by its number as people write it, if that means only one.
  const pieceOf = ({library, searcher}, key) => {
    const numbered = searcher.numbers.find(key);
    return library.thing("piece", key) ?? (numbered.length === 1 ? library.rows.piece[numbered[0]] : undefined);
  };

  const card = (context, key) => {
    const {library} = context, piece = pieceOf(context, key);
    if (!piece) return null;
    const stat = (name, value) => value !== null && value !== "" && h("div", {}, h("dt", {}, name), h("dd", {}, value));
    const cost = piece.points ?? piece.gold, unit = piece.points === null ? "gold" : "points";
    const others = library.rows.piece.filter((other) => other !== piece && other.name.toLowerCase() === piece.name.toLowerCase());
    return {title: piece.name, content: [
      h("article", {class: "deckplate " + nationClass(piece)},
        h("header", {}, h("h1", {}, piece.name),
          h("p", {class: "quiet"}, [piece.set.name, piece.number, piece.rarity].filter(Boolean).join(" · ")),
          cost !== null && h("p", {class: "cost"}, String(cost), h("span", {class: "unseen"}, " " + unit))),
        pirateCode.drawing(piece),
        h("dl", {class: "stats"}, stat("Kind", piece.kind),
          piece.nation && stat("Nation", link("nation", piece.nation_id, piece.nation)),
          stat(piece.kind === "sea creature" ? "Segments" : "Masts", piece.masts), stat("Cargo", piece.cargo),
          stat("Base move", piece.base_move)),
        piece.cannons && h("p", {class: "cannons"}, piece.cannons.split("-").map(die), quiet(piece.cannons)),
        piece.links && h("p", {}, h("b", {}, "Links"), " ", listed(piece.links.split(", ").map((name) => searchLink(`"${name}"`, name)))),
        piece.ability && h("p", {class: "ability"}, piece.ability),
        tags(library, piece.line?.keywords),
        piece.other_names && h("p", {class: "quiet"}, "Also ", piece.other_names),
        piece.treasure && h("p", {class: "quiet"}, "Treasure: ", piece.treasure),
        [piece.origin === "custom" && "Custom: for casual games only.", piece.crew_treasure && "Crew that comes as a unique treasure.",
          piece.retired && "Retired from tournaments.", piece.notes]
          .filter(Boolean).map((text) => h("p", {class: "quiet"}, text)),
        pirateCode.holding(piece)),
      (piece.errata ?? []).length > 0 && section("Corrected", piece.errata.map((each) => erratum(library, each))),
      piece.line && section("What it does", does(piece.line), h("p", {}, link("ability", piece.line.id, "All pieces with this line"))),
      section("Rulings", rulings(library.rulingsOf(piece))),
      others.length > 0 && section("Other printings", pieces(others)),
    ]};
  };

  const listed = (nodes) => nodes.flatMap((node, place) => place ? [", ", node] : [node]);
  const tags = (library, keywords) => (keywords ?? []).length > 0 && h("p", {class: "tags"}, keywords.map(([place, nation]) => {
    const keyword = library.rows.keyword[place];
    return [link("keyword", keyword.id, [keyword.name, nation].filter(Boolean).join(" ")), " "];
  }));
  const erratum = (library, [field, printed, inForce, place]) => {
    const ruling = library.rows.ruling[place];
    return h("div", {class: "erratum"},
      h("p", {}, h("b", {}, field), ": printed ", h("del", {}, printed ?? "nothing"), ", in force ", h("ins", {}, inForce ?? "nothing")),
      h("p", {}, ruling.says, " ", link("ruling", ruling.id, "Source")));
  };
  const does = (line) => line.error
    ? h("p", {class: "fault"}, `This line is not understood yet: ${line.error}.`)
    : [told(line.told), h("p", {class: "quiet"}, "In one wording: ", line.rendered)];

  const ability = ({library}, key) => {
    const line = library.byId.ability.get(key.toLowerCase());
    if (!line) return null;
    return {title: line.text.slice(0, 60), content: [
      h("h1", {class: "line"}, line.text),
      line.corrected !== line.text && h("p", {}, "Read as: ", line.corrected),
      tags(library, line.keywords),
      section("What it does", does(line)),
      (line.same ?? []).length > 0 && section("The same in other words", h("ul", {}, library.at("ability", line.same).map((other) =>
        h("li", {}, link("ability", other.id, other.text))))),
      section("Rulings", rulings(library.rulingsOf(line))),
      section("Who has it", pieces(library.rows.piece.filter((piece) => piece.line === line))),
    ]};
  };

  // ---------------------------------------------------------------- keywords, terms, nations

  const keywords = ({library}) => {
    const families = [...new Set(library.rows.keyword.map((keyword) => keyword.family))].sort();
    const short = (text) => text.length > 220 ? text.slice(0, 217).replace(/\s\S*$/, "") + "..." : text;
    return {title: "Keywords", content: [h("h1", {}, "Keywords"), families.map((family) => section(family,
      h("dl", {class: "filters"}, library.rows.keyword.filter((keyword) => keyword.family === family).map((keyword) => [
        h("dt", {}, link("keyword", keyword.id, keyword.name)), h("dd", {}, short((keyword.definition ?? "").replaceAll("\n", " ")))]))))]};
  };

  const keyword = ({library}, key) => {
    const it = library.thing("keyword", key);
    return it && {title: it.name, content: [
      h("h1", {}, it.name),
      h("p", {class: "quiet"}, [it.kind, it.other_names && "also " + it.other_names, "how sure we are: " + it.confidence].filter(Boolean).join(" · ")),
      it.marker ? h("p", {}, "A type marker: no rule of its own is known.") : null,
      it.definition && h("ul", {class: "definition"}, it.definition.split("\n").map((line) => h("li", {}, line))),
      it.notes && h("p", {}, it.notes),
      (it.assumed ?? []).map((text) => h("p", {class: "fault"}, "Assumed: ", text)),
      (it.told ?? []).length > 0 && section("What it does", told(it.told)),
      section("Rulings", rulings(library.rulingsOf(it))),
      section("Who has it", pieces(library.at("piece", it.pieces))),
    ]};
  };

  const term = ({library}, key) => {
    const it = library.thing("term", key);
    return it && {title: it.name, content: [
      h("h1", {}, it.name),
      h("p", {class: "quiet"}, [it.kind, (it.other_names ?? []).length > 0 && "also " + it.other_names.join(", ")].filter(Boolean).join(" · ")),
      it.notes && h("p", {}, it.notes),
      (it.lines ?? []).length > 0 && h("ul", {}, it.lines.map((line) => h("li", {}, line))),
      section("Rulings", rulings(library.rulingsOf(it))),
      (it.pieces ?? []).length > 0 && section("Pieces", pieces(library.at("piece", it.pieces))),
    ]};
  };

  const nation = ({library}, key) => {
    const it = library.thing("nation", key);
    return it && {title: it.name, content: [
      h("h1", {}, it.name), it.notes && h("p", {}, it.notes),
      h("p", {}, searchLink(`nation:${quoted(it.name)}`, "All its pieces")),
      section("Rulings", rulings(library.rulingsOf(it))),
    ]};
  };

  // ---------------------------------------------------------------- rulings

  const sections = ({library}) => ({title: "Rulings by section", content: [h("h1", {}, "Rulings by section"),
    library.documents.map((document_) => section(`${document_.title} (${document_.date})`,
      h("ul", {class: "many"}, library.sections.filter((each) => each.documents.includes(document_.id))
        .sort((one, other) => one.name.localeCompare(other.name, "en"))
        .map((each) => h("li", {}, link("section", each.id, each.name), " ", quiet(each.rulings.length))))))]});

  const sectionPage = ({library}, key) => {
    const it = library.thing("section", folded(key));
    const titles = it && library.documents.filter((each) => it.documents.includes(each.id)).map((each) => each.title);
    return it && {title: it.name, content: [h("h1", {}, it.name), h("p", {class: "quiet"}, titles.join(", ")),
      rulings(library.at("ruling", it.rulings))]};
  };

  const ruling = ({library}, key) => {
    const it = library.byId.ruling.get(key.toLowerCase());
    if (!it) return null;
    const source = library.documents.find((each) => each.id === it.document);
    const about = (it.entries ?? []).map((place) => library.entries[place]);
    const seeAlso = ([name, place, inSection]) => h("li", {}, place !== null && place !== undefined
      ? link("ruling", library.rows.ruling[place].id, name) : inSection ? link("section", folded(inSection), name) : name);
    return {title: it.section, content: [
      h("p", {class: "quiet"}, link("section", folded(it.section), it.section)),
      h("h1", {class: "line"}, it.says ?? "See also"),
      h("p", {class: "cite"}, it.citation, it.scenarios > 0 && [" ",
        pirateCode.checked(it, " in " + many(it.scenarios, "scenario"))]),
      it.in_part && h("p", {class: "quiet"}, "Not shown by its scenarios: ", it.in_part),
      it.unshown && h("p", {class: "quiet"}, "Not checked by the engine: ", it.unshown),
      h("p", {class: "quiet"}, [source.title, source.date, source.authority].join(", "), it.edition && " · edition " + it.edition),
      (it.asked ?? []).length > 0 && section("Questions it answers", h("ul", {class: "plain asked"}, it.asked.map(([question, says]) =>
        h("li", {}, question, " ", h("strong", {}, says))))),
      (it.claims ?? []).length > 0 && section("In short", h("div", {class: "wide"}, h("table", {}, h("thead", {}, h("tr", {},
        ["Subject", "Relation", "Object", "Holds"].map((name) => h("th", {scope: "col"}, name)))),
        h("tbody", {}, it.claims.map((claim) => h("tr", {}, claim.map((value) => h("td", {}, value)))))))),
      about.length > 0 && section("About", h("p", {class: "tags"}, about.map((each) =>
        [link(each.page, each.thing, each.name), " "]))),
      (it.see_also ?? []).length > 0 && section("See also", h("ul", {}, it.see_also.map(seeAlso))),
    ]};
  };

  // ---------------------------------------------------------------- about this site

  const filters = ({searcher}) => {
    const example = (query) => searchLink(query, h("code", {}, query));
    return {title: "How to search", content: [h("h1", {}, "How to search"),
      h("dl", {class: "filters"}, searcher.table.syntax.map(([query, says]) => [h("dt", {}, example(query)), h("dd", {}, says)])),
      section("Filters", h("dl", {class: "filters"}, Object.values(searcher.table.filters).map((filter) => [
        h("dt", {}, example(filter.example)),
        h("dd", {}, filter.about, filter.more.length > 0 && ["; also ", listed(filter.more.map(example))])]))),
      section("Examples", h("ul", {class: "examples"}, EXAMPLES.map(([says, query]) =>
        h("li", {}, searchLink(query, says), " ", h("code", {}, query)))))]};
  };

  const origins = ({origins: held}) => {
    const own = held["pirate-code"] ?? 0, custom = held.custom ?? 0, read = held.sheet ?? 0;
    if (!custom && !read) return "All of them come with Pirate Code; no sheet was imported into this library.";
    return [read && `${number(read)} were read from an imported sheet`, custom && `${number(custom)} are custom`,
      `${number(own)} come with Pirate Code only`].filter(Boolean).join(", ") + ".";
  };

  const about = ({library}) => ({title: "About", content: [h("h1", {}, "About this site"),
    h("p", {}, "Cards, keywords and rulings of the Pirates Constructible Strategy Game, for the table: after the first visit it needs no network. " +
      "It asks nothing of you, sends nothing anywhere, and loads nothing from elsewhere."),
    h("p", {}, "It is not official. The game was made by WizKids; names and printed texts belong to their owners. Rulings are told in our own words, each with its source and date."),
    section("What it holds", h("p", {}, counted(library.about), ". ", origins(library.about)),
      h("ul", {}, library.documents.map((each) => h("li", {}, `${each.title}, ${each.date}, ${each.authority}`)))),
    section("What it cannot do", h("p", {}, "Questions, fleets, positions and games need the engine: ", h("code", {}, "pirate-code serve"), " has them.")),
    h("p", {class: "quiet"}, "Version ", library.about.version)]});

  pirateCode.pages = {"": home, sets, card, ability, keywords, keyword, term, nation, rulings: sections, section: sectionPage, ruling,
    filters, about};
})();
