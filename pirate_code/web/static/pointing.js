// Pointing at the sea: where a piece would lie is drawn pale, what can be chosen is ringed. A mouse takes what it clicks
// at; a finger chooses first and takes with the second touch. `Pointing` knows nothing of the server.
"use strict";
class Pointing {
  static SNAP = 26; // millimetres round an offered place within which it is meant

  // `told` has take(place, free), narrow(places, name), pointed(place, free, byFinger) and about(piece).
  constructor(sea, told) {
    this.sea = sea;
    this.told = told;
    this.asks = null;
    this.chosen = null;
    this.byFinger = false;
    this.ghosts = Sea.make("g", {class: "ghosts"});
    this.line = Sea.make("g", {class: "aim"});
    sea.svg.insertBefore(this.ghosts, sea.layers[3]);
    sea.svg.insertBefore(this.line, sea.layers[3]);
    sea.svg.addEventListener("pointermove", (event) => { if (event.pointerType === "mouse") this.move(event); });
    sea.svg.addEventListener("pointerleave", () => { if (!this.byFinger) this.aim(null); });
    sea.svg.addEventListener("click", (event) => this.click(event));
    sea.svg.addEventListener("keydown", (event) => this.key(event));
  }

  // Shows the choices of a decision, or none.
  show(asks) {
    this.asks = asks;
    this.byFinger = false;
    this.chosen = null;
    this.ghosts.replaceChildren();
    this.line.replaceChildren();
    this.spots = []; // the options that have a place on the sea
    this.lit = new Map(); // the options of a piece on the sea, by their places on the list
    this.sea.drawn.forEach(({parts: [body]}, number) => this.plain(body, number));
    if (!asks) return;
    asks.options.forEach((option, place) => {
      if (option.at) this.spots.push(this.spot(option, place));
    });
    if (!this.spots.length) this.light();
  }

  plain(body, number) {
    body.classList.remove("lit", "near");
    body.querySelector(".ring")?.remove();
    body.dataset.piece = number;
    for (const name of ["tabindex", "role", "aria-label"]) body.removeAttribute(name);
  }

  // Draws where the subject would lie.
  spot(option, place) {
    const {asks} = this, [x, y, heading] = option.at, ghost = asks.ghost ?? {points: [[-8, -8], [8, -8], [8, 8], [-8, 8]]};
    const made = Sea.make("g", {class: "ghost", transform: `translate(${x} ${-y}) rotate(${-heading})`});
    const way = asks.kind === "direction";
    const points = (way ? [[70, -7], [70, 7], [88, 0]] : ghost.points).map(([px, py]) => px + "," + -py).join(" ");
    made.append(Sea.make("polygon", {points}));
    const reach = way ? 88 : ghost.bow ? ghost.bow[0] : 0;
    if (reach) made.append(Sea.make("line", {x1: way ? 30 : reach, y1: 0, x2: reach + (way ? 0 : 12), y2: 0}));
    this.ghosts.append(made);
    return {place, made, point: Pointing.along([x, y], heading, reach), at: option.at};
  }

  static along([x, y], heading, far) {
    const angle = heading * Math.PI / 180;
    return [x + far * Math.cos(angle), y + far * Math.sin(angle)];
  }

  // Rings the pieces on the sea that options are about; the subject herself only if there is nothing else.
  light() {
    const {asks, sea, lit} = this;
    asks.options.forEach((option, place) => {
      const on = (option.on ?? []).map((piece) => this.afloat(piece)).filter((piece) => piece !== null);
      const others = on.filter((piece) => piece !== asks.subject);
      for (const piece of new Set(others.length ? others : on)) lit.set(piece, [...(lit.get(piece) ?? []), place]);
    });
    lit.forEach((places, piece) => {
      const [body] = sea.drawn.get(piece).parts;
      const {points} = sea.film.outlines[sea.looks[piece].hull];
      body.classList.add("lit");
      body.prepend(Sea.make("circle", {r: Math.max(...points.map(([x, y]) => Math.hypot(x, y))) + 9, class: "ring"}));
      body.setAttribute("tabindex", "0");
      body.setAttribute("role", "button");
      body.setAttribute("aria-label", sea.film.pieces[piece].name);
    });
  }

  // The piece on the sea that a piece is, or lies in or on.
  afloat(piece) {
    for (let steps = 0; steps < 5 && piece >= 0; steps++) {
      if (this.sea.drawn.has(piece)) return piece;
      piece = this.sea.looks[piece]?.in ?? -1;
    }
    return null;
  }

