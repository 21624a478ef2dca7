/* What is wrong or asked in the open row, and the list of what waits for a look. */

import { allDrafts, dropDraft, keepDraft } from "./drafts.js";
import { find, form, note, rowOf, say } from "./page.js";
import { describe } from "./describe.js";
import { cells, closeRow, field, openBody, openRow, show } from "./row.js";

const DEAF = 500; /* milliseconds */

export function clearMarks() {
  for (const cell of openBody().querySelectorAll(".cell")) {
    cell.classList.remove("is-invalid", "is-asked");
    cell.removeAttribute("aria-invalid");
  }
  for (const each of openBody().querySelectorAll("#said > :not([data-said], [data-offer])")) each.remove();
}

export function showReason(shows) {
  openBody().querySelector(".why-row").hidden = !shows;
}

/* Each problem beside the number that causes it; returns the first field that is marked. */
export function showProblems(problems, stored = "") {
  clearMarks();
  const marked = [];
  for (const { deal, code, asks, sentence } of problems) {
    const line = Object.assign(document.createElement("p"), { className: asks ? "asked" : "err", textContent: sentence });
    openBody().querySelector("[data-offer]").before(line);
    const cell = deal ? cells()[deal - 1] : code === "CONTROL" ? field("control") : null;
    if (!cell) continue;
    cell.classList.add(asks ? "is-asked" : "is-invalid");
    if (!asks) cell.setAttribute("aria-invalid", "true");
    marked.push(cell);
  }
  if (stored) showReason(true);
  describe(cells(), openBody()); /* Enter does not save what is wrong */
  return marked[0];
}

/* The answer to a question of the server as a button. Whoever was in another row is put on it: what is typed on blindly
   then goes nowhere, and not into this row. */
export function askYes(draft) {
  const button = Object.assign(document.createElement("button"), {
    className: "btn btn-sm btn-secondary",
    name: draft.seen ? "seen" : "yes",
    textContent: say(draft.seen ? "correct" : "yes"),
  });
  button.setAttribute("form", form.id);
  button.setAttribute("aria-describedby", "said");
  openBody().querySelector("[data-offer]").before(button);
  if (draft.due) keepDraft(openBody().dataset.table, { ...draft, due: false });
}

/* An Enter that was meant for the row before is no answer to a question that has just come. */
export function deafen(button) {
  button.dataset.deaf = "";
  setTimeout(() => button.removeAttribute("data-deaf"), DEAF);
}

/* What was typed for a table goes: its row shows what is stored, and the cursor has a place again. */
function discard(table) {
  const body = rowOf(table);
  dropDraft(table);
  if (openBody() === body) {
    closeRow();
    openRow(body);
  } else show(body);
  listProblems();
  note(say("discarded", { table }), "ask");
  if (openBody()) cells()[0].focus();
  else find.focus();
}

/* What was refused and waits for a look, beside the grid. */
export function listProblems() {
  const panel = document.getElementById("look");
  const made = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const items = allDrafts()
    .filter(([, draft]) => draft.problems)
    .map(([table, draft]) => {
      const link = made("a", { className: "btn btn-sm btn-secondary", href: `?table=${table}`, textContent: say("look") });
      link.dataset.go = table;
      const item = document.createElement("li");
      const { sentence } = draft.problems.at(draft.seen ? -1 : 0); /* of a correction what to do, not what it changes */
      const names = made("span", { className: "names", textContent: sentence });
      const away = made("button", { className: "btn btn-sm btn-link", type: "button", textContent: say("discard") });
      away.setAttribute("aria-label", say("discard-of", { table }));
      away.addEventListener("click", () => discard(table));
      const acts = made("span", { className: "acts" });
      acts.append(link, away);
      item.append(made("span", { className: "t", textContent: table }), names, acts);
      return item;
    });
  panel.querySelector("ul").replaceChildren(...items);
  panel.hidden = !items.length;
}
