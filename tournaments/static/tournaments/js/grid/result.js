/* Four numbers as they are typed: read, and checked at once. The server checks again and decides. */

export const MIDLINE = 36;
export const ALL = 72;

const plain = (text) => text.trim().replace("\u2212", "-");

/* Card points of side A, null for an empty field, NaN for what is no number of this notation. */
export function points(text, notation) {
  const typed = plain(text);
  if (typed === "") return null;
  const right = notation === "net" ? /^([+-][0-9]{1,2}|0)$/ : /^[0-9]{1,2}$/;
  if (!right.test(typed)) return NaN;
  const number = Number(typed) + (notation === "net" ? MIDLINE : 0);
  return number >= 0 && number <= ALL ? number : NaN;
}

/* A field that holds all it can hold: the cursor moves on. */
export function complete(text, notation) {
  const full = notation === "net" ? /^([+-]([0-9]{2}|[4-9])|0)$/ : /^([0-9]{2}|[89])$/;
  return full.test(plain(text));
}

export function signed(net) {
  return net > 0 ? `+${net}` : net < 0 ? `\u2212${-net}` : "0";
}

/* Card points as a field of this notation holds them. */
export function shown(own, notation) {
  if (notation === "points") return String(own);
  const net = own - MIDLINE;
  return net > 0 ? `+${net}` : String(net);
}

/* Four numbers as the answer to a question repeats them. */
export const answer = (texts) => texts.map((text) => Number(plain(text))).join(" ");

/* What is wrong, as {word, deal, given}; `first` is the side that gives deals 1 and 3. */
export function problems(texts, notation, first) {
  const found = [];
  texts.forEach((text, index) => {
    const own = points(text, notation);
    const dealer = index % 2 ? (first === "a" ? "b" : "a") : first;
    const data = { deal: index + 1, given: text.trim() };
    if (Number.isNaN(own)) found.push({ word: "range", ...data });
    else if (own !== null && (dealer === "a" ? own : ALL - own) === 1) found.push({ word: "one", ...data });
  });
  return found;
}

/* The rare numbers that are asked about. */
export function questions(texts, notation, low, high) {
  return texts
    .map((text, index) => ({ word: "ask", deal: index + 1, given: text.trim(), own: points(text, notation) }))
    .filter(({ own }) => own !== null && (own < low || own > high));
}

/* The total on the slip against the four numbers; null when it fits or nobody typed it. */
export function wrongTotal(control, texts) {
  const expected = texts.reduce((sum, text) => sum + Number(plain(text)), 0);
  return plain(control) === "" || Number(plain(control)) === expected ? null : { given: control.trim(), expected };
}

/* Side A's balance after each deal, as far as the numbers go. */
export function running(texts, notation) {
  const totals = [];
  let total = 0;
  for (const text of texts) {
    const own = points(text, notation);
    if (own === null || Number.isNaN(own)) break;
    total += own - MIDLINE;
    totals.push(total);
  }
  return totals;
}