  where(event) {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.sea.svg.getScreenCTM().inverse());
    return [spot.x, -spot.y];
  }

  // What a point of the sea means: an offered place, or numbers of one's own.
  meant(event) {
    if (!this.asks || !this.spots?.length) return null;
    const [x, y] = this.where(event), away = ([px, py]) => Math.hypot(px - x, py - y);
    const [nearest] = [...this.spots].sort((a, b) => away(a.point) - away(b.point));
    if (this.asks.free === "place") {
      if (away(nearest.point) <= Pointing.SNAP) return {place: nearest.place};
      const free = [x, y, nearest.at[2]].map(Math.round);
      return {place: nearest.place, free, at: free};
    }
    if (this.asks.free === "turn" && this.asks.kind === "course") return this.course(x, y, nearest, away);
    return away(nearest.point) <= 8 * Pointing.SNAP ? {place: nearest.place} : null;
  }

  // A course toward a point: one that is offered if it ends there, else a turn in whole degrees.
  course(x, y, nearest, away) {
    const look = this.sea.looks[this.asks.subject], bow = this.asks.ghost?.bow;
    if (away(nearest.point) <= Pointing.SNAP || !look?.at || !bow) return {place: nearest.place};
    const [sx, sy, heading] = look.at, from = Pointing.along([sx, sy], heading, bow[0]);
    const toward = Math.atan2(y - from[1], x - from[0]) * 180 / Math.PI;
    const turn = Math.round(((toward - heading + 540) % 360) - 180), options = this.asks.options;
    const far = Math.hypot(x - from[0], y - from[1]);
    const near = (place) => Math.abs(options[place].turn - turn) + Math.abs(options[place].length - far) / 1.5;
    const sided = this.spots.filter(({place}) => (options[place].turn < 0) === (turn < 0) && options[place].turn !== null);
    const {place} = (sided.length ? sided : this.spots).reduce((a, b) => near(b.place) < near(a.place) ? b : a);
    if (Math.abs(options[place].turn - turn) < 4 || far > 2.2 * options[place].length) return {place: nearest.place};
    return {place, free: [turn], at: [...Pointing.along(from, heading + turn, options[place].length - bow[0]), heading + turn]};
  }

  move(event) {
    if (this.byFinger) return;
    this.aim(this.meant(event));
  }

  // Marks what is meant, and says so.
  aim(meant) {
    this.chosen = meant;
    this.line.replaceChildren();
    this.spots?.forEach(({made, place}) => made.classList.toggle("near", !!meant && !meant.free && place === meant.place));
    if (meant?.free && meant.at && this.asks.ghost) {
      const [x, y, heading] = meant.at, points = this.asks.ghost.points.map(([px, py]) => px + "," + -py).join(" ");
      const made = Sea.make("g", {class: "ghost near free", transform: `translate(${x} ${-y}) rotate(${-heading})`});
      made.append(Sea.make("polygon", {points}));
      this.line.append(made);
    }
    if (this.asks) this.told.pointed(meant, this.byFinger);
  }

  // Shows on the sea what a choice of the list means; null for none.
  hint(place) {
    this.spots?.forEach((spot) => spot.made.classList.toggle("near", spot.place === place));
    this.lit?.forEach((places, piece) => this.sea.drawn.get(piece).parts[0].classList.toggle("near", places.includes(place)));
  }

  click(event) {
    const body = event.target.closest("[data-piece]"), piece = body ? Number(body.dataset.piece) : null;
    if (this.spots?.length) {
      const meant = this.meant(event);
      if (!meant) { this.aim(null); return; }
      const same = this.byFinger && JSON.stringify(this.chosen) === JSON.stringify(meant);
      if (event.pointerType !== "touch" || same) { this.told.take(meant.place, meant.free); return; }
      this.byFinger = true;
      this.aim(meant);
      return;
    }
    if (piece === null) return;
    this.told.about(piece);
    this.pick(piece);
  }

  pick(piece) {
    const places = this.lit?.get(piece);
    if (!places) return;
    if (places.length === 1 && this.asks.kind !== "turn") this.told.take(places[0]);
    else this.told.narrow(places, this.sea.film.pieces[piece].name);
  }

  key(event) {
    if (event.key !== "Enter" && event.key !== " ") return;
    const body = event.target.closest("[data-piece]");
    if (!body) return;
    event.preventDefault();
    this.told.about(Number(body.dataset.piece));
    this.pick(Number(body.dataset.piece));
  }

  // The part of the sea that the choices need: left, bottom, right, top; null if that is nearly all of it.
  closer() {
    const subject = this.sea.looks[this.asks?.subject]?.at, spots = this.spots ?? [];
    const lit = [...(this.lit?.keys() ?? [])].map((piece) => this.sea.looks[piece].at).filter(Boolean);
    const points = [...(subject ? [subject] : []), ...spots.map(({point}) => point), ...lit];
    if (!points.length) return null;
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)], room = spots.length ? 70 : 110;
    const [left, bottom, right, top] = [Math.min(...xs) - room, Math.min(...ys) - room, Math.max(...xs) + room, Math.max(...ys) + room];
    const [l, b, r, t] = this.sea.whole, shape = (r - l) / (t - b);
    const width = Math.max(right - left, (top - bottom) * shape, 330), height = width / shape;
    if (width > 0.8 * (r - l)) return null;
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  }
}
