// Watching a game: step, play, speed, a slider by turn, and the log beside it.
"use strict";
(async () => {
  const stage = document.getElementById("stage"), log = document.getElementById("log");
  const answer = await fetch(stage.dataset.film);
  if (!answer.ok) return; // the picture of the end and the log stay
  const {outcome, film} = await answer.json();
  const sea = new Sea(film), last = film.steps.length - 1, names = outcome.names ?? outcome.fleets;
  const lines = new Map([...log.querySelectorAll("[data-step]")].map((line) => [Number(line.dataset.step), line]));
  const turns = film.steps.flatMap((step, number) => "turn" in step ? [number] : []);
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let at = 0, playing = false, timer = 0, frame = 0;

  const signs = {
    first: "M3 2h2v12H3zM14 2v12L6 8z", back: "M12 2v12L4 8z", play: "M4 2v12l10-6z", pause: "M4 2h3v12H4zM9 2h3v12H9z",
    step: "M3 2v12l7-6zM11 2h2v12h-2z", turn: "M1 3v10l6-5zM7 3v10l6-5zM13 3h2v10h-2z",
  };
  const drawn = (sign) => Sea.make("svg", {viewBox: "0 0 16 16", class: "sign", "aria-hidden": "true"}, Sea.make("path", {d: signs[sign]}));
  const button = (says, sign, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.append(drawn(sign));
    made.setAttribute("aria-label", says);
    made.title = says;
    made.addEventListener("click", act);
    return made;
  };
  const now = document.createElement("p");
  now.className = "now";
  now.setAttribute("aria-live", "polite");
  const scores = document.createElement("p");
  scores.className = "scores";
  const slider = document.createElement("input");
  Object.assign(slider, {type: "range", min: 0, max: turns.length, value: 0});
  slider.setAttribute("aria-label", "Turn");
  slider.addEventListener("input", () => { stop(); go(Number(slider.value) ? turns[slider.value - 1] : 0); });
  const speed = document.createElement("select");
  speed.setAttribute("aria-label", "Speed");
  for (const [name, pace] of [["slow", 1400], ["normal", 700], ["fast", 280], ["very fast", 90]]) {
    speed.append(new Option(name, pace, pace === 700, pace === 700));
  }
  const toggle = button("Play", "play", () => playing ? stop() : start());
  const controls = document.createElement("div");
  controls.className = "controls";
  controls.append(
    button("To the start", "first", () => { stop(); go(0); }),
    button("Step back", "back", () => { stop(); go(at - 1); }),
    toggle,
    button("Step", "step", () => { stop(); go(at + 1, true); }),
    button("Next turn", "turn", () => { stop(); go(turns.find((step) => step > at) ?? last); }),
    slider, speed,
  );
  const scrolled = stage.querySelector(".wide"); // a map that is wider than a small screen is scrolled
  scrolled?.replaceChildren(sea.svg);
  stage.replaceChildren(scrolled ?? sea.svg, controls, scores, now);
  new ResizeObserver(() => sea.fit()).observe(sea.svg);

  // The address names the move that is shown.
  const mark = () => {
    try { history.replaceState(null, "", "#move-" + at); } catch { /* some browsers allow it only so often */ }
  };
  const tell = () => {
    const step = film.steps[at];
    now.replaceChildren(step.says);
    if ("why" in step) {
      const why = document.createElement("span");
      why.className = "quiet";
      why.textContent = " " + film.reasons[step.why];
      now.append(why);
    }
    if (at === last && outcome.why) now.append(" " + outcome.why);
    const gold = sea.gold(at) ?? names.map(() => 0);
    scores.replaceChildren(...names.map((fleet, player) => {
      const score = document.createElement("span");
      score.className = "score p" + player;
      score.textContent = `${fleet}: ${gold[player]} ${film.unit ?? "gold"}`;
      return score;
    }));
    log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const line = lines.get(at);
    if (line) {
      line.setAttribute("aria-current", "step");
      log.scrollTop = line.offsetTop - log.clientHeight / 2;
    }
    slider.value = turns.filter((step) => step <= at).length;
    if (!playing) mark();
    slider.setAttribute("aria-valuetext", at < (turns[0] ?? 0) ? "Setup" : "Turn " + slider.value);
  };
  const go = (to, gliding = false) => {
    const before = new Map(sea.shown);
    at = Math.max(0, Math.min(last, to));
    cancelAnimationFrame(frame);
    const moved = sea.put(at);
    if (gliding && !still.matches) glide(moved.filter(([id]) => before.has(id)), before);
    tell();
  };
  const glide = (moved, before) => {
    const ways = moved.map(([id, via]) => [id, [before.get(id), ...via, sea.looks[id].at]]);
    const begun = performance.now(), lasts = Math.min(600, Number(speed.value) * 0.9);
    const draw = (time) => {
      const share = Math.min(1, (time - begun) / lasts);
      for (const [id, way] of ways) {
        const place = share * (way.length - 1), leg = Math.min(way.length - 2, Math.floor(place));
        const [from, to] = [way[leg], way[leg + 1]], part = place - leg;
        const turn = ((to[2] - from[2] + 540) % 360) - 180;
        sea.move(id, [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, from[2] + turn * part]);
      }
      if (share < 1) frame = requestAnimationFrame(draw);
    };
    if (ways.length) frame = requestAnimationFrame(draw);
  };
  const run = () => {
    if (at >= last) { stop(); return; }
    go(at + 1, true);
    const quick = film.steps[at].set ? 1 : 0.45; // a line that moves nothing is read faster
    timer = setTimeout(run, Number(speed.value) * quick);
  };
  const show = () => {
    toggle.replaceChildren(drawn(playing ? "pause" : "play"));
    toggle.setAttribute("aria-label", playing ? "Pause" : "Play");
    toggle.title = playing ? "Pause" : "Play";
    now.setAttribute("aria-live", playing ? "off" : "polite");
  };
  const start = () => { if (at >= last) go(0); playing = true; show(); run(); };
  const stop = () => { playing = false; clearTimeout(timer); show(); mark(); };

  log.addEventListener("click", (event) => {
    const line = event.target.closest("[data-step]");
    if (!line) return;
    event.preventDefault();
    stop();
    go(Number(line.dataset.step));
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea, a") || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowRight") { stop(); go(at + 1, true); }
    else if (event.key === "ArrowLeft") { stop(); go(at - 1); }
    else if (event.key === " " && !event.target.closest("button, summary")) { playing ? stop() : start(); }
    else return;
    event.preventDefault();
  });
  const named = () => Number(/^#move-(\d+)$/.exec(location.hash)?.[1] ?? NaN);
  addEventListener("hashchange", () => { if (named() >= 0) { stop(); go(named()); } });
  const first = named();
  go(first >= 0 ? first : turns[0] ?? 0);
  if (first >= 0) stage.scrollIntoView({block: "nearest"});
})();
