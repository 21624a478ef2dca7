/* What follows from the numbers so far, while they are typed: the other side, buns and schliats, totals, packets. */

import { notation, onePacket, say, twoPackets } from "./page.js";
import { ALL, MIDLINE, complete, points, running, signed } from "./result.js";

/* Texts of the fields; one in which somebody is still typing does not count yet. */
const settled = (cells) =>
  cells.map((cell) => (cell === document.activeElement && !complete(cell.value, notation) ? "" : cell.value));

export function describe(cells, body) {
  const typed = settled(cells);
  const numbers = typed.map((text) => points(text, notation)).filter((own) => own !== null && !Number.isNaN(own));
  const sum = numbers.reduce((all, own) => all + own, 0);
  const net = signed(sum - MIDLINE * numbers.length);
  const some = numbers.length > 0;
  body.querySelector("[data-sum]").textContent = !some ? "–" : notation === "net" ? net : sum;
  body.querySelector("[data-net]").textContent = some && notation === "points" ? net : "";
  describeRunning(running(typed, notation), body);
  body.querySelector("[data-said]").textContent = sentence(typed, cells, body);
}

/* The balance after each deal, with its mark from the score on at which fewer packets may be asked for. */
function describeRunning(totals, body) {
  body.querySelectorAll("[data-run]").forEach((cell, index) => {
    const behind = Math.abs(totals[index] || 0);
    cell.textContent = index < totals.length ? signed(totals[index]) : "";
    cell.className = `g${behind >= onePacket ? " mark18" : behind >= twoPackets ? " mark9" : ""}`;
  });
  const last = totals.at(-1) || 0;
  const may = totals.length < 4 && Math.abs(last) >= twoPackets;
  const word = Math.abs(last) >= onePacket ? "one-packet" : "two";
  body.querySelector("[data-packets]").textContent = may ? say(word, { side: last < 0 ? "A" : "B" }) : "";
}

/* The deal typed last in full, then what comes next. */
function sentence(typed, cells, body) {
  const at = cells.indexOf(document.activeElement);
  const deal = at > 0 && typed[at] === "" ? at : Math.max(at, 0) + 1;
  const own = points(typed[deal - 1], notation);
  const parts = [];
  if (own === MIDLINE) parts.push(say("level", { deal }));
  else if (own !== null && !Number.isNaN(own)) {
    const word = own > MIDLINE ? "buns" : "schliats";
    parts.push(say("said", { deal, own, their: ALL - own, count: Math.abs(own - MIDLINE), word }));
  }
  if (body.hasAttribute("data-locked")) return parts.join(" "); /* only to look at: nothing is typed or saved */
  const empty = typed.indexOf("");
  if (empty >= 0) parts.push(say("next", { deal: empty + 1 }));
  else if (!body.querySelector(".cell.is-invalid")) parts.push(say("ready"));
  return parts.join(" ");
}
