// Draws the film of a game of Blackbeard on its map. It is what sea.js is for Pirates: replay.js moves either of them.
"use strict";
class Sea {
  static make(name, attributes = {}, ...children) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // The nodes of a fragment of SVG, as the server draws it.
  static read(fragment) {
    const text = `<svg xmlns="http://www.w3.org/2000/svg">${fragment}</svg>`;
    return [...new DOMParser().parseFromString(text, "image/svg+xml").documentElement.childNodes];
  }

  constructor(film) {
    this.film = film;
    this.svg = Sea.make("svg", {viewBox: film.view.join(" "), class: "chart", role: "img", "aria-label": "The map"});
    this.svg.append(...Sea.read(film.background).map((node) => document.importNode(node, true)));
    this.looks = {};
    this.drawn = new Map();
    this.shown = new Map(); // where a mark is drawn now, while it moves
  }

  fit() {} // the map keeps its size: a small screen scrolls it

  // Puts the map as it is after a step; returns what moved in that very step.
  put(step) {
    const before = this.looks;
    this.looks = {};
    for (let at = 0; at <= step; at++) {
      for (const [id, fields] of this.film.steps[at].set ?? []) this.looks[id] = fields;
    }
    for (const [id, group] of this.drawn) {
      if (!this.looks[id] || this.looks[id].look < 0) { group.remove(); this.drawn.delete(id); this.shown.delete(id); }
    }
    for (const [id, look] of Object.entries(this.looks)) {
      if (look.look < 0) continue;
      if (!this.drawn.has(id) || before[id]?.look !== look.look || before[id]?.title !== look.title) this.draw(id, look);
      this.move(id, look.at);
    }
    const moved = this.film.steps[step].set ?? [];
    return moved.filter(([, fields]) => fields.look >= 0).map(([id]) => [id, []]);
  }

  draw(id, look) {
    this.drawn.get(id)?.remove();
    const title = Sea.make("title", {}, look.title);
    const parts = Sea.read(this.film.looks[look.look]).map((node) => document.importNode(node, true));
    const group = Sea.make("g", {}, title, ...parts);
    this.svg.append(group);
    this.drawn.set(id, group);
  }

  move(id, at) {
    const group = this.drawn.get(id);
    if (!group || !at) return;
    this.shown.set(id, at);
    group.setAttribute("transform", `translate(${at[0]} ${at[1]})`);
  }

  gold(step) { return this.film.steps[step].gold; }
}
