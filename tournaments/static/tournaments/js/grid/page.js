/* What the page gives to its script: the table, the form, the settings, the words in the reader's language. */

export const grid = document.getElementById("grid");
export const form = document.getElementById("keying");
export const find = document.getElementById("find");
/* Address of the refreshing part, notation ("points" or "net"), and numbers of the rules. */
export const { live, notation } = grid.dataset;
export const [low, high, twoPackets, onePacket] = ["low", "high", "two", "one"].map((name) => Number(grid.dataset[name]));

const words = {};
for (const each of document.querySelectorAll("#words [data-word]")) words[each.dataset.word] = each.textContent;

/* A sentence with its gaps filled. */
export const say = (word, data = {}) => words[word].replace(/\{(\w+)\}/g, (_, name) => data[name]);

/* The status line: `kind` is good (it is on disk), ask or bad; with a link, which says `word`. */
export function note(text, kind = "", link = null, word = "login") {
  const saved = document.getElementById("saved");
  saved.className = `saved ${kind}`;
  saved.textContent = text;
  if (link) saved.append(" ", Object.assign(document.createElement("a"), { href: link, textContent: words[word] }));
}

/* The status line with a way to the row that it is about. */
export function noteOf(table, text, kind) {
  note(text, kind, `?table=${table}`, "look");
  document.querySelector("#saved a").dataset.go = table;
}

export const rowOf = (table) => document.getElementById(`t${table}`);
export const rows = () => [...grid.tBodies];
