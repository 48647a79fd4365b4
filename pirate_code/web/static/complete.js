// Completion of what is typed: a box with `data-complete` (the address to ask) gets a list to choose from by key or mouse.
// Choosing puts the name into the box and sends the event "chosen" with the thing that was chosen.
(() => {
  let lists = 0;
  const enhance = (box) => {
    if (box.getAttribute("role") === "combobox") return;
    const list = document.createElement("ul");
    list.id = "names" + ++lists;
    list.className = "names";
    list.setAttribute("role", "listbox");
    list.setAttribute("aria-label", "Suggestions");
    list.hidden = true;
    const frame = document.createElement("div");
    frame.className = "completing";
    box.replaceWith(frame);
    frame.append(box, list);
    for (const [name, value] of Object.entries({
      role: "combobox", autocomplete: "off", "aria-autocomplete": "list", "aria-expanded": "false",
      "aria-controls": list.id,
    })) box.setAttribute(name, value);
    let things = [], at = -1, waiting = 0, asked = 0;
    const close = () => {
      list.hidden = true;
      at = -1;
      box.setAttribute("aria-expanded", "false");
      box.removeAttribute("aria-activedescendant");
    };
    const point = (to) => {
      list.children[at]?.removeAttribute("aria-selected");
      at = (to + things.length) % things.length;
      list.children[at].setAttribute("aria-selected", "true");
      list.children[at].scrollIntoView({block: "nearest"});
      box.setAttribute("aria-activedescendant", list.children[at].id);
    };
    const choose = (thing) => {
      box.value = thing.write;
      close();
      asked++;
      box.dispatchEvent(new CustomEvent("chosen", {bubbles: true, detail: thing}));
      box.dispatchEvent(new Event("change", {bubbles: true}));
      if (thing.goes_on) look();
    };
    const show = () => {
      list.replaceChildren(...things.map((thing, number) => {
        const item = document.createElement("li");
        item.id = list.id + "-" + number;
        item.setAttribute("role", "option");
        const note = document.createElement("span");
        note.className = "quiet";
        note.textContent = thing.note;
        item.append(thing.name + " ", note);
        item.addEventListener("mousedown", (event) => { event.preventDefault(); choose(thing); });
        return item;
      }));
      at = -1;
      list.hidden = !things.length;
      box.setAttribute("aria-expanded", String(!list.hidden));
    };
    const look = async () => {
      const words = box.value.trimStart();
      const mine = ++asked;
      if (words.length < 2 || box.selectionEnd < box.value.length) { things = []; show(); return; }
      const glue = box.dataset.complete.includes("?") ? "&" : "?";
      try {
        const answer = await fetch(box.dataset.complete + glue + new URLSearchParams({q: words}));
        const found = await answer.json();
        if (mine !== asked || document.activeElement !== box) return;
        things = found.names ?? [];
        show();
      } catch { close(); }
    };
    box.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(look, 120); });
    box.addEventListener("blur", close);
    box.addEventListener("keydown", (event) => {
      if (list.hidden) return;
      if (event.key === "ArrowDown") point(at + 1);
      else if (event.key === "ArrowUp") point(at < 0 ? things.length - 1 : at - 1);
      else if (event.key === "Enter" && at >= 0) choose(things[at]);
      else if (event.key === "Escape") close();
      else return;
      event.preventDefault();
    });
  };
  document.querySelectorAll("input[data-complete]").forEach(enhance);
})();
