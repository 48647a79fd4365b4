// The page of the collection, which collection.js keeps on the device: what is owned and wanted, import and export.
(() => {
  const {h, link, searchLink, quiet, many} = pirateCode;

  // Where collection.js puts its buttons.
  const holding = (piece) => h("span", {class: "holding", "data-holding": piece.id, "data-name": piece.name});

  // The numbers of the collection, as the filters of a search count them.
  const counts = () => {
    const held = [...pirateCollection.all()];
    const counted = (which) => Object.fromEntries(held.map(([id, numbers]) => [id, numbers[which]]));
    return {owned: counted(pirateCollection.OWNED), wanted: counted(pirateCollection.WANTED)};
  };

  // How much of a set is owned; nothing as long as nobody has counted anything.
  const complete = (set, pieces) => {
    const owned = pieces.filter((piece) => pirateCollection.held(piece.id)[pirateCollection.OWNED]).length;
    return pirateCollection.all().size > 0 && h("span", {class: "complete quiet"}, pirateCollection.complete(set.total, owned));
  };

  // The pieces as collection_table.js knows them.
  const shortList = ({library, searcher}) => {
    const names = new Map(library.sets.map((set) => [set.id, []]));
    for (const [name, [set]] of Object.entries(searcher.table.numbers.starts)) names.get(set)?.push(name);
    return {
      sets: library.sets.map((set) => ({id: set.id, name: set.name, names: names.get(set.id)})),
      pieces: library.rows.piece.map((piece) => [piece.id, piece.name, piece.set_id]),
    };
  };

  const download = (text) => {
    const address = URL.createObjectURL(new Blob([text], {type: "text/csv"}));
    h("a", {href: address, download: "collection.csv"}).click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  };

  const taken = ({pieces, unknown}) => {
    const next = pirateCollection.all();
    for (const [id, numbers] of [...pieces, ...unknown]) {
      const before = next.get(id) ?? [0, 0];
      next.set(id, numbers.map((number, which) => number ?? before[which]));
    }
    return pirateCollection.keep(next);
  };

  // Take a file over: what is wrong with it is told, and rows of unknown pieces are kept only if the reader says so.
  const read = async (context, file, tell, again) => {
    const take = (found) => {
      if (!taken(found)) { tell(["This browser does not let so much be kept here; nothing was changed."], "fault"); return; }
      again(`${many(found.pieces.size + found.unknown.size, "row")} imported.`);
    };
    try {
      const found = pirateTable.read(await pirateTable.table(file), shortList(context));
      if (found.faults.length) tell([...found.faults, "Nothing was imported."], "fault");
      else if (!found.notes.length) take(found);
      else tell([...found.notes, "Nothing was imported. Correct these ids, or keep the rows as they are.",
        h("button", {type: "button", click: () => take(found)}, "Import, and keep these rows as they are")], "fault");
    } catch (error) {
      tell([error.message], "fault");
    }
  };

  const lists = ({library}) => {
    const held = pirateCollection.all(), known = library.rows.piece.filter((piece) => held.has(piece.id));
    const row = (piece) => h("li", {}, h("span", {class: "which"}, piece.kind ? link("card", piece.id, piece.name) : piece.name, " ",
      quiet([piece.kind && piece.id, piece.nation, piece.kind].filter(Boolean).join(" "))), " ", holding(piece));
    const list = (title, pieces) => pieces.length > 0 && [h("h2", {}, title), h("ul", {class: "held"}, pieces.map(row))];
    const unknown = [...held.keys()].filter((id) => !library.byId.piece.has(id.toLowerCase())).sort();
    return [library.sets.map((set) => list(set.name, known.filter((piece) => piece.set === set))),
      list("Not in this library", unknown.map((id) => ({id, name: id})))];
  };

  const collection = (context) => {
    const told = h("div", {role: "status"}), place = h("div", {});
    const tell = (sentences, kind = "quiet") => told.replaceChildren(...sentences.map((each) => h("p", {class: kind}, each)));
    const show = () => place.replaceChildren(...lists(context).flat(Infinity).filter(Boolean));
    const again = (sentence) => { tell([sentence]); show(); };
    const file = h("input", {class: "unseen", type: "file", accept: ".csv,.txt,.xlsx,text/csv", change: async () => {
      if (file.files[0]) await read(context, file.files[0], tell, again);
      file.value = "";
    }});
    show();
    return {title: "Your collection", content: [h("h1", {}, "Your collection"),
      h("p", {class: "quiet"}, "What you own and want, kept on this device and sent nowhere. Export it now and then: a browser that is cleared forgets it. " +
        "Every card has buttons to count by."),
      h("p", {class: "tags"}, searchLink("owned:yes", "Owned"), " ", searchLink("wanted:yes", "Wanted"), " ", searchLink("missing:yes", "Missing"), " ",
        h("a", {href: "#/sets"}, "How complete each set is")),
      h("p", {class: "doing tools"},
        h("button", {type: "button", id: "export", click: () => download(pirateTable.write(shortList(context), pirateCollection.all()))}, "Export as CSV"),
        h("label", {class: "button second"}, "Import", file)),
      told, place]};
  };

  Object.assign(pirateCode, {holding, counts, complete});
  pirateCode.pages.collection = collection;
})();
