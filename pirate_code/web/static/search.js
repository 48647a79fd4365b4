// Results as you type: the same page is fetched and its results put in place; without this the form still works.
(() => {
  const form = document.getElementById("search");
  const box = document.getElementById("q");
  let waiting = 0, last = box.value, asked = 0;
  const look = async () => {
    const address = form.action + "?" + new URLSearchParams(new FormData(form));
    const mine = ++asked;
    const answer = await fetch(address);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine !== asked) return;
    document.getElementById("found").replaceChildren(...page.getElementById("found").childNodes);
    document.title = page.title;
    history.replaceState(null, "", address);
  };
  const later = () => {
    if (box.value === last) return;
    last = box.value;
    clearTimeout(waiting);
    waiting = setTimeout(look, 180);
  };
  box.addEventListener("input", later);
  form.querySelector("select").addEventListener("change", look);
  form.querySelector("[type=checkbox]").addEventListener("change", look);
})();
