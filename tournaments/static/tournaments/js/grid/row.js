/* Rows: at most one is open, the others show what is stored, or what is typed and not stored yet. */

import { draftOf, dropDraft, keepDraft } from "./drafts.js";
import { form, note, notation, rowOf, rows, say } from "./page.js";
import { describe } from "./describe.js";
import { shown } from "./result.js";
import { askYes, deafen, listProblems, showProblems, showReason } from "./told.js";

let open = null; /* the tbody that is open */
const pristine = new Map(); /* the nodes of each closed row as the server made them */

export const openBody = () => open;
export const cells = () => [...open.querySelectorAll(".g .cell")];
export const texts = () => cells().map((cell) => cell.value);
export const field = (name) => open.querySelector(`[name=${name}]`);
export const corrects = () => open.dataset.points !== "";
export const same = () => corrects() && texts().join() === storedTexts(open).join();

/* Rows are copied as nodes: text of the server or of a person never becomes markup here. */
function copyOf(parent) {
  const copy = document.createDocumentFragment();
  copy.append(...[...parent.childNodes].map((node) => node.cloneNode(true)));
  return copy;
}

/* The empty open row of the page, for a table. */
function blankRow(table) {
  const blank = copyOf(document.getElementById("now-row").content.querySelector("tbody"));
  const words = document.createTreeWalker(blank, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) words.currentNode.data = words.currentNode.data.replaceAll("{table}", table);
  for (const each of blank.querySelectorAll("[autofocus]")) each.removeAttribute("autofocus");
  return blank;
}

/* The stored numbers of a table in the notation of the page, four empty texts without a result. */
export function storedTexts(body) {
  if (body.dataset.points === "") return ["", "", "", ""];
  return body.dataset.points.split(",").map((own) => shown(Number(own), notation));
}

/* What the fields of a table begin with: its result, or what a side claims. */
function offeredTexts(body) {
  const { claim } = body.dataset;
  return claim ? claim.split(",").map((own) => shown(Number(own), notation)) : storedTexts(body);
}

/* Numbers of a side stand grey in their fields until somebody types; a sentence says whose they are. */
function offer() {
  const { claim, claimant } = open.dataset;
  open.querySelector("[data-offer]").textContent = claim ? say("offered", { side: claimant }) : "";
  for (const cell of cells()) cell.toggleAttribute("data-offered", Boolean(claim));
}

export function typedOver() {
  open.querySelector("[data-offer]").textContent = "";
  for (const cell of cells()) cell.removeAttribute("data-offered");
}

export function openRow(body) {
  if (open === body) return;
  if (body.dataset.decide) {
    location.assign(body.dataset.decide); /* a conflict is decided, not typed */
    return;
  }
  if (open) closeRow();
  open = body;
  const { table } = body.dataset;
  body.replaceChildren(copyOf(pristine.get(table)));
  const line = body.rows[0];
  const sides = ["a", "b"].map((side) => line.querySelector(`[data-${side}]`));
  const [state, at] = [line.querySelector("[data-state-cell]"), line.lastElementChild].map(copyOf);
  body.replaceChildren(blankRow(table));
  ["a", "b"].forEach((side, index) => {
    const cell = body.querySelector(`[data-${side}]`);
    [cell.textContent, cell.title] = [sides[index].textContent, sides[index].title];
  });
  body.querySelector("[data-state-cell]").replaceChildren(state);
  body.querySelector("[data-at]").replaceChildren(at);
  body.querySelector("a[data-history]").href = body.dataset.history;
  fill();
  ready();
  const yes = body.querySelector("#said button");
  (yes || cells().find((cell) => cell.value === "") || cells()[0]).focus();
  if (yes) deafen(yes);
  body.scrollIntoView({ block: "nearest" });
}

/* Put what was typed, or what is stored, into the fields. */
function fill() {
  const draft = draftOf(open.dataset.table);
  const values = draft ? draft.cells : offeredTexts(open);
  cells().forEach((cell, index) => (cell.value = values[index] || ""));
  if (!draft) return offer();
  field("control").value = draft.control;
  field("reason").value = draft.reason;
}

/* Point the form and the map at the open row, and say what is known about it. */
export function ready() {
  const draft = draftOf(open.dataset.table);
  form.action = open.dataset.save;
  showReason(corrects() || Boolean(draft && draft.stored));
  lock();
  markMap();
  describe(cells(), open);
  if (!draft || !draft.problems) return;
  showProblems(draft.problems, draft.stored);
  if (draft.asks) askYes(draft);
}

export const isLocked = () => open.hasAttribute("data-locked");

/* What an organiser has decided is only looked at by others; it says so before anybody types. */
function lock() {
  for (const each of open.querySelectorAll("input:not([type=hidden])")) each.readOnly = isLocked();
  for (const each of open.querySelectorAll("#reason, label[for=reason]")) each.hidden = isLocked();
  const save = open.querySelector("[data-save]");
  [save.hidden, save.disabled] = [isLocked(), false]; /* a disabled one would keep Enter from going on */
  if (!isLocked() || open.querySelector("#said > p")) return;
  const words = Object.assign(document.createElement("p"), { className: "asked", textContent: say("locked") });
  open.querySelector("[data-offer]").before(words);
}

export function markMap() {
  for (const each of document.querySelectorAll("#map a")) {
    const here = open !== null && each.dataset.go === open.dataset.table;
    each.classList.toggle("m-here", here);
    if (here) each.setAttribute("aria-current", "true");
    else each.removeAttribute("aria-current");
  }
}

export function closeRow() {
  const body = open;
  open = null;
  show(body);
  listProblems();
}

/* The draft of a table. Where the table has got another result since, one that was taken back is gone, and one that was
   typed waits for a look; to what is on its way the server says what is wrong. */
