/* The keyboard grid: one row is open, Enter sends it and opens the next, the answer arrives while one types on.
   Without this script the same form is sent row by row. */

import { allDrafts, draftOf } from "./grid/drafts.js";
import { describe } from "./grid/describe.js";
import { enter, typedInto } from "./grid/enter.js";
import { find, form, grid, note, rowOf, rows, say } from "./grid/page.js";
import { cells, keepTyped, openBody, openRow, step, takeOver } from "./grid/row.js";
import { nothingToUndo, quick, refresh, resume, retry, undo } from "./grid/server.js";
import { listProblems } from "./grid/told.js";

const EVERY = 4000; /* milliseconds between two looks at the server */
const KEYS_OFF = "grid-single-keys-off";

/* A table by its number, or the first with this name; accents do not matter. */
function search() {
  if (/^\s*TROCCAS\s/i.test(find.value)) return location.assign(`${grid.dataset.shown}?line=${encodeURIComponent(find.value)}`);
  const wanted = find.value.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const body = wanted && (rowOf(wanted) || rows().find((each) => each.dataset.words.includes(wanted)));
  if (!body) return note(say("nothing-found"), "ask");
  find.value = "";
  return openBody() === body ? cells()[0].focus() : openRow(body);
}

/* Shortcuts of one key can be switched off: they get into the way of speech input. */
const singleKeys = document.getElementById("single-keys");
try {
  singleKeys.checked = localStorage.getItem(KEYS_OFF) === null;
} catch {
  singleKeys.checked = true;
}
singleKeys.addEventListener("change", () => {
  try {
    if (singleKeys.checked) localStorage.removeItem(KEYS_OFF);
    else localStorage.setItem(KEYS_OFF, "1");
  } catch {
    /* then it holds for this page */
  }
});

function toggleHelp() {
  const help = document.getElementById("help");
  help.open = !help.open;
  if (help.open) help.querySelector("summary").focus();
  else if (openBody()) cells()[0].focus();
}

function singleKey(event) {
  const writes = event.target.matches("input:not(.cell):not([type=checkbox]), textarea, select");
  if (!singleKeys.checked || writes || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (event.key === "/") find.select();
  else if (event.key === "?") toggleHelp();
  else return false;
  return true;
}

function rowKey(event) {
  const at = cells().indexOf(event.target);
  const inRow = at >= 0 || event.target.matches("#said button");
  const bare = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
  if (bare && event.key === "F2") location.assign(openBody().dataset.history);
  else if (bare && inRow && event.key === "ArrowDown") step(1);
  else if (bare && inRow && event.key === "ArrowUp") step(-1);
  else if (bare && at > 0 && event.key === "Backspace" && event.target.value === "") cells()[at - 1].focus();
  else return false;
  return true;
}

/* Undo of the browser first: it takes back what was typed into a field since the row is open. */
let typedLast = null;
function undoKey(event) {
  const pressed = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key === "z";
  if (!pressed || event.target === find) return false;
  const draft = openBody() && draftOf(openBody().dataset.table);
  if (draft && openBody().contains(typedLast)) return false;
  if (draft?.asks) nothingToUndo(); /* it is not stored yet */
  else undo();
  return true;
}

document.addEventListener("keydown", (event) => {
  /* a key held down sends one table, not the next ones as well */
  if (event.repeat && event.key === "Enter") return event.preventDefault();
  if (event.key === "Escape" && event.target === find && openBody()) cells()[0].focus();
  else if (!singleKey(event) && !undoKey(event) && !(openBody() && rowKey(event))) return undefined;
  return event.preventDefault();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go], .grid th.t a");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  openRow(link.dataset.go ? rowOf(link.dataset.go) : link.closest("tbody"));
});
grid.addEventListener("focusin", (event) => {
  if (!event.target.matches(".cell")) return;
  event.target.select();
  describe(cells(), openBody());
});
grid.addEventListener("input", (event) => {
  typedLast = event.target;
  if (event.target.matches(".cell")) typedInto(event.target);
  else keepTyped();
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (openBody() && !event.submitter?.hasAttribute("data-deaf")) enter(event.submitter?.name === "yes");
});
document.getElementById("side").addEventListener("submit", (event) => {
  if (!event.target.hasAttribute("data-quick")) return;
  event.preventDefault();
  quick(event.submitter);
});
document.getElementById("find-form").addEventListener("submit", (event) => {
  event.preventDefault();
  search();
});

takeOver();
const waiting = allDrafts().map(([table]) => table).filter((table) => rowOf(table) !== openBody());
if (waiting.length) note(say("kept", { table: waiting.join(", ") }), "ask");
listProblems();
resume();
setInterval(retry, EVERY);
setInterval(() => {
  for (const each of grid.querySelectorAll("[data-minutes]"))
    each.textContent = each.textContent.replace(/\d+/, (minutes) => Number(minutes) + 1);
}, 60000);
setInterval(() => document.hidden || refresh(), EVERY);
addEventListener("online", retry);
grid.dataset.ready = ""; /* from here on keys are heard: tests wait for it */
