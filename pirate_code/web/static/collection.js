// What is owned and wanted, kept on this device: {id: [owned, wanted]}. Elements with `data-holding` (an id) get buttons
// to count by, those with `data-complete` (a set) tell how much of it is owned. A search that looks at the collection
// gets it sent along. It asks no server for anything; other pages and sites may include this file as it is.
const pirateCollection = (() => {
  const KEY = "pirate-code-collection";
  const LARGEST = 9999, PIECES = 10000, SENT = 20000, ADDRESS = 29000;
  const OWNED = 0, WANTED = 1;
  const changes = new EventTarget();
  const isCount = (value) => Number.isInteger(value) && value >= 0 && value <= LARGEST;
  const isHolding = (held) => Array.isArray(held) && held.length === 2 && held.every(isCount) && (held[0] || held[1]);

  const read = () => {
    try {
      const pieces = Object.entries(JSON.parse(localStorage.getItem(KEY) ?? "{}"));
      return new Map(pieces.filter(([, held]) => isHolding(held)).slice(0, PIECES));
    } catch {
      return new Map();  // the browser keeps nothing here, or something else has written there
    }
  };
  let pieces = read();

  // Keep another collection; false if the browser does not let it be kept, and then nothing has changed. `only` is the
  // one piece that differs, if it is one.
  const keep = (next, only = null) => {
    const kept = new Map([...next].filter(([, held]) => isHolding(held)));
    if (kept.size > PIECES) return false;
    try {
      localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
    } catch {
      return false;
    }
    pieces = kept;
    changes.dispatchEvent(new CustomEvent("change", {detail: only}));
    return true;
  };
  const held = (id) => pieces.get(id) ?? [0, 0];
  const count = (id, which, by) => {
    const next = [...held(id)];
    next[which] = Math.min(LARGEST, Math.max(0, next[which] + by));
    return keep(new Map(pieces).set(id, next), id);
  };
  addEventListener("storage", (event) => {  // another page has changed it
    if (event.key !== KEY && event.key !== null) return;
    pieces = read();
    changes.dispatchEvent(new CustomEvent("change"));
  });

  // --- buttons ---------------------------------------------------------------------------------------------

  const element = (name, attributes = {}, ...inside) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...inside);
    return made;
  };
  const stepper = (place, which, title, said) => {
    const {holding: id, name = id} = place.dataset;
    const number = element("output", {class: "number"});
    const step = (by, sign, words) => {
      const button = element("button", {type: "button", class: "step", "aria-label": `${words} ${name} ${said}`}, sign);
      button.addEventListener("click", () => {
        if (!count(id, which, by)) place.append(element("span", {class: "fault", role: "alert"}, "This browser keeps nothing."));
      });
      return button;
    };
    const fewer = step(-1, "−", "One fewer");
    const made = element("span", {class: "stepper", role: "group", "aria-label": `${name} ${said}`},
      element("span", {class: "quiet"}, title), fewer, number, step(1, "+", "One more"));
    const show = () => {
      const now = held(id)[which];
      number.textContent = now;
      made.classList.toggle("some", now > 0);
      fewer.disabled = now === 0;
    };
    show();
    return [made, show];
  };
  const enhance = (place) => {
    const [owned, showOwned] = stepper(place, OWNED, "Own", "owned");
    const [wanted, showWanted] = stepper(place, WANTED, "Want", "wanted");
    place.replaceChildren(owned, wanted);
    const show = ({detail: only}) => {
      if (!place.isConnected) changes.removeEventListener("change", show);
      if (only && only !== place.dataset.holding) return;
      showOwned();
      showWanted();
    };
    changes.addEventListener("change", show);
  };
  // Pages put new pieces in place as one types, so they are looked for as they come.
  const look = (root) => {
    for (const place of root.querySelectorAll("[data-holding]:empty")) enhance(place);
  };

  // --- how complete a set is -------------------------------------------------------------------------------

  const complete = (total, owned) => {
    const share = total ? Math.floor((100 * owned) / total) : 0;
    const said = owned && !share ? "less than 1 %" : `${share} %`;
    const words = `${owned.toLocaleString("en")} of ${total.toLocaleString("en")} pieces owned, ${said}`;
    return [element("meter", {min: 0, max: total || 1, value: owned, "aria-label": "How complete the set is"}), ` ${words}`];
  };
  // On a set's own page all its pieces stand there to be counted.
  const showSet = () => {
    const place = document.querySelector("p[data-complete]");
    if (!place) return;
    const ids = [...document.querySelectorAll("[data-holding]")].map((each) => each.dataset.holding);
    place.replaceChildren(...complete(Number(place.dataset.total) || ids.length, ids.filter((id) => held(id)[OWNED]).length));
    place.hidden = false;
  };

  // --- searches --------------------------------------------------------------------------------------------

  const LOOKS = /(?:^|[\s(-])(?:owned|wanted|missing)(?:[:<>=]|!=)/i;
  const ID = /^([A-Za-z0-9&]{1,20})-([A-Za-z0-9-]{1,80})$/;
  // Numbers as an address carries them: 2*SM-001.002_CC-037 is two each of two pieces and one of a third.
  const sent = (which) => {
    const groups = new Map();
    for (const [id, counts] of pieces) {
      const parts = ID.exec(id);
      if (!parts || !counts[which]) continue;
      const start = (counts[which] > 1 ? counts[which] + "*" : "") + parts[1] + "-";
      groups.set(start, [...(groups.get(start) ?? []), parts[2]]);
    }
    return [...groups].map(([start, numbers]) => start + numbers.join(".")).join("_");
  };
  const searching = () => {
    const form = document.querySelector("form[role=search][data-live]");
    if (!form) return;
    const looks = () => LOOKS.test(form.elements.q.value);
    form.addEventListener("asking", (event) => {
      if (!looks()) return;
      const words = form.elements.q.value, numbers = new URLSearchParams();
      if (/owned|missing/i.test(words)) numbers.set("owned", sent(OWNED));
      if (/wanted/i.test(words)) numbers.set("wanted", sent(WANTED));
      const large = [...numbers.values()].some((text) => text.length > SENT);
      if (large || event.detail.address.length + String(numbers).length > ADDRESS) event.detail.refused = "Your collection is too large to be sent with a search; `pirate-code search --collection` has no such limit.";
      else event.detail.address += "&" + numbers;
    });
    changes.addEventListener("change", () => { if (looks()) form.dispatchEvent(new Event("again")); });
    if (looks()) form.dispatchEvent(new Event("again"));
  };

  // Deferred scripts run in their order, and the search listens only when its own script has run.
  const begin = () => {
    look(document);
    new MutationObserver((records) => {
      for (const {target} of records) if (target.nodeType === Node.ELEMENT_NODE) look(target);
    }).observe(document.body, {childList: true, subtree: true});
    showSet();
    changes.addEventListener("change", showSet);
    searching();
  };
  document.addEventListener("DOMContentLoaded", begin);

  return {
    LARGEST, PIECES, OWNED, WANTED, changes, held, count, keep, complete, element, sent,
    all: () => new Map(pieces),
  };
})();
