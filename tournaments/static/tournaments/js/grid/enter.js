/* Typing in the open row, and Enter: everything is checked before the cursor leaves the row. */

import { draftOf, dropDraft, keepDraft } from "./drafts.js";
import { describe } from "./describe.js";
import { high, low, notation, say } from "./page.js";
import { answer, complete, problems, questions, wrongTotal } from "./result.js";
import { cells, corrects, field, isLocked, keepTyped, leave, next, openBody, same, texts, typedOver } from "./row.js";
import { isUnderway, send } from "./server.js";
import { clearMarks, showProblems, showReason } from "./told.js";

const inWords = ({ word, deal, given }) => ({ deal, asks: word === "ask", sentence: say(word, { deal, given }) });

/* One request has one key: a repeated one is stored once. Also without https, where randomUUID does not exist. */
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/* After each key: keep it, describe it, and move on when the field is full and right. */
export function typedInto(cell) {
  clearMarks();
  typedOver();
  keepTyped();
  const all = cells();
  const at = all.indexOf(cell);
  if (at >= 0 && complete(cell.value, notation)) {
    const wrong = problems(texts(), notation, openBody().dataset.first).find(({ deal }) => deal === at + 1);
    if (wrong) showProblems([inWords(wrong)]).select();
    else if (all[at + 1]) all[at + 1].focus();
  }
  describe(all, openBody());
}

export function enter(yes) {
  if (isUnderway(openBody().dataset.table)) return undefined; /* what it says there is not known yet */
  if (isLocked()) return next();
  const typed = texts();
  if (typed.every((text) => text === "")) return next();
  const empty = typed.findIndex((text) => text.trim() === "");
  if (empty >= 0) {
    showProblems([{ deal: empty + 1, sentence: say("next", { deal: empty + 1 }) }]);
    return cells()[empty].focus();
  }
  const wrong = findProblems(typed);
  if (wrong.length) return showProblems(wrong)?.select();
  if (same()) {
    dropDraft(openBody().dataset.table);
    return next();
  }
  if (!reasoned() || !answered(typed, yes)) return undefined;
  return off(typed, yes);
}

function findProblems(typed) {
  const found = problems(typed, notation, openBody().dataset.first).map(inWords);
  const total = found.length ? null : wrongTotal(field("control").value, typed);
  return total ? [{ code: "CONTROL", sentence: say("control", total) }] : found;
}

/* A result that is there already is changed for a reason. */
function reasoned() {
  const reason = field("reason");
  const needed = corrects() || Boolean(draftOf(openBody().dataset.table)?.stored);
  if (!needed || reason.value.trim() !== "") return true;
  showProblems([{ sentence: say("reason") }]);
  showReason(true);
  reason.focus();
  return false;
}

/* A rare number is asked about once; Enter again is the answer, for just these numbers. */
function answered(typed, yes) {
  const { table } = openBody().dataset;
  const asked = questions(typed, notation, low, high);
  if (!asked.length || yes || draftOf(table)?.asked === answer(typed)) return true;
  keepTyped();
  keepDraft(table, { ...draftOf(table), asked: answer(typed) });
  showProblems(asked.map(inWords));
  return false;
}

/* On its way; the cursor is in the next table before the answer comes. A correction is asked about: the cursor waits. */
function off(typed, yes) {
  const { table, version } = openBody().dataset;
  const before = draftOf(table) || { version };
  const asked = yes || before.asked === answer(typed) || questions(typed, notation, low, high).length > 0;
  const draft = {
    cells: typed,
    control: field("control").value,
    reason: field("reason").value,
    version: before.version,
    seen: before.seen || "",
    key: newKey(),
    yes: asked ? answer(typed) : "",
    sent: true,
    corrects: corrects(),
  };
  keepDraft(table, draft);
  if (!corrects() && !before.stored) leave(table);
  return send(table, draft);
}
