/* What the page of a table does not need at once. Numbers that could not be sent fill the screen, and a QR code carries
   them to the office: fetched while there is a network, as it is needed when there is none. This file gets its tools
   from phone.js instead of importing them: the page may have that file under another name, and would run it twice. */

import { generate } from "../../qr/lean-qr-nano.mjs";

const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXY";

/* Whether the numbers fill the screen now; those of an incomplete result do not. */
export function showUnsent(form, data, tools) {
  const { $, again, kept, points, signed, stopTrying, sum, svg, tell } = tools;
  const task = $("#task");
  const numbers = points(kept(data));
  if (task.hidden) return true;
  if (!data.get("at") || numbers.includes(null)) return false;
  const view = document.createElement("div");
  view.append($("#unsent").content.cloneNode(true));
  const first = $("li", view);
  ["cuppas", "rosas", "bastuns", "spadas"].forEach((suit, place) => {
    const item = first.cloneNode(true);
    $("use", item).setAttribute("href", `#suit-${suit}`);
    $("b", item).textContent = numbers[place];
    $(".muted", item).textContent = 72 - numbers[place];
    first.before(item);
  });
  first.remove();
  $("[data-sum]", view).textContent = `${sum(numbers)} : ${288 - sum(numbers)}`;
  $("[data-net]", view).textContent = signed(sum(numbers) - 144);
  $("[data-do=mend]", view).onclick = () => {
    stopTrying();
    /* Numbers that are changed after a try whose answer was lost are another request. */
    form.elements.key.value = newKey();
    view.remove();
    task.hidden = false;
    $(".digits")?.focus();
  };
  $("[data-do=retry]", view).onclick = again;
  $("[data-do=show]", view).onclick = () => {
    const box = $("[data-shown]", view);
    const line = officeLine(form.dataset.line, numbers);
    $("b", box).textContent = line;
    if (box.hidden) box.prepend(drawn(generate(line), svg));
    box.hidden = false;
    box.scrollIntoView();
  };
  $(".offline")?.remove();
  task.hidden = true;
  task.after(view);
  tell($("[data-say]", view));
  return true;
}

function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (each) => each.toString(16).padStart(2, "0")).join("");
}

/* `TROCCAS 4 12 A 40 30 36 50 9`, as scoring/shown_result.py reads it: weights 3, 9, 27, … modulo 31. */
export function officeLine(place, numbers) {
  const [round, table, side] = place.split(" ");
  const two = (number) => String(number).padStart(2, "0");
  const text = two(round) + table.padStart(3, "0") + side + numbers.map(two).join("");
  let [total, weight] = [0, 1];
  for (const symbol of text) {
    weight = (weight * 3) % SYMBOLS.length;
    total += SYMBOLS.indexOf(symbol) * weight;
  }
  return `TROCCAS ${place} ${numbers.join(" ")} ${SYMBOLS[total % SYMBOLS.length]}`;
}

function drawn(code, svg) {
  const fields = [...Array(code.size ** 2).keys()].map((at) => [at % code.size, Math.floor(at / code.size)]);
  const d = fields.filter(([x, y]) => code.get(x, y)).map(([x, y]) => `M${x} ${y}h1v1h-1z`);
  const picture = svg("svg", { viewBox: `-4 -4 ${code.size + 8} ${code.size + 8}`, role: "img", "aria-label": "QR" });
  picture.append(svg("path", { d: d.join("") }));
  return picture;
}

let poll;
/* What the other side or the office does shows by itself. */
export function watch(tools) {
  clearTimeout(poll);
  const seconds = Number(tools.now().dataset.poll);
  if (seconds) poll = setTimeout(() => look(tools), seconds * (700 + 600 * Math.random()));
}
async function look(tools) {
  const form = tools.now();
  const data = new FormData(form);
  data.set("do", "poll");
  const page = document.hidden || !tools.quiet() ? null : await tools.post(data).catch(() => null);
  if (form !== tools.now()) return;
  if (page && tools.quiet()) tools.arrive(page);
  else watch(tools);
}