function standing(body) {
  const { table, version, points } = body.dataset;
  const draft = draftOf(table);
  if (!draft || draft.sent || Number(draft.version) >= Number(version)) return draft;
  if (draft.taken || draft.cells.join() === storedTexts(body).join()) dropDraft(table);
  else if (points) {
    const stored = storedTexts(body).join(", ");
    const problems = [{ sentence: say("changed", { table, stored }) }];
    keepDraft(table, { ...draft, version, stored, problems, asks: false, asked: "", seen: "" });
  }
  return draftOf(table);
}

/* A closed row as it is stored. Numbers that are not stored yet stand in it while there are no others, and it says so. */
export function show(body) {
  body.replaceChildren(copyOf(pristine.get(body.dataset.table)));
  const draft = standing(body);
  if (!draft) return;
  const line = body.rows[0];
  const word = !draft.problems ? "unsent" : draft.asks ? "ask" : "refused";
  const state = copyOf(document.querySelector(`#words [data-state=${word}]`));
  if (draft.problems) line.classList.add(draft.asks ? "ask" : "bad");
  if (body.dataset.points || Number(draft.version) < Number(body.dataset.version)) {
    line.querySelector("[data-state-cell]").append(" ", state);
    return;
  }
  [...line.querySelectorAll(".g")].forEach((cell, index) => {
    cell.textContent = draft.cells[index] || "–";
    cell.classList.toggle("x", (draft.problems || []).some((problem) => problem.deal === index + 1));
  });
  line.querySelector(".sum").textContent = "–";
  line.querySelector("[data-state-cell]").replaceChildren(state);
}

/* The server's row as it is now; numbers that are being typed stay in their fields. */
export function renew(fresh) {
  const body = rowOf(fresh.dataset.table);
  if (body.dataset.version === fresh.dataset.version && body.dataset.state === fresh.dataset.state) return;
  for (const name of ["version", "state", "points", "claim", "claimant"]) body.dataset[name] = fresh.dataset[name];
  if (fresh.dataset.decide) body.dataset.decide = fresh.dataset.decide;
  else delete body.dataset.decide;
  for (const name of ["data-pending", "data-locked"]) body.toggleAttribute(name, fresh.hasAttribute(name));
  pristine.set(body.dataset.table, copyOf(fresh));
  if (body !== open) {
    show(body);
    listProblems();
    return;
  }
  const { table, decide, claim, claimant } = body.dataset;
  const draft = draftOf(table);
  if (draft) {
    if (decide) note(say("disputed", { table }), "bad", decide, "decide");
    else if (claim) note(say("claimed", { table, side: claimant }), "ask");
    else note(say("changed", { table, stored: storedTexts(body).join(", ") }), "ask");
    if (!draft.taken) return;
    dropDraft(table); /* nobody has said since that these numbers are meant */
  }
  if (decide) {
    next();
    return;
  }
  const at = cells().indexOf(document.activeElement);
  const elsewhere = at < 0 ? document.activeElement : null;
  open = null;
  openRow(body);
  if (at >= 0) cells()[at].focus();
  else if (elsewhere && elsewhere.isConnected) elsewhere.focus();
}

/* Where the cursor goes ------------------------------------------------------------------------------------------ */

/* To the next table without a result, counting as done what is on its way; without one the row closes. */
export function next() {
  const { table } = open.dataset;
  const due = rows().find((body) => body !== open && draftOf(body.dataset.table)?.due);
  const waiting = rows().filter((body) => body.hasAttribute("data-pending") && !draftOf(body.dataset.table)?.sent);
  const body = due || waiting.find((each) => Number(each.dataset.table) > Number(table)) || waiting[0];
  if (body && body !== open) openRow(body);
  else if (!body || open.dataset.decide || draftOf(table)?.sent) closeRow();
  markMap();
}

/* Away from this table, if the cursor is there. */
export function leave(table) {
  if (open !== rowOf(table)) return;
  next();
  if (open === rowOf(table)) closeRow();
}

export function step(by) {
  const all = rows();
  let at = all.indexOf(open) + by;
  while (all[at] && all[at].dataset.decide) at += by;
  if (all[at]) openRow(all[at]);
}

/* What is in the fields -------------------------------------------------------------------------------------------- */

/* Keep what is in the fields; a row as it was before needs no draft. */
export function keepTyped() {
  const { table, version } = open.dataset;
  const values = { cells: texts(), control: field("control").value, reason: field("reason").value };
  const empty = values.cells.every((text) => text === "") && values.control === "";
  const untouched = values.cells.join() === offeredTexts(open).join();
  if (empty || (untouched && values.reason === "")) return dropDraft(table);
  const before = draftOf(table) || { version };
  return keepDraft(table, { ...values, version: before.version, stored: before.stored, seen: before.seen });
}

/* Take over the page as the server has made it. */
export function takeOver() {
  for (const body of rows()) {
    const template = body.querySelector("template");
    pristine.set(body.dataset.table, copyOf(template ? template.content : body));
    if (template) takeOverOpen(body, template);
    else if (draftOf(body.dataset.table)) show(body);
  }
}

/* The row that the server has opened, with what is in its fields. */
function takeOverOpen(body, template) {
  open = body;
  template.remove();
  standing(body);
  const told = open.querySelector("#said > p") !== null;
  const untouched = texts().join() === offeredTexts(open).join();
  if (!untouched) keepTyped();
  else if (!told) fill();
  if (told) {
    describe(cells(), open);
    lock();
  } else ready();
  if (open.querySelector("#said button")) return;
  const first = cells().find((cell) => cell.value === "") || cells()[0];
  first.focus();
  first.select(); /* the browser may have put the cursor there before anybody listened */
}
