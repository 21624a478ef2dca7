/* To the server and back: results are sent while one types on, what others store is fetched. */

import { allDrafts, draftOf, dropDraft, keepDraft } from "./drafts.js";
import { find, form, live, notation, note, noteOf, rowOf, say } from "./page.js";
import { answer as numbersOf } from "./result.js";
import { leave, markMap, openBody, openRow, ready, renew, show } from "./row.js";
import { listProblems } from "./told.js";

const UNDO = 30000; /* milliseconds in which the last result may be taken back */
const QUESTIONS = ["CONFIRM_EXTREME", "DEALER_UNKNOWN", "TOO_EARLY", "ALL_EQUAL", "SAME_NUMBERS", "SAME_DEVICE"];
const underway = new Set(); /* tables whose answer is not here yet */
const sending = new Set(); /* all that has not ended, with the look at the server that follows */
let lastSaved = null;
let etag = "";
let loggedOut = false;

/* Status and JSON of the answer; throws when the server cannot be reached. */
async function post(address, data) {
  const body = new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, ...data });
  const response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
  const json = (response.headers.get("Content-Type") || "").includes("json");
  return { status: response.status, ...(json ? await response.json() : {}) };
}

export const isUnderway = (table) => underway.has(table);

export function send(table, draft) {
  const sent = deliver(table, draft);
  sending.add(sent);
  return sent.finally(() => sending.delete(sent));
}

async function deliver(table, draft, again = false) {
  const { control, reason, version, key, yes, seen } = draft;
  const data = { control, reason, version, key, yes, seen: seen || "", notation };
  draft.cells.forEach((text, index) => (data[`d${index + 1}`] = text));
  let answer;
  underway.add(table);
  try {
    answer = await post(rowOf(table).dataset.save, data);
  } catch {
    return unsent(table, draft);
  } finally {
    underway.delete(table);
  }
  if (answer.saved) return stored(table, draft, answer);
  if (answer.status === 401) {
    loggedOut = true;
    return note(answer.problems[0].sentence, "bad", answer.login);
  }
  if (answer.status === 403 && answer.problems && !again) {
    await newToken();
    return deliver(table, draft, true);
  }
  return refused(table, draft, answer);
}

/* Whether the row still holds what was sent: nobody has typed on in it. */
const isAsSent = (table, draft) => draftOf(table)?.key === draft.key;

function stored(table, draft, answer) {
  if (isAsSent(table, draft)) {
    dropDraft(table);
    leave(table);
  }
  loggedOut = false;
  if (openBody() !== rowOf(table)) show(rowOf(table));
  lastSaved = { table, version: answer.version, cells: draft.cells, corrects: draft.corrects, at: Date.now() };
  if (answer.disputed) note(answer.sentence, "bad", answer.decide, "decide");
  else note(answer.sentence, "good");
  listProblems();
  return refresh();
}

/* Sides disagree: what was typed goes along to the page that decides. */
function undecided(table, answer) {
  dropDraft(table);
  note(answer.problems[0].sentence, "bad", answer.decide, "decide");
  if (openBody() !== rowOf(table)) show(rowOf(table));
  return refresh();
}

function refused(table, draft, answer) {
  if (answer.decide) return undecided(table, answer);
  if (!isAsSent(table, draft)) return refresh();
  const problems = answer.problems || [{ sentence: say("failed", { table }) }];
  const asks = Boolean(answer.seen) || problems.every(({ code }) => QUESTIONS.includes(code));
  const kept = { ...draft, sent: false, asks, problems: problems.map((each) => ({ ...each, asks })), stored: answer.stored };
  if (answer.stored) kept.problems.push({ sentence: say("stored", { stored: answer.stored }) });
  if (answer.version !== undefined) kept.version = answer.version;
  kept.seen = answer.seen || ""; /* what the correction changes has been said: saving again is the answer */
  if (asks) kept.asked = numbersOf(draft.cells);
  keepDraft(table, kept);
  showRefused(table, kept);
  listProblems();
  return refresh();
}

/* A question stands in its row, with the cursor, so that Enter answers it and nothing else. Whoever types in another row
   stays there, and comes to the question afterwards. */
