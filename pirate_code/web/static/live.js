// Answers as you type: the same page is fetched and its answer put in place; without this the form still works.
// The event "asking" lets other scripts send more than stays in the address, or say why nothing is asked; "again" asks
// the same once more.
(() => {
  const form = document.querySelector("form[data-live]");
  const place = document.getElementById("found");
  let waiting = 0, asked = 0;
  const values = () => {
    const told = [...new FormData(form)].filter(([, value]) => value !== "");
    return new URLSearchParams(told).toString();
  };
  let last = values();
  const look = async () => {
    const now = values();
    if (now === last) return;
    last = now;
    const mine = ++asked;
    const address = form.action + (now ? "?" + now : "");
    place.setAttribute("aria-busy", "true");
    try {
      const asking = new CustomEvent("asking", {detail: {address}});
      form.dispatchEvent(asking);
      if (asking.detail.refused) {
        place.textContent = asking.detail.refused;
        return;
      }
      const answer = await fetch(asking.detail.address);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (mine !== asked) return;
      place.replaceChildren(...page.getElementById("found").childNodes);
      document.title = page.title;
      history.replaceState(null, "", address);
    } catch {
      if (mine === asked) last = "";  // the server was not reached: the next change asks again
    } finally {
      if (mine === asked) place.removeAttribute("aria-busy");
    }
  };
  const later = (event) => {
    if (!event.target.name) return;
    clearTimeout(waiting);
    waiting = setTimeout(look, event.target.tagName === "TEXTAREA" ? 350 : 180);
  };
  form.addEventListener("input", later);
  form.addEventListener("change", later);
  form.addEventListener("again", () => { last = null; look(); });
})();
