/* Numbers that could not be sent: they fill the screen, and a QR code carries them to the office. Fetched while there is
   a network, as it is needed when there is none. It gets its tools from phone.js instead of importing them: the page may
   have that file under another name, and would then run it twice. */

import { generate } from "../../qr/lean-qr-nano.mjs";

const SYMBOLS = "0123456789ABCDEFGHJKMNPQRSTVWXY";

export function showUnsent(form, data, tools) {
  const { $, $$, again, kept, points, signed, stopTrying, sum, svg, tell } = tools;
  const task = $("#task");
  const numbers = points(kept(data));
  if (task.hidden || !data.get("at") || numbers.includes(null)) return;
  const view = document.createElement("div");
  view.append($("#unsent").content.cloneNode(true));
  $$("li", view).forEach((item, place) => {
    $("b", item).textContent = numbers[place];
    $(".muted", item).textContent = 72 - numbers[place];
  });
  $("[data-sum]", view).textContent = `${sum(numbers)} : ${288 - sum(numbers)}`;
  $("[data-net]", view).textContent = signed(sum(numbers) - 144);
  $("[data-do=mend]", view).onclick = () => {
    stopTrying();
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
