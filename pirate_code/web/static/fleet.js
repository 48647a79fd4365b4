// What of the fleet is not in the collection that this browser keeps; the server only says which printings will do.
(() => {
  const found = document.getElementById("found");
  const element = (name, ...inside) => { const made = document.createElement(name); made.append(...inside); return made; };
  const owned = (alike) => alike.reduce((sum, id) => sum + pirateCollection.held(id)[0], 0);
  const says = ({id, name, needed}, there) => there ? `The fleet has ${needed} of ${name} (${id}), and your collection ${there}.`
    : `${name} (${id}) is not in your collection.`;
  const tell = () => {
    const place = document.getElementById("owned");
    if (!place || !pirateCollection.all().size) return;
    const lacking = JSON.parse(place.dataset.needs).map((piece) => [piece, owned(piece.alike)]).filter(([{needed}, there]) => needed > there);
    place.replaceChildren(element("h2", "Your collection"), lacking.length
      ? element("ul", ...lacking.map(([piece, there]) => element("li", says(piece, there)))) : element("p", "You own every piece of this fleet."));
    place.hidden = false;
  };
  tell();
  new MutationObserver(tell).observe(found, {childList: true});
  pirateCollection.changes.addEventListener("change", tell);
})();

// Building a fleet: a piece that is chosen is written into the text, a ship as a new line, crew aboard a ship.
(() => {
  const text = document.getElementById("text");
  const add = document.getElementById("add");
  const sections = {fort: "Forts", event: "Events", treasure: "UT's", island: "Islands"};
  const isShip = (line) => line.trim() && !/^[A-Za-z' ]{1,25}:/.test(line) && !line.startsWith("#");
  add.closest(".adder").hidden = false;

  const aboard = (lines, name) => {
    // The ship of the line that the cursor stands in, or else the last one above it.
    let at = text.value.slice(0, text.selectionStart).split("\n").length - 1;
    if (!text.dataset.touched) at = lines.length - 1;
    while (at >= 0 && !isShip(lines[at])) at--;
    if (at < 0) return [...lines, name];
    lines[at] += (lines[at].includes(" + ") ? ", " : " + ") + name;
    return lines;
  };
  const listed = (lines, section, name) => {
    const at = lines.findIndex((line) => line.startsWith(section + ":"));
    if (at < 0) return [...lines, "", section + ": " + name];
    lines[at] += (lines[at].trim().endsWith(":") ? " " : ", ") + name;
    return lines;
  };
  const sail = (lines, name) => {
    let end = lines.length;
    for (let at = 0; at < lines.length; at++) if (isShip(lines[at])) end = at + 1;
    lines.splice(end, 0, name);
    return lines;
  };
  text.addEventListener("click", () => { text.dataset.touched = "1"; });
  text.addEventListener("keyup", () => { text.dataset.touched = "1"; });
  add.addEventListener("chosen", (event) => {
    const {kind, write} = event.detail;
    const lines = text.value.trimEnd() ? text.value.trimEnd().split("\n") : [];
    const made = kind === "ship" || kind === "sea creature" ? sail(lines, write)
      : kind in sections ? listed(lines, sections[kind], write) : aboard(lines, write);
    const cursor = text.selectionStart;
    text.value = made.join("\n");
    text.selectionStart = text.selectionEnd = Math.min(cursor, text.value.length);
    add.value = "";
    text.dispatchEvent(new Event("input", {bubbles: true}));
  });
  add.addEventListener("keydown", (event) => { if (event.key === "Enter") event.preventDefault(); });
})();
