/* What is typed and not stored yet, table by table. It survives a reload, a lost connection and a login. */

import { live, notation } from "./page.js";

/* The same in every language, and of its own in each notation: no number is ever read in the other one. */
const place = `grid:${live.replace(/^\/[a-z]{2}\//, "/")}:${notation}`;
let drafts = {};
try {
  drafts = JSON.parse(sessionStorage.getItem(place)) || {};
} catch {
  drafts = {};
}

function write() {
  try {
    sessionStorage.setItem(place, JSON.stringify(drafts));
  } catch {
    /* a full or forbidden store: the numbers still live in this page */
  }
}

export const draftOf = (table) => drafts[table];
export const allDrafts = () => Object.entries(drafts);

export function keepDraft(table, draft) {
  drafts[table] = draft;
  write();
}

export function dropDraft(table) {
  delete drafts[table];
  write();
}
