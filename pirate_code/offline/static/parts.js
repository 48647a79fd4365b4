// What pages are made of: elements, addresses, and the parts that several pages show. Nothing here is ever read as HTML.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const PIPS = {1: [[16, 16]], 2: [[9, 9], [23, 23]], 3: [[9, 9], [16, 16], [23, 23]], 4: [[9, 9], [9, 23], [23, 9], [23, 23]],
    5: [[9, 9], [9, 23], [23, 9], [23, 23], [16, 16]], 6: [[9, 8], [9, 16], [9, 24], [23, 8], [23, 16], [23, 24]]};

  const filled = (element, attributes, children) => {
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") element.addEventListener(name, value);
      else if (value !== null && value !== false) element.setAttribute(name, value);
    }
    element.append(...children.flat(Infinity).filter((child) => child !== null && child !== false && child !== undefined));
    return element;
  };
  const h = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);
  const drawn = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

  const address = (...parts) => "#/" + parts.map(encodeURIComponent).join("/");
  const link = (kind, key, text) => h("a", {href: address(kind, key)}, text);
  const searchAddress = (query, more = {}) => "#/search?" + new URLSearchParams({q: query, ...more});
  const searchLink = (query, text, more = {}) => h("a", {href: searchAddress(query, more)}, text);
  const quiet = (...text) => h("span", {class: "quiet"}, ...text);
  const section = (title, ...content) => h("section", {}, h("h2", {}, title), ...content);
  const number = (value) => value.toLocaleString("en");
  const many = (count, one, several = one + "s") => `${number(count)} ${count === 1 ? one : several}`;

  const die = (cannon) => drawn("svg",
    {class: "die " + (cannon[1] === "L" ? "long" : "short"), viewBox: "0 0 32 32", role: "img", "aria-label": "cannon " + cannon},
    drawn("rect", {x: 1, y: 1, width: 30, height: 30, rx: 6}),
    (PIPS[cannon[0]] ?? []).map(([cx, cy]) => drawn("circle", {cx, cy, r: 3.2})));

  // The picture of a card, which says nothing that its text does not; a small one has no cannons.
  const pictures = new Map();
  const picture = (text) => {
    if (!pictures.has(text)) pictures.set(text, new DOMParser().parseFromString(text, "image/svg+xml").documentElement);
    return document.importNode(pictures.get(text), true);
  };
  const drawing = (piece, size = "") => {
    const {pictures: held, cannons} = pirateCode.data.drawings, whole = picture(held[piece.drawing]);
    if (size !== "small" && piece.cannons_drawn !== null)
      whole.append(...picture(`<svg xmlns="${SVG}">${cannons[piece.cannons_drawn]}</svg>`).childNodes);
    return h("div", {class: `drawing ${size}`}, whole);
  };

  // What a line does in plain words: its steps, each as far in as it is told.
  const told = (lines) => h("ul", {class: "tree"}, lines.map((line) => {
    const depth = Math.min(8, Math.floor((line.length - line.trimStart().length) / 2));
    const [, lead, rest] = /^\s*([^:[]*:?)(.*)$/.exec(line);
    return h("li", {class: "depth" + depth}, h("span", {class: "node"}, lead), rest);
  }));

  const checked = (ruling, where = "") =>
    h("span", {class: "checked"}, "checked by the engine" + (ruling.in_part ? " in part" : "") + where);
  const rulingItem = (ruling) => h("li", {},
    h("p", {}, ruling.says ?? "See also elsewhere."),
    h("p", {class: "cite"}, link("ruling", ruling.id, ruling.citation),
      ruling.scenarios > 0 && [" ", checked(ruling)]));
  const rulings = (list) => list.length
    ? h("ol", {class: "rulings"}, list.map(rulingItem))
    : h("p", {class: "none"}, "No ruling speaks of this.");

  const pieceItem = (piece) => h("li", {}, link("card", piece.id, piece.name), " ",
    quiet([piece.id, piece.nation, piece.kind].filter(Boolean).join(" ")));
  const pieces = (list) => list.length
    ? h("ul", {class: "pieces"}, list.map(pieceItem))
    : h("p", {class: "none"}, "No piece here has it.");

  const facts = (piece) => [
    [piece.origin === "custom" && "custom", piece.nation, piece.kind].filter(Boolean).join(" "),
    piece.points !== null && many(piece.points, "point"),
    piece.gold !== null && `${piece.gold} gold`,
    piece.masts > 0 && many(piece.masts, piece.kind === "sea creature" ? "segment" : "mast"),
    piece.cargo !== null && ["ship", "sea creature"].includes(piece.kind) && `cargo ${piece.cargo}`,
    piece.base_move, piece.cannons,
  ].filter(Boolean).join(" · ");

  const nationClass = (piece) => (piece.nation ?? "").toLowerCase().replaceAll(" ", "-");

  Object.assign(pirateCode, {h, address, link, searchAddress, searchLink, quiet, section, number, many, die, drawing, told, rulings,
    checked, pieces, facts, nationClass});
})();
