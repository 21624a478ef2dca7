"use strict";
/* Four numbers as they are typed: read, and checked at once. The server checks again and decides. */
const gridResult = (() => {
  const MIDLINE = 36;
  const ALL = 72;

  /* Card points of side A, null for an empty field, NaN for what is no number of this notation. */
  function points(text, notation) {
    const plain = text.trim().replace("\u2212", "-");
    if (plain === "") return null;
    const right = notation === "net" ? /^([+-][0-9]{1,2}|0)$/ : /^[0-9]{1,2}$/;
    if (!right.test(plain)) return NaN;
    const number = Number(plain) + (notation === "net" ? MIDLINE : 0);
    return number >= 0 && number <= ALL ? number : NaN;
  }

  /* A field that holds all it can hold: the cursor moves on. */
  function complete(text, notation) {
    const full = notation === "net" ? /^([+\-\u2212]([0-9]{2}|[4-9])|0)$/ : /^([0-9]{2}|[89])$/;
    return full.test(text);
  }

  function signed(net) {
    return net > 0 ? `+${net}` : net < 0 ? `\u2212${-net}` : "0";
  }

  /* What is wrong (a list of [word, deal, given]) with four texts; `first` is the side that gives deals 1 and 3. */
  function problems(texts, notation, first) {
    const found = [];
    texts.forEach((text, index) => {
      const own = points(text, notation);
      const dealer = index % 2 ? (first === "a" ? "b" : "a") : first;
      if (Number.isNaN(own)) found.push(["range", index + 1, text.trim()]);
      else if (own !== null && (dealer === "a" ? own : ALL - own) === 1) found.push(["one", index + 1, text.trim()]);
    });
    return found;
  }

  /* The rare numbers that are asked about. */
  function questions(texts, notation, low, high) {
    return texts
      .map((text, index) => ["ask", index + 1, text.trim(), points(text, notation)])
      .filter(([, , , own]) => own !== null && (own < low || own > high));
  }

  /* Side A's balance after each deal, as far as the numbers go. */
  function running(texts, notation) {
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

  return { ALL, MIDLINE, complete, points, problems, questions, running, signed };
})();
