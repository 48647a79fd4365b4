// Starts the site: shows the page that the address names, searches as one types, and keeps the site on the device.
(() => {
  const TYPING = 150;  // milliseconds without a key
  const library = new pirateCode.Library(pirateCode.data);
  const searcher = new pirateCode.Searcher(pirateCode.data.search, library.rows, library.searched);
  const context = {library, searcher};
  const count = () => { searcher.counts = pirateCode.counts(); };
  count();
  pirateCollection.changes.addEventListener("change", count);
  const main = document.getElementById("main"), form = document.getElementById("finder"), box = document.getElementById("q");

  // ---------------------------------------------------------------- pages

  const decoded = (text) => { try { return decodeURIComponent(text); } catch { return text; } };
  const nothing = (kind, key) => {
    const things = [...(library.byId[kind === "card" ? "piece" : kind]?.values() ?? [])].filter((row) => row.name);
    const meant = key && pirateCode.likest(key, things.map((row) => row.name));
    return {title: "Not found", content: [
      pirateCode.h("h1", {}, "There is nothing here"),
      pirateCode.h("p", {}, key ? `This library has no ${kind} called “${key}”. ` : "There is no such page. ",
        meant && ["Did you mean ", pirateCode.link(kind, things.find((row) => row.name === meant).id, meant), "? "],
        pirateCode.searchLink(key || kind, "Search for it"), "."),
    ]};
  };

  const shown = () => {
    const [path, options] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
    const cut = path.indexOf("/");
    const kind = cut < 0 ? path : path.slice(0, cut), key = cut < 0 ? "" : decoded(path.slice(cut + 1));
    const page = Object.hasOwn(pirateCode.pages, kind) ? pirateCode.pages[kind] : null;
    return page?.(context, key, new URLSearchParams(options ?? "")) ?? nothing(kind, key);
  };

  const show = ({focus = true} = {}) => {
    const {title, content} = shown();
    document.title = title.startsWith("Pirate Code") ? title : `${title} · Pirate Code`;
    main.replaceChildren(...content.flat(Infinity).filter(Boolean));
    const query = /^#\/search\?(.*)/s.exec(location.hash);
    if (document.activeElement !== box) box.value = query ? new URLSearchParams(query[1]).get("q") ?? "" : "";
    if (focus) {
      scrollTo(0, 0);
      main.focus({preventScroll: true});
    }
  };

  // ---------------------------------------------------------------- searching

  let waiting = 0;
  const isSearching = () => location.hash.startsWith("#/search");
  const look = () => {
    clearTimeout(waiting);
    const query = box.value.trim();
    if (!query && !isSearching()) return;
    const kept = isSearching() ? new URLSearchParams(location.hash.split(/\?(.*)/s)[1] ?? "") : new URLSearchParams();
    kept.set("q", query);
    history[isSearching() ? "replaceState" : "pushState"](null, "", "#/search?" + kept);
    show({focus: false});
  };
  box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(look, TYPING); });
  form.addEventListener("submit", (event) => { event.preventDefault(); look(); });
  addEventListener("hashchange", () => show());
  addEventListener("popstate", () => { if (isSearching()) box.blur(); });
  addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input, textarea, select")) return;
    event.preventDefault();
    box.focus();
    box.select();
  });
  document.querySelector(".skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });

  // ---------------------------------------------------------------- keeping the site on the device

  const kept = document.getElementById("kept");
  const offer = (worker) => {
    const take = () => {
      navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
      worker.postMessage("take over");
    };
    kept.replaceChildren("There is a newer edition of this library. ", pirateCode.h("button", {type: "button", click: take}, "Use it now"));
  };
  const keep = async () => {
    const registration = await navigator.serviceWorker.register("worker.js");
    registration.addEventListener("updatefound", () => {
      const worker = registration.installing;
      worker.addEventListener("statechange", () => { if (worker.state === "installed" && registration.active) offer(worker); });
    });
    await navigator.serviceWorker.ready;
    if (registration.waiting) offer(registration.waiting);
    else kept.textContent = "All of it is on this device: it works without a network.";
  };
  if ("serviceWorker" in navigator && location.protocol.startsWith("http")) {
    kept.textContent = "It is being kept on this device.";
    keep().catch(() => { kept.textContent = "This browser does not let it be kept on the device; it needs the network."; });
  }

  show({focus: false});
  pirateCode.context = context;
})();
