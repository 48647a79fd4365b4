// Draws a film on a sea: outlines once, then only what a step changes. `Sea` knows nothing of buttons and time.
"use strict";
class Sea {
  static make(name, attributes = {}, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  constructor(film) {
    this.film = film;
    const [left, bottom, right, top] = film.view;
    this.svg = Sea.make("svg", {
      viewBox: [left, -top, right - left, top - bottom].join(" "), class: "sea", role: "img",
      "aria-label": "The sea",
    });
    this.layers = ["terrain", "island", "hull", "words"].map((name) => Sea.make("g", {class: name + "s"}));
    this.svg.append(...this.layers);
    this.looks = film.pieces.map(() => ({}));
    this.drawn = new Map();
    this.shown = new Map(); // where a piece is drawn now, while it moves
    this.scale = 1.6; // of words and tokens, so that they can be read on a small screen
  }

  // Fits words to the size that the sea has on the screen.
  fit() {
    const [left, bottom, right, top] = this.film.view;
    const {width, height} = this.svg.getBoundingClientRect();
    const shrunk = Math.max((right - left) / Math.max(width, 200), (top - bottom) / Math.max(height, 200));
    const scale = Math.min(3.4, Math.max(1, 0.85 * shrunk));
    if (Math.abs(scale - this.scale) < 0.05) return;
    this.scale = scale;
    this.drawn.forEach(({parts}) => parts.forEach((part) => part.remove()));
    this.drawn.clear();
    this.redraw();
  }

  // Puts the table as it is after a step; returns the ways of ships that moved in that very step.
  put(step) {
    this.looks = this.film.pieces.map(() => ({in: -4}));
    const apply = (changes) => changes.forEach(([id, fields]) => Object.assign(this.looks[id], fields));
    apply(this.film.start);
    for (let at = 0; at <= step; at++) if (this.film.steps[at].set) apply(this.film.steps[at].set);
    this.redraw();
    const moved = this.film.steps[step].set ?? [];
    return moved.filter(([, fields]) => fields.at).map(([id, fields]) => [id, fields.via ?? []]);
  }

  gold(step) {
    for (let at = step; at >= 0; at--) if (this.film.steps[at].gold) return this.film.steps[at].gold;
    return null;
  }

  redraw() {
    this.held = new Map();
    this.looks.forEach((look, id) => {
      if (look.in >= 0) this.held.set(look.in, [...(this.held.get(look.in) ?? []), id]);
    });
    this.looks.forEach((look, id) => {
      const key = JSON.stringify([look, this.cargo(id)]);
      const old = this.drawn.get(id);
      if (old?.key === key) { this.move(id, look.at); return; }
      old?.parts.forEach((part) => part.remove());
      this.drawn.delete(id);
      if (look.in !== -1 || !look.at) return;
      const parts = this.draw(id, look);
      this.drawn.set(id, {key, parts});
      this.move(id, look.at);
    });
  }

  // What lies on a piece, as far as it is drawn with it.
  cargo(id) {
    return (this.held.get(id) ?? []).map((held) => {
      const piece = this.film.pieces[held], look = this.looks[held];
      return [piece.kind, look.up ? (piece.kind === "treasure" ? look.gold : piece.name) : "?", look.by, look.masts];
    });
  }

  move(id, at) {
    const drawn = this.drawn.get(id);
    if (!drawn || !at) return;
    const [x, y, heading] = at;
    this.shown.set(id, at);
    drawn.parts[0].setAttribute("transform", `translate(${x} ${-y}) rotate(${-heading})`);
    drawn.parts[1]?.setAttribute("transform", `translate(${x} ${-y}) scale(${this.scale})`);
  }

  draw(id, look) {
    const piece = this.film.pieces[id], outline = this.film.outlines[look.hull];
    const whose = look.by === null ? "" : " p" + look.by;
    const body = Sea.make("g", {class: piece.kind.replace(" ", "-") + whose + (piece.terrain ? " " + piece.terrain : "")});
    const points = outline.points.map(([x, y]) => x + "," + -y).join(" ");
    body.append(Sea.make("polygon", {points, class: "outline"}));
    if (look.is.some((word) => ["submerged", "ghostly", "wreck"].includes(word))) body.classList.add("faded");
    if (piece.kind === "terrain") { this.layers[0].append(body); return [body, this.words(piece.name, 0, "small", [])]; }
    if (piece.kind === "island") { this.layers[1].append(body); return [body, this.shore(id, piece)]; }
    const [bow] = outline.bow ?? [0];
    body.append(Sea.make("line", {x1: bow, y1: 0, x2: bow + 10, y2: 0, class: "bowsprit"}));
    [...look.masts].forEach((mast, number) => {
      if (!outline.masts?.[number]) return;
      const [x, y] = outline.masts[number], half = Math.max(outline.sails / 2, 6);
      if (mast === "1") body.append(Sea.make("line", {x1: x, y1: -y - half, x2: x, y2: -y + half, class: "sail"}));
      body.append(Sea.make("circle", {cx: x, cy: -y, r: mast === "2" ? 5 : 3, class: "mast m" + mast}));
    });
    this.layers[2].append(body);
    const states = look.is.map((word) => word.replaceAll("_", " "));
    if (piece.kind === "ship" && !look.masts.includes("1") && !look.is.includes("wreck")) states.push("no masts");
    const name = piece.name + (states.length ? ` (${states.join(", ")})` : "");
    return [body, this.words(name, -34, "", this.cargo(id))];
  }

  shore(id, piece) {
    const held = this.cargo(id);
    const fort = held.find(([kind]) => kind === "fort");
    const group = this.words(fort ? fort[1] : "", -30, "small", held.filter(([kind]) => kind !== "fort"));
    if ("home" in piece) group.prepend(Sea.make("path", {d: "M0 -20v20m0 -20l15 6l-15 6z", class: "flag p" + piece.home}));
    group.append(Sea.make("text", {y: 16 / this.scale + 17, class: "small shore"}, piece.name));
    if (fort) group.prepend(Sea.make("rect", {x: -34, y: -16, width: 18, height: 18, class: "fort p" + fort[2]}));
    return group;
  }

  // A name, and what is aboard as small tokens below it.
  words(name, dy, kind, held) {
    const group = Sea.make("g", {class: "words"});
    if (name) group.append(Sea.make("text", {y: dy / this.scale, class: kind}, name));
    const start = -6.5 * (held.length - 1), y = (dy < 0 && !kind ? 42 : 16) / this.scale;
    held.forEach(([what, word], number) => {
      const x = start + 13 * number, coin = what === "treasure";
      group.append(coin ? Sea.make("circle", {cx: x, cy: y, r: 6, class: word === "?" ? "coin hidden" : "coin"})
        : Sea.make("rect", {x: x - 5, y: y - 5, width: 10, height: 10, class: word === "?" ? "token hidden" : "token"}));
      group.append(Sea.make("text", {x, y: y + 3.5, class: "small"}, coin || word === "?" ? String(word) : what[0].toUpperCase()));
    });
    this.layers[3].append(group);
    return group;
  }
}
