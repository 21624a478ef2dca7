// The search field filters the rows of the page while somebody types. Without this script the form asks the server.
(() => {
  "use strict";
  const folded = (text) => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/[\u00a0-]/g, " ");
  const find = (selector) => document.querySelector(selector);

  const filter = () => {
    const field = find("[data-filter]");
    if (!field) return;
    const words = folded(field.value).split(/\s+/).filter(Boolean);
    const list = field.dataset.filterList && document.getElementById(field.dataset.filterList);
    const tooShort = words.join("").length < 2;
    if (list) list.hidden = tooShort;
    let shown = 0;
    for (const row of document.querySelectorAll("[data-find]")) {
      row.folded ??= " " + folded(row.dataset.find || row.textContent).replace(/\s+/g, " ");
      row.hidden = !words.every((word) => row.folded.includes(" " + word));
      if (!row.hidden) shown += 1;
    }
    const nobody = find("[data-no-match]");
    if (nobody) nobody.hidden = shown > 0 || words.length === 0 || Boolean(list && tooShort);
  };

  const hideButton = () => {
    const button = find("[data-filter-button]");
    if (button) button.hidden = true;
  };

  // The server filtered the rows of a page with a search in its address: they are too few to filter here.
  if (new URLSearchParams(location.search).has("q")) return;
  hideButton();
  if (find("[data-filter]")?.value) filter();
  document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(); });
  document.addEventListener("submit", (event) => { if (event.target.querySelector("[data-filter]")) event.preventDefault(); });
  document.addEventListener("live:changed", () => {
    hideButton();
    if (find("[data-filter]")?.value) filter();
  });
})();