function showRefused(table, draft) {
  const body = rowOf(table);
  const here = openBody() === body;
  const elsewhere = !here && openBody() && (!draft.asks || typesElsewhere());
  if (here) ready();
  else if (!elsewhere) openRow(body);
  else {
    keepDraft(table, { ...draft, due: draft.asks });
    show(body);
  }
  const sentences = draft.problems.map(({ sentence }) => sentence);
  if (elsewhere && draft.asks) noteOf(table, say("kept", { table }), "ask");
  else if (draft.asks) note(`${table}: ${draft.seen ? sentences.at(-1) : sentences.join(" ")}`, "ask");
  else if (elsewhere) noteOf(table, `${table}: ${sentences.join(" ")}`, "bad");
  else note(`${table}: ${sentences.join(" ")}`, "bad");
}

/* Whether somebody would be torn away from what is half typed. */
function typesElsewhere() {
  const draft = draftOf(openBody().dataset.table);
  return Boolean(draft) || (document.activeElement === find && find.value !== "");
}

function unsent(table, draft) {
  keepDraft(table, { ...draft, unsent: true });
  note(say("unsent", { table }), "ask");
  leave(table);
  if (openBody() !== rowOf(table)) show(rowOf(table));
}

/* Send again what found no connection; the key of each makes sure that it is stored once. */
export function retry() {
  if (loggedOut) return;
  for (const [table, draft] of allDrafts()) if (draft.unsent) resend(table, draft);
}

/* After a login or a reload: what was on its way is sent again. */
export function resume() {
  for (const [table, draft] of allDrafts()) if (draft.sent) resend(table, draft);
}

function resend(table, draft) {
  const again = { ...draft, unsent: false };
  keepDraft(table, again);
  return send(table, again);
}

/* A button beside the grid (call a table, stop calling): done without leaving the row. */
export async function quick(button) {
  let answer;
  try {
    answer = await post(button.form.action, { [button.name]: button.value });
  } catch {
    return note(say("no-connection"), "ask");
  }
  if (answer.sentence || answer.problems) note(answer.sentence || answer.problems[0].sentence, answer.saved ? "good" : "bad");
  return refresh();
}

async function newToken() {
  const page = await fetch(location.pathname, { headers: { Accept: "text/html" }, cache: "no-store" });
  const html = new DOMParser().parseFromString(await page.text(), "text/html");
  const token = html.querySelector("#keying [name=csrfmiddlewaretoken]");
  if (token) form.elements.csrfmiddlewaretoken.value = token.value;
}

export const nothingToUndo = () => note(say("no-undo"), "ask");

/* Take back one's own last result, typed less than 30 seconds ago: its numbers come back into the fields, those that a
   correction had replaced into their place. */
export async function undo() {
  await Promise.allSettled([...sending]); /* the last result may be on its way */
  if (!lastSaved || Date.now() - lastSaved.at > UNDO) return nothingToUndo();
  const { table, version, cells, corrects } = lastSaved;
  lastSaved = null;
  let answer;
  try {
    answer = await post(rowOf(table).dataset.undo, { version });
  } catch {
    return note(say("failed", { table }), "bad");
  }
  if (!answer.saved) return note(answer.problems ? answer.problems[0].sentence : say("failed", { table }), "bad");
  await refresh();
  note(answer.sentence, "good");
  if (!corrects) keepDraft(table, { cells, control: "", reason: "", version: answer.version, taken: true });
  return openRow(rowOf(table));
}

/* What others have stored meanwhile; nothing is sent while nothing has changed. */
export async function refresh() {
  if (loggedOut) return;
  let response;
  try {
    response = await fetch(live, { headers: { "If-None-Match": etag }, cache: "no-store" });
  } catch {
    return; /* the next one will do */
  }
  loggedOut = response.redirected;
  if (response.status !== 200 || loggedOut) return;
  etag = response.headers.get("ETag") || "";
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  for (const name of ["bar", "map", "side"]) replace(document.getElementById(name), page.querySelector(`[data-live=${name}]`));
  for (const fresh of page.querySelector("[data-live=rows]").tBodies) renew(fresh);
  markMap();
}

/* New content for a part of the page; the focus stays on the link or button where it was. */
function replace(part, fresh) {
  const focused = part.contains(document.activeElement) ? document.activeElement : null;
  part.replaceChildren(...fresh.childNodes);
  if (!focused) return;
  const action = focused.form?.getAttribute("action");
  const where = focused.dataset.go ? `[data-go="${focused.dataset.go}"]` : action ? `form[action="${action}"] button` : "button";
  const again = part.querySelector(where);
  (again || part.querySelector("a, button"))?.focus();
}
