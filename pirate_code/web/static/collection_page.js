// The page of the collection: its lists by set, import and export, and how complete every set is.
(async () => {
  const {OWNED, WANTED, LARGEST, all, held, keep, changes, complete, element} = pirateCollection;
  const MATCHES = 8;
  const desk = document.getElementById("collection");
  const at = (id) => document.getElementById(id);
  const told = at("told");
  const tell = (words, kind = "quiet") => {
    told.replaceChildren(...[words].flat().map((sentence) => element("p", {class: kind}, sentence)));
  };
  at("needed").hidden = true;
  let library;
  try {
    const answer = await fetch(desk.dataset.pieces);
    if (!answer.ok) throw new Error();
    library = await answer.json();
  } catch {
    at("needed").textContent = "The names of the pieces could not be loaded; please try again in a moment.";
    at("needed").hidden = false;
    return;
  }
  const totals = new Map(library.sets.map(({id, total}) => [id, total]));
  const byId = new Map(library.pieces.map((piece) => [piece[0], piece]));
  const few = (number, word) => `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;

  // --- lists -----------------------------------------------------------------------------------------------

  const LISTS = {all: "Everything", wants: "Wants", trades: "For trade"};
  const chosen = () => {
    const list = new URLSearchParams(location.search).get("list");
    return list in LISTS ? list : "all";
  };
  const kept = () => Math.min(LARGEST, Math.max(0, Math.floor(Number(at("keep").value) || 0)));
  const asked = new URLSearchParams(location.search).get("keep") ?? "";
  if (/^\d{1,4}$/.test(asked)) at("keep").value = Number(asked);
  const shown = (list, [owned, wanted]) => ({all: owned, wants: wanted, trades: Math.max(0, owned - kept())})[list];
  const belongs = (list, counts) => shown(list, counts) > 0 || (list === "all" && counts[WANTED] > 0);

  const wants = (id) => (held(id)[WANTED] ? `${held(id)[WANTED]} wanted` : "");
  const row = (list, id) => {
    const [, name = "", , kind = "", nation = ""] = byId.get(id) ?? [];
    const called = name ? element("a", {href: desk.dataset.card + encodeURIComponent(id)}, name) : id;
    const facts = name ? ` ${id} ${nation ?? ""} ${kind}` : "";
    const which = element("span", {class: "which"}, called, element("span", {class: "quiet"}, facts));
    const buttons = element("span", {class: "holding", "data-holding": id, "data-name": name || id});
    const number = element("span", {class: "amount"}, String(shown(list, held(id))));
    const wanted = list === "all" ? element("span", {class: "amount wanted"}, wants(id)) : "";
    return element("li", {"data-row": id}, number, " ", which, " ", wanted, " ", buttons);
  };
  const section = (title, list, ids) => [element("h3", {}, title), element("ul", {class: "held"}, ...ids.map((id) => row(list, id)))];
  const show = () => {
    const list = chosen(), pieces = [...all()].filter(([, counts]) => belongs(list, counts)).map(([id]) => id);
    const here = new Set(pieces), parts = [];
    for (const set of library.sets) {
      const ids = library.pieces.filter(([id, , of]) => of === set.id && here.has(id)).map(([id]) => id);
      if (ids.length) parts.push(...section(set.name, list, ids));
    }
    const unknown = pieces.filter((id) => !byId.has(id)).sort();
    if (unknown.length) parts.push(...section("Not in this library", list, unknown));
    const total = pieces.reduce((sum, id) => sum + shown(list, held(id)), 0);
    at("title").textContent = pieces.length ? `${LISTS[list]}: ${few(total, "piece")}, ${pieces.length.toLocaleString("en")} different` : `${LISTS[list]}: nothing yet`;
    at("list").replaceChildren(...parts);
    at("keeping").hidden = list !== "trades";
    for (const link of desk.querySelectorAll("[data-list]")) {
      if (link.dataset.list === list) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    showSets();
  };
  const showSets = () => {
    for (const place of document.querySelectorAll("li [data-complete]")) {
      const owned = library.pieces.filter(([id, , set]) => set === place.dataset.complete && held(id)[OWNED]).length;
      place.replaceChildren(...complete(totals.get(place.dataset.complete), owned));
    }
  };
  // A row stays in its place while it is being counted down to nothing; only numbers change.
  const refresh = () => {
    const list = chosen(), rows = [...at("list").querySelectorAll("[data-row]")];
    const ids = new Set(rows.map((each) => each.dataset.row));
    const isNew = [...all()].some(([id, counts]) => belongs(list, counts) && !ids.has(id));
    if (isNew || !at("list").contains(document.activeElement)) { show(); return; }
    for (const each of rows) {
      each.querySelector(".amount").textContent = shown(list, held(each.dataset.row));
      each.querySelector(".wanted")?.replaceChildren(wants(each.dataset.row));
    }
    showSets();
  };
  changes.addEventListener("change", refresh);
  desk.querySelector(".lists").addEventListener("click", (event) => {
    const list = event.target.dataset?.list;
    if (!list) return;
    event.preventDefault();
    history.pushState(null, "", list === "all" ? location.pathname : "?list=" + list);
    show();
  });
  addEventListener("popstate", show);
  at("keep").addEventListener("input", () => {
    history.replaceState(null, "", "?list=trades&keep=" + kept());
    show();
  });

  // --- adding, export, import, clearing --------------------------------------------------------------------

  // Pieces to count, as one types: the one of that id, and those whose name holds the words.
  const find = pirateTable.names(library);
  const none = (words) => {
    const meant = /\d/.test(words) ? "" : pirateNames.likest(words, library.pieces.map(([, name]) => name));
    const said = `No piece of this library is called so${meant || !/\d/.test(words) ? "." : pirateTable.why(library, words)}`;
    if (!meant) return element("p", {class: "quiet"}, said);
    const button = element("button", {type: "button", class: "second"}, meant);
    button.addEventListener("click", () => { at("add").value = meant; at("add").dispatchEvent(new Event("input")); });
    return element("p", {class: "quiet"}, said + " Did you mean ", button, "?");
  };
  at("adding").addEventListener("submit", (event) => event.preventDefault());
  at("add").addEventListener("input", () => {
    const words = at("add").value.trim().toLowerCase();
    if (words.length < 2) { at("matches").replaceChildren(); return; }
    const named = library.pieces.filter(([, name]) => name.toLowerCase().includes(words));
    named.sort((one, other) => !one[1].toLowerCase().startsWith(words) - !other[1].toLowerCase().startsWith(words));
    const ids = [...new Set([...find(words), ...named.map(([id]) => id)])];
    const more = ids.length > MATCHES ? [element("p", {class: "quiet"}, `${few(ids.length - MATCHES, "other piece")} fit; write more of the name, or the id.`)] : [];
    at("matches").replaceChildren(ids.length ? element("ul", {class: "held"}, ...ids.slice(0, MATCHES).map((id) => row("all", id))) : none(words), ...more);
  });
  at("export").addEventListener("click", () => {
    const address = URL.createObjectURL(new Blob([pirateTable.write(library, all())], {type: "text/csv"}));
    const link = element("a", {href: address, download: "collection.csv"});
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  });
  const take = ({pieces, unknown}) => {
    const next = all();
    for (const [id, counts] of [...pieces, ...unknown]) {
      const before = next.get(id) ?? [0, 0];
      next.set(id, counts.map((number, which) => number ?? before[which]));
    }
    if (!keep(next)) { tell("This browser does not let so much be kept here; nothing was changed.", "fault"); return; }
    tell(`${few(pieces.size + unknown.size, "row")} imported; you have ${few(all().size, "different piece")} now.`);
  };
  at("import").addEventListener("change", async () => {
    const [file] = at("import").files;
    if (!file) return;
    let table = [];
    try {
      table = await pirateTable.table(file);
    } catch (error) {
      tell(error.message, "fault");
      return;
    } finally {
      at("import").value = "";
    }
    const read = pirateTable.read(table, library);
    if (read.faults.length) tell([...read.faults, "Nothing was imported."], "fault");
    else if (!read.notes.length) take(read);
    else {
      tell([...read.notes, "Nothing was imported. Correct these ids, or keep the rows as they are."], "fault");
      const button = element("button", {type: "button"}, "Import, and keep these rows as they are");
      button.addEventListener("click", () => take(read));
      told.append(button);
    }
  });
  at("clear").addEventListener("click", () => {
    if (!all().size || !confirm("Forget everything that you own and want on this device? Export it first to keep it.")) return;
    tell(keep(new Map()) ? "Your collection is empty now." : "This browser does not let anything be changed here.");
  });
  at("print").addEventListener("click", () => print());
  show();
  desk.hidden = false;  // only now does every button of it do something
})();
