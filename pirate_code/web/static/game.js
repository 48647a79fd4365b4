// Playing: asks the server for the position after each answer, draws it, and offers a control for every decision. The
// game is in the address; the browser keeps the addresses of the last games. Without this the forms do the same.
"use strict";
(() => {
  const KEPT = "pirate-code games", MOST = 8, COPY = "Copy the address";
  const el = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else if (value !== false && value !== null) made.setAttribute(key, value === true ? "" : value);
    }
    made.append(...children);
    return made;
  };
  const button = (says, act, kind = "") => el("button", {type: "button", class: kind || false, onclick: act}, says);
  const games = () => {
    try { return JSON.parse(localStorage.getItem(KEPT)) ?? []; } catch { return []; }
  };
  const keep = (list) => {
    try { localStorage.setItem(KEPT, JSON.stringify(list.slice(0, MOST))); } catch { /* the address is enough */ }
  };

  // The form: games of this browser that can be gone on with.
  const kept = document.getElementById("kept");
  if (kept) {
    const list = games();
    if (!list.length) return;
    const lines = list.map(({order, address, title}) => {
      const line = el("li", {}, el("a", {href: address}, title), " ");
      line.append(button("Forget", () => { keep(games().filter((game) => game.order !== order)); line.remove(); }, "second"));
      return line;
    });
    kept.append(el("h2", {}, "Go on with a game"), el("ul", {class: "plain kept"}, ...lines));
    kept.className = "panel";
    kept.hidden = false;
    return;
  }

  const root = document.getElementById("game");
  if (!root) return;
  const order = root.dataset.order, page = root.dataset.page;
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let answers = new URLSearchParams(location.search).get("answers") ?? "", seat = root.dataset.seat;
  let position = null, waiting = false, narrowed = null, wide = false, frame = 0, clock = 0, thought = 0;
  const earlier = [];

  const address = () => {
    const more = new URLSearchParams({...(answers && {answers}), ...(seat && {seat})}).toString();
    return page + "?" + order + (more && "&" + more);
  };
  const pause = (time) => new Promise((done) => setTimeout(done, time));
  const fetched = async (fields) => {
    const query = new URLSearchParams({answers, ...(seat && {seat}), ...fields});
    for (let tries = 0; ; tries++) {
      const answer = await fetch(root.dataset.game + "?" + order + "&" + query);
      if (answer.status !== 503 || tries > 4) {
        const data = await answer.json();
        if (!answer.ok) throw new Error(data.error);
        return data;
      }
      fault.textContent = "The server is busy; one moment.";
      await pause(1500);
    }
  };
  // Sends an answer, or asks how things stand; while that goes on nothing else is sent.
  const send = async (fields = {}) => {
    if (waiting) return;
    waiting = true;
    root.setAttribute("aria-busy", "true");
    const begun = Date.now(), slow = setTimeout(() => thinks(begun), 600);
    try {
      const got = await fetched(fields);
      if (position?.told && got.answers !== position.answers) earlier.push(...position.told);
      position = got;
      answers = position.answers;
      fault.textContent = "";
      history.replaceState(null, "", address());
      if (position.fleets) remember();
      show();
    } catch (error) {
      fault.textContent = error.message === "Failed to fetch" ? "The server cannot be reached; try again." : error.message;
      fault.scrollIntoView({block: "nearest"});
    } finally {
      clearTimeout(slow);
      if (position?.state !== "thinks") {
        clearInterval(clock);
        thought = 0;
        asked.querySelector(".thinking")?.remove();
      }
      waiting = false;
      root.removeAttribute("aria-busy");
    }
    if (position?.state === "thinks") { await pause(120); send(); }
  };
  // Says who is thinking and for how long, on the page as it stands; nothing can be answered meanwhile.
  const thinks = (begun) => {
    const others = (position?.captains ?? []).filter((name) => name !== "me"), other = others.length === 1 ? others[0] : "The other side";
    thought ||= begun;
    const since = el("span", {"aria-hidden": "true"}), tick = () => { since.textContent = `${Math.round((Date.now() - thought) / 1000)} s`; };
    tick();
    clearInterval(clock);
    clock = setInterval(tick, 1000);
    asked.querySelector(".thinking")?.remove();
    const says = `${other[0].toUpperCase()}${other.slice(1)} is thinking …`;
    asked.prepend(el("p", {class: "thinking", role: "status"}, el("progress", {"aria-label": "Thinking"}), says, since));
  };
  const take = (place, free) => send({pick: place + 1, ...(free && {free: free.join(",")})});
  const remember = () => {
    const title = position.fleets.join(" against ") + (position.state === "over" ? ", over" : `, turn ${position.turn.number}`);
    keep([{order, address: address(), title}, ...games().filter((game) => game.order !== order)]);
  };

  // --- what is on the page --------------------------------------------------------------------------------
  const title = el("h1"), scores = el("p", {class: "scores"}), fault = el("p", {class: "fault", role: "alert"});
  const stage = el("div", {class: "stage"}), pointed = el("div", {class: "pointed"});
  const asked = el("section", {class: "panel asked"}), told = el("section", {class: "panel news"}), about = el("section", {class: "panel known"});
  const orders = el("div", {class: "orders"}, fault, asked, told, about), table = el("div", {class: "theatre playing"}, stage, orders);
  let sea = null, pointing = null;

  const wealth = (player) => {
    const hidden = position.face_down[player];
    return `${position.gold[player]} gold` + (hidden ? `, ${hidden} treasure${hidden === 1 ? "" : "s"} face down` : "");
  };
  const show = () => {
    document.title = (position.fleets ?? ["A game"]).join(" against ") + " · Pirate Code";
    if (position.state === "cover") { cover(); return; }
    narrowed = null;
    const small = innerWidth < 736, far = ["use", "agree", "order", "action", ...(small ? [] : ["turn"])];
    wide = far.includes(position.asks?.kind) || ["place", "home_island"].includes(position.asks?.event);
    const fresh = !table.isConnected;
    if (fresh) {
      orders.prepend(fault); // the cover may have had it
      root.replaceChildren(title, scores, table);
    }
    title.textContent = position.fleets.join(" against ");
    scores.replaceChildren(...position.fleets.map((fleet, player) => {
      const who = position.captains[player] === "me" ? (player === position.player ? "you" : "player " + (player + 1)) : position.captains[player];
      const turn = player === position.turn.player && position.state !== "over" ? " turn" : "";
      return el("span", {class: `score p${player}${turn}`}, `${fleet} (${who}): ${wealth(player)}`);
    }));
    draw();
    news();
    about.hidden = true;
    panel();
    if (fresh && small) root.scrollIntoView();
  };
  const cover = () => {
    const who = "player " + (position.next + 1);
    const open = button("I am " + who, () => { seat = String(position.next + 1); earlier.length = 0; send(); });
    sea = pointing = null;
    root.replaceChildren(el("section", {class: "cover panel"},
      el("h1", {}, `P${who.slice(1)}, it is your turn`),
      el("p", {}, "The table is covered, so that nobody sees what only you may know. When you sit at the screen, uncover it."), fault, open));
    open.focus();
  };

  // --- the sea ---------------------------------------------------------------------------------------------
  const draw = () => {
    const before = new Map(sea?.shown ?? []);
    if (!sea) {
      sea = new Sea(position.film);
      sea.svg.setAttribute("role", "group");
      sea.svg.setAttribute("aria-label", "The sea");
      sea.svg.classList.add("played");
      pointing = new Pointing(sea, {take, narrow, pointed: point, about: tell});
      stage.replaceChildren(sea.svg, pointed);
      new ResizeObserver(() => {
        const before = sea?.scale;
        sea?.fit();
        if (sea && sea.scale !== before) look();
      }).observe(sea.svg);
    }
    sea.film = position.film;
    sea.whole = position.film.view;
    sea.shown.clear();
    sea.put(0);
    look();
    glide(before);
  };
  // Shows the part of the sea that the decision needs, and its choices.
  const look = () => {
    const asks = position.asks, spots = () => pointing.show(asks);
    spots();
    const close = asks ? pointing.closer() : null;
    const view = (!wide && close) || sea.whole, [left, bottom, right, top] = view;
    sea.film = {...position.film, view};
    sea.svg.setAttribute("viewBox", [left, -top, right - left, top - bottom].join(" "));
    sea.fit();
    spots();
    sea.svg.classList.toggle("choosing", pointing.spots.length > 0);
    pointed.replaceChildren();
    if (close) {
      pointed.append(button(wide ? "Look closer" : "Whole table", () => { wide = !wide; look(); }, "second"));
    }
    if (pointing.spots?.length) pointed.append(el("span", {class: "quiet"}, "Point at the sea, or take one of the list."));
    else if (pointing.lit?.size) pointed.append(el("span", {class: "quiet"}, "Point at what is ringed, or take one of the list."));
  };
  const glide = (before) => {
    cancelAnimationFrame(frame);
    if (still.matches) return;
    const ways = [...sea.shown].filter(([id, to]) => {
      const from = before.get(id);
      return from && (Math.hypot(from[0] - to[0], from[1] - to[1]) > 1 || Math.abs(from[2] - to[2]) > 1);
    }).map(([id, to]) => [id, before.get(id), to]);
    if (!ways.length) return;
    const begun = performance.now();
    const step = (time) => {
      const share = Math.min(1, Math.max(0, (time - begun) / 450));
      for (const [id, from, to] of ways) {
        const turn = ((to[2] - from[2] + 540) % 360) - 180;
        sea.move(id, [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + turn * share]);
      }
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };
  // Says what is pointed at; a finger gets a button to take it.
  const point = (meant, byFinger) => {
    pointed.querySelector(".meant")?.remove();
    asked.querySelectorAll("[data-place]").forEach((one) => one.classList.toggle("near", !!meant && !meant.free && Number(one.dataset.place) === meant.place));
    if (!meant) return;
    const says = meant.free ? own(meant) : position.asks.options[meant.place].name;
    const line = el("span", {class: "meant"}, says);
    if (byFinger) line.append(" ", button("Take it", () => take(meant.place, meant.free)));
    pointed.append(line);
  };
  const own = ({free}) => free.length === 1 ? (free[0] ? `${Math.abs(free[0])}° to ${free[0] > 0 ? "port" : "starboard"}` : "straight ahead") : `at ${free[0]}, ${free[1]}`;

  // --- the decision ----------------------------------------------------------------------------------------
  const narrow = (places, name) => {
    narrowed = {places, name};
    panel();
    asked.querySelector("[data-place]")?.focus();
  };
  const choice = (place) => {
    const option = position.asks.options[place];
    const made = button(option.name, () => take(place), option.idle ? "second idle" : "does" in option && option.does !== "give" ? "second" : "");
    made.dataset.place = place;
    for (const [event, meant] of [["pointerenter", place], ["focus", place], ["pointerleave", null], ["blur", null]]) {
      made.addEventListener(event, () => pointing.hint(meant));
    }
    if (position.asks.kind === "die" && /^[1-6]$/.test(option.name)) made.replaceChildren(die(Number(option.name)));
    return made;
  };
  const panel = () => {
    const again = asked.contains(document.activeElement);
    asked.replaceChildren();
    const {asks} = position;
    if (position.state === "over") { over(); return; }
    if (!asks) { thinks(Date.now()); return; }
    asked.append(el("h2", {}, asks.question));
    const all = asks.options.map((_, place) => place);
    const pointable = all.filter((place) => asks.options[place].at), plain = all.filter((place) => !asks.options[place].at);
    if (narrowed) {
      const stop = plain.filter((place) => !asks.options[place].on);
      asked.append(el("h3", {}, narrowed.name), list(narrowed.places, narrowed.name), list(stop), button("All choices", () => { narrowed = null; panel(); }, "second"));
    } else if (pointable.length) {
      asked.append(list(plain));
      const more = el("details", {}, el("summary", {}, `All ${pointable.length} that are drawn`), list(pointable));
      if (asks.free === "turn") more.append(exact(asks));
      asked.append(more);
    } else if (asks.kind === "turn") asked.append(grouped(asks));
    else asked.append(list(all));
    asked.append(tools());
    if (again) asked.querySelector("[data-place]")?.focus();
  };
  // Buttons for choices; a ship that they are all about need not be named in each. What is no action comes after.
  const list = (places, name = "") => {
    const yesno = position.asks.kind === "use" || position.asks.kind === "agree";
    const made = el("div", {class: "choices" + (yesno ? " yesno" : "")}), rest = [];
    for (const place of places) {
      const one = choice(place);
      if (name) one.textContent = one.textContent.replace(": " + name, "").replace(" from " + name, "").replace(` (${name})`, "");
      if (one.classList.contains("second")) rest.push(one);
      else made.append(one);
    }
    if (rest.length > 2 && name && !narrowed) made.append(el("details", {}, el("summary", {}, "More"), el("div", {class: "choices"}, ...rest)));
    else made.append(...rest);
    return made;
  };
  // What can be done on a turn, ship by ship.
  const grouped = (asks) => {
    const groups = new Map();
    asks.options.forEach((option, place) => {
      const piece = option.on ? pointing.afloat(option.on[0]) : null, name = piece === null ? "" : position.film.pieces[piece].name;
      groups.set(name, [...(groups.get(name) ?? []), place]);
    });
    const made = el("div", {class: "groups"});
    groups.forEach((places, name) => {
      const choices = list(places, name);
      if (name) choices.prepend(el("h3", {}, name));
      made.append(choices);
    });
    return made;
  };
  // A turn in degrees of one's own.
  const exact = (asks) => {
    const degrees = el("input", {type: "number", min: -180, max: 180, step: 1, size: 5, "aria-label": "Degrees", value: 0});
    const turn = () => {
      const wanted = Number(degrees.value), turned = asks.options.map((option, place) => [option.turn ?? null, place]).filter(([own]) => own !== null);
      const sided = turned.filter(([own]) => (own < 0) === (wanted < 0));
      const [[, place]] = (sided.length ? sided : turned).sort(([a], [b]) => Math.abs(a - wanted) - Math.abs(b - wanted));
      take(place, [Math.round(wanted)]);
    };
    return el("p", {class: "line"}, el("label", {}, "Exactly ", degrees, "° to port, with a minus to starboard "), button("Turn", turn, "second"));
  };
  const tools = () => {
    const bar = el("div", {class: "tools"});
    const back = button("Take back", () => { answers = position.undo; earlier.splice(0); send(); });
    back.disabled = position.undo === null;
    back.title = back.disabled ? "Nothing can be taken back: dice were rolled, something was seen, or another player acted." : "Take back your last answer";
    bar.append(back, el("a", {href: address() + "&watch=1", title: "The game so far, move by move"}, "Look back"));
    if (position.turn.setup) bar.append(button("Set up for me", () => send({pick: "setup"})));
    return bar;
  };
  const over = () => {
    const {outcome} = position;
    const won = outcome.winners.includes(position.player);
    const says = outcome.winners.length > 1 && won ? "A draw." : won ? "You win!" : "You lose.";
    asked.append(el("h2", {}, position.captains.filter((name) => name === "me").length > 1 ? "The game is over." : says), el("p", {}, outcome.why));
    asked.append(el("p", {}, position.fleets.map((fleet, player) => `${fleet}: ${outcome.scores[player]} gold`).join("; ") + "."));
    asked.append(el("p", {}, el("a", {class: "button", href: address() + "&watch=1"}, "Watch the whole game")));
    asked.append(el("details", {}, el("summary", {}, "The story of the game"), lines(outcome.story.map((line) => line.trim()))));
  };

  // --- what happened ---------------------------------------------------------------------------------------
  const PIPS = {1: [[16, 16]], 2: [[9, 9], [23, 23]], 3: [[9, 9], [16, 16], [23, 23]], 4: [[9, 9], [23, 9], [9, 23], [23, 23]],
    5: [[9, 9], [23, 9], [16, 16], [9, 23], [23, 23]], 6: [[9, 8], [9, 16], [9, 24], [23, 8], [23, 16], [23, 24]]};
  const die = (face) => Sea.make("svg", {viewBox: "0 0 32 32", class: "die", role: "img", "aria-label": String(face)},
    Sea.make("rect", {x: 2, y: 2, width: 28, height: 28, rx: 6}), ...(PIPS[face] ?? []).map(([cx, cy]) => Sea.make("circle", {cx, cy, r: 2.8})));
  const news = () => {
    told.replaceChildren(...(position.told.length ? [el("h2", {}, "Since your last answer")] : []));
    told.hidden = !position.told.length && !earlier.length;
    if (position.dice.length) {
      told.append(el("p", {class: "dice"}, ...position.dice.slice(-12).map(({who, what, face}) => {
        const made = el("span", {title: `${who}: ${what}`}, die(face));
        return made;
      })));
    }
    told.append(lines(position.told, {"aria-live": "polite"}));
    if (earlier.length) {
      told.append(el("details", {}, el("summary", {}, "Before that"), lines(earlier.slice(-200))));
    }
  };
  const lines = (list, more = {}) => el("ul", {class: "plain told", ...more}, ...list.map((line) => el("li", {class: /^Setup$|^Turns? \d/.test(line) ? "turn" : false}, line)));
  const tell = (piece) => {
    const known = position.pieces.find((one) => one.piece === piece);
    if (!known) return;
    about.hidden = false;
    about.replaceChildren(el("h2", {}, known.name), el("p", {}, known.facts.join(", ")), ...known.lines.map((line) => el("p", {class: "quiet"}, line)));
  };

  const bottom = document.querySelector("main .doing");
  if (bottom && navigator.clipboard) {
    const copy = button(COPY, async () => {
      try { await navigator.clipboard.writeText(location.href); copy.textContent = "Copied"; } catch { copy.textContent = "Copy it from the bar above"; }
      setTimeout(() => { copy.textContent = COPY; }, 2500);
    }, "second");
    bottom.append(copy);
  }
  send();
})();
