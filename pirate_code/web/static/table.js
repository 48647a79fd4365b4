// The table by hand: pieces are dragged and turned, by pointer or keyboard. Every change goes to the server, which
// writes the text of the position anew; the forms, the file and the address follow it.
"use strict";
(async () => {
  const place = document.getElementById("sea"), text = document.getElementById("text");
  const found = document.getElementById("found"), save = document.getElementById("save");
  const ask = async (fields) => {
    const answer = await fetch(place.dataset.position + "?" + new URLSearchParams({position: text.value, ...fields}));
    const data = await answer.json();
    if (!answer.ok) throw new Error(data.error);
    return data;
  };
  const says = document.createElement("p");
  says.className = "quiet now-chosen";
  says.setAttribute("aria-live", "polite");
  let data;
  try { data = await ask({}); } catch { return; } // the picture and the forms stay

  const STEP = 5, FAR = 25, TURN = 15;
  let sea, chosen = "", timer = 0, asked = 0;
  const at = new Map(); // where pieces lie, by name, with changes that the server does not know yet
  const named = new Map(), numbered = new Map();
  const hint = "Drag a piece to move it and the dot before its bow to turn it; or choose one, then arrow keys move it, [ and ] turn it.";

  // A part of the sea with room to drag pieces to, wider than high.
  const roomy = ([left, bottom, right, top]) => {
    const height = Math.max(top - bottom + 60, 330), width = Math.max(right - left + 60, height * 1.35);
    const x = (left + right) / 2, y = (bottom + top) / 2;
    return [x - width / 2, y - height / 2, x + width / 2, y + height / 2];
  };
  const show = (made) => {
    data = made;
    named.clear(); numbered.clear(); at.clear();
    for (const piece of data.pieces) {
      named.set(piece.name, piece);
      numbered.set(piece.number, piece);
      if (piece.at) at.set(piece.name, [...piece.at]);
    }
    sea = new Sea({...data.film, view: roomy(data.film.view)});
    sea.svg.setAttribute("role", "group");
    sea.svg.setAttribute("aria-label", "The sea: pieces that can be moved");
    sea.svg.classList.add("movable");
    place.replaceChildren(sea.svg, bar, says);
    sea.put(0);
    sea.fit();
    sea.drawn.forEach(({parts: [body]}, number) => ready(body, numbered.get(number)));
    choose(named.has(chosen) ? chosen : "");
  };

  // Makes a drawn piece one that can be chosen, dragged, turned and moved by keys.
  const ready = (body, piece) => {
    if (!piece || !piece.at) return;
    body.dataset.piece = piece.name;
    body.setAttribute("tabindex", "0");
    body.setAttribute("role", "button");
    body.addEventListener("focus", () => choose(piece.name));
    body.addEventListener("keydown", (event) => key(event, piece.name));
    body.addEventListener("pointerdown", (event) => drag(event, piece, body));
    const outline = data.film.outlines[sea.looks[piece.number].hull];
    const reach = Math.max(...outline.points.map(([x]) => x)) + 22;
    const handle = Sea.make("circle", {cx: reach, cy: 0, r: 9, class: "handle", "aria-hidden": "true"});
    body.append(handle);
    label(body, piece.name);
  };
  const label = (body, name) => {
    const [x, y, heading] = at.get(name).map(Math.round);
    body.setAttribute("aria-label", `${name}, at ${x}, ${y}, heading ${heading}`);
  };
  const choose = (name) => {
    chosen = name;
    sea.drawn.forEach(({parts: [body]}) => body.classList.toggle("chosen", body.dataset.piece === name && name !== ""));
    bar.querySelectorAll("button").forEach((button) => { button.disabled = !name; });
    says.textContent = name ? `${name} is chosen.` : hint;
  };

  const point = (event) => {
    const spot = new DOMPoint(event.clientX, event.clientY).matrixTransform(sea.svg.getScreenCTM().inverse());
    return [spot.x, -spot.y];
  };
  const drag = (event, piece, body) => {
    if (event.button) return;
    event.preventDefault();
    body.focus();
    choose(piece.name);
    const turning = event.target.classList.contains("handle");
    const [x, y] = point(event), start = [...at.get(piece.name)];
    let moved = false;
    body.setPointerCapture(event.pointerId);
    const move = (next) => {
      const [nx, ny] = point(next);
      moved ||= Math.hypot(nx - x, ny - y) > 1.5;
      if (turning) put(piece.name, [start[0], start[1], Math.atan2(ny - start[1], nx - start[0]) * 180 / Math.PI]);
      else put(piece.name, [start[0] + nx - x, start[1] + ny - y, start[2]]);
    };
    const end = () => {
      body.removeEventListener("pointermove", move);
      body.removeEventListener("pointerup", end);
      body.removeEventListener("pointercancel", end);
      if (moved) send(piece.name, 0);
    };
    body.addEventListener("pointermove", move);
    body.addEventListener("pointerup", end);
    body.addEventListener("pointercancel", end);
  };
  const put = (name, [x, y, heading]) => {
    const turned = ((heading % 360) + 360) % 360;
    at.set(name, [x, y, turned]);
    const {number} = named.get(name);
    sea.move(number, [x, y, turned]);
    label(sea.drawn.get(number).parts[0], name);
  };
  const nudge = (name, dx, dy, turn) => {
    const [x, y, heading] = at.get(name);
    put(name, [x + dx, y + dy, heading + turn]);
    send(name, 450);
  };
  const key = (event, name) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const far = event.shiftKey ? FAR : STEP;
    const ways = {ArrowLeft: [-far, 0, 0], ArrowRight: [far, 0, 0], ArrowUp: [0, far, 0], ArrowDown: [0, -far, 0], "[": [0, 0, TURN], "]": [0, 0, -TURN]};
    if (event.key in ways) nudge(name, ...ways[event.key]);
    else if (event.key === "Delete") change({do: "remove", piece: name});
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  // Tells the server where a piece lies now, after a pause in which it may be moved further.
  const send = (name, pause) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const [x, y, heading] = at.get(name).map((number) => String(Math.round(number * 10) / 10));
      change({do: "move", piece: name, x, y, heading});
    }, pause);
  };
  const change = async (fields) => {
    const mine = ++asked, focused = document.activeElement?.dataset?.piece;
    try {
      const made = await ask(fields);
      if (mine !== asked) return;
      text.value = made.position;
      document.querySelectorAll("input[name=position]").forEach((input) => { input.value = made.position; });
      document.querySelectorAll(".pieces-list [data-piece]").forEach((line) => {
        if (!made.pieces.some((piece) => piece.name === line.dataset.piece)) line.remove();
      });
      const address = new URLSearchParams({position: made.position});
      history.replaceState(null, "", place.dataset.table + "?" + address);
      save.href = save.pathname + "?" + address;
      if (found.childElementCount) {
        const stale = document.createElement("p");
        stale.append("The position has changed. ");
        const again = document.createElement("a");
        again.href = place.dataset.table + "?" + address + "&try=1";
        again.className = "button";
        again.textContent = "Try it again";
        stale.append(again);
        found.replaceChildren(stale);
      }
      show(made);
      if (focused) sea.drawn.get(named.get(focused)?.number)?.parts[0].focus();
      says.textContent = fields.do === "remove" ? `${fields.piece} is gone.` : `${fields.piece} lies at ${fields.x}, ${fields.y}, heading ${fields.heading}.`;
    } catch (error) {
      if (mine !== asked) return;
      show(data);
      says.textContent = error.message;
    }
  };

  // Buttons for fingers: they move and turn the chosen piece.
  const bar = document.createElement("div");
  bar.className = "controls";
  const button = (name, sign, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.setAttribute("aria-label", name);
    made.title = name;
    made.addEventListener("click", () => { if (chosen) act(); });
    return made;
  };
  bar.append(
    button("Move left", "←", () => nudge(chosen, -STEP, 0, 0)), button("Move right", "→", () => nudge(chosen, STEP, 0, 0)),
    button("Move up", "↑", () => nudge(chosen, 0, STEP, 0)), button("Move down", "↓", () => nudge(chosen, 0, -STEP, 0)),
    button("Turn to port", "⟲", () => nudge(chosen, 0, 0, TURN)), button("Turn to starboard", "⟳", () => nudge(chosen, 0, 0, -TURN)),
    button("Remove", "✕", () => change({do: "remove", piece: chosen})),
  );
  show(data);
  new ResizeObserver(() => {
    const before = sea.scale;
    sea.fit();
    if (sea.scale !== before) sea.drawn.forEach(({parts: [body]}, number) => { if (!body.dataset.piece) ready(body, numbered.get(number)); });
  }).observe(place);
})();
