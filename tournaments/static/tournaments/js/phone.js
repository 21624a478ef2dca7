/* The page of a table. All of it works without this script; with it, numbers add up while one types, what cannot be
   sent is kept and tried again, and no token stays in the address bar. phone/later.js follows when there is time. */

const KEPT = ["d1", "d2", "d3", "d4", "s1", "s2", "s3", "s4", "notation", "key", "version", "yes"];
const TWO_DAYS = 172800000;
let form, busy, waiting, tries, timer, later;

const $ = (selector, root = form) => root.querySelector(selector);
const $$ = (selector, root = form) => [...root.querySelectorAll(selector)];
const signed = (n) => (n > 0 ? "+" : n < 0 ? "−" : "") + Math.abs(n);
const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
const kept = (data) => Object.fromEntries(KEPT.map((name) => [name, data.get(name) || ""]));
const svg = (name, attributes) => {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  Object.entries(attributes).forEach(([key, text]) => element.setAttribute(key, text));
  return element;
};
const value = (name) => form.elements[name]?.value || "";
const typing = () => value("at") === "entry";
const inNet = () => value("notation") === "net";
const digits = () => $$(".digits");

/* What is kept on the phone: four numbers and a key. */
function stored() {
  try {
    const draft = JSON.parse(localStorage.getItem(form.dataset.draft));
    return draft && Date.now() - draft.time < TWO_DAYS ? draft : null;
  } catch {
    return null;
  }
}
function store(data, sent) {
  try {
    localStorage.setItem(form.dataset.draft, JSON.stringify({ ...kept(data), sent, time: Date.now() }));
  } catch {} /* a browser that keeps nothing: the page itself still does */
}
function forget() {
  try {
    localStorage.removeItem(form.dataset.draft);
  } catch {}
}

/* Own card points of the four deals; null where there is no number that can be. */
function points(data) {
  return [1, 2, 3, 4].map((deal) => {
    const text = data[`d${deal}`].trim();
    const [, typed, number] = /^([+−-]?)(\d{1,2})$/.exec(text) || [];
    if (!number || (typed && data.notation !== "net")) return null;
    const sign = typed || data[`s${deal}`];
    if (data.notation === "net" && +number && !sign) return null;
    const own = data.notation === "net" ? 36 + (sign === "+" ? +number : -number) : +number;
    return own >= 0 && own <= 72 ? own : null;
  });
}

/* Complement, net, bars and sums. */
function reckon() {
  if (!typing()) return;
  const numbers = points(kept(new FormData(form)));
  $$(".deals tbody tr").forEach((row, place) => show(row, numbers[place], 1));
  const known = numbers.filter((each) => each !== null);
  const net = sum(known) - 36 * known.length;
  const any = known.length > 0;
  show($(".deals tfoot"), any ? sum(known) : null, known.length);
  $(".deals tfoot .us").textContent = !any ? "–" : inNet() ? signed(net) : sum(known);
  $("#count").textContent = $("#count").dataset.words.replace("{n}", known.length);
  $("#buns").textContent = sum(known.map((each) => Math.max(each - 36, 0)));
  $("#schliats").textContent = sum(known.map((each) => Math.max(36 - each, 0)));
  const played = numbers.indexOf(null);
  packets(known.length === played ? net : 0);
}
function show(row, own, deals) {
  const known = own !== null;
  const net = known ? own - 36 * deals : 0;
  const them = 72 * deals - own;
  $(".them", row).textContent = known ? (inNet() ? `${own} : ${them}` : them) : "–";
  if (inNet()) return;
  $(".net span", row).textContent = known ? signed(net) : "–";
  $(".mid", row)?.remove();
  if (deals && known) $(".net", row).append(bar(net));
}
/* Buns go right, solid; schliats go left, hatched. A net of 20 reaches the end. */
function bar(net) {
  const length = Math.round(Math.min(Math.abs(net), 20) * 16.5) / 10;
  const d = net < 0 ? `M33 .6h-${length}v6.8H33z` : `M33 0h${length}v8H33z`;
  const box = svg("svg", { class: "mid", width: 66, height: 8, "aria-hidden": true });
  box.append(svg("path", { class: "ax", d: "M0 7.5H66" }), svg("path", { class: net < 0 ? "s" : "b", d: net ? d : "" }));
  if (net < 0) box.append(svg("path", { fill: form.dataset.hatch, d }));
  box.append(svg("path", { class: "zero", d: "M33 -2V10" }));
  return box;
}
/* A side that is far enough behind before the next deal may ask for fewer packets. */
function packets(net) {
  const box = $("#packets");
  const fewest = [box.dataset.one, box.dataset.two].findIndex((limit) => Math.abs(net) >= limit) + 1;
  box.hidden = !fewest;
  box.textContent = fewest ? box.getAttribute(`data-${net < 0 ? "you" : "they"}-${fewest}`) : "";
}

function typed({ target }) {
  reckon();
  const place = digits().indexOf(target);
  if (typing()) store(new FormData(form), false);
  if (place < 0 || !(inNet() ? /^(\d\d|[04-9])$/ : /^(\d\d|[89])$/).test(target.value)) return;
  const next = digits()[place + 1];
  (next || $("[data-main]")).focus();
  next?.select();
}
function stepBack(event) {
  const place = digits().indexOf(event.target);
  if (event.key !== "Backspace" || place < 1 || event.target.value) return;
  event.preventDefault();
  digits()[place - 1].focus();
}

async function submit(event) {
  event.preventDefault();
  if (busy) return;
  const button = event.submitter;
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  if (isClaim(data) && typing()) store(data, true);
  await send(data);
}
const isClaim = (data) => !["do", "speak", "write"].some((name) => data.get(name));

async function post(data) {
  const stop = new AbortController();
  const late = setTimeout(() => stop.abort(), 15000);
  try {
    const response = await fetch(form.action, { method: "POST", body: new URLSearchParams(data), signal: stop.signal });
    if (response.status === 204) return null;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    /* Anything else is not from here: an error, or the page of a network that wants a login. */
    if (response.status >= 500 || !page.getElementById("table")) throw new Error(response.status);
    return page;
  } finally {
    clearTimeout(late);
  }
}
async function send(data) {
  clearTimeout(timer);
  busy = true;
  form.setAttribute("aria-busy", "true");
  const page = await post(data).catch(() => null);
  busy = false;
  form.removeAttribute("aria-busy");
  if (page) arrive(page, data);
  else unsent(data);
}
/* What a side says is tried again every few seconds; the rest only says that there is no network. */
function unsent(data) {
  const claim = isClaim(data);
  if (!claim || !later?.showUnsent(form, data, TOOLS)) note();
  if (!claim && data.get("do") !== "agree") return;
  waiting = data;
  tries = Math.min((tries || 0) + 1, 6);
  timer = setTimeout(again, 500 * 2 ** tries * (0.7 + 0.6 * Math.random()));
}
function again() {
  if (waiting && !busy) send(waiting);
}
function stopTrying() {
  waiting = null;
  clearTimeout(timer);
}
function note() {
  $(".offline")?.remove();
  const box = $("#offline").content.firstElementChild.cloneNode(true);
  $("#task").before(box);
  tell(box);
}

/* The answer takes the place of the page. */
function arrive(page, data) {
  const draft = form.dataset.draft;
  document.querySelector(".sprite").replaceWith(page.querySelector(".sprite"));
  form.replaceWith(page.getElementById("table"));
  document.title = page.title;
  document.documentElement.lang = page.documentElement.lang;
  start();
  stopTrying();
  tries = 0;
  if (data && isClaim(data) && form.dataset.draft === draft) typing() ? store(new FormData(form), false) : forget();
  tell($("[data-say]"), data && ($("[data-focus]") || digits().find((field) => !field.value) || $("h1")));
  if (data) scrollTo(0, 0);
  if (data && !isClaim(data)) restore();
}
function tell(element, focus = element) {
  document.getElementById("live").textContent = element?.textContent.replace(/\s+/g, " ").trim() || "";
  focus?.focus();
}

/* What was typed here before the page was closed, or sent without an answer. */
function restore() {
  const before = form.dataset.draft && stored();
  if (!before) return;
  const same = typing() && before.notation === value("notation");
  if (same && digits().every((field) => !field.value)) {
    digits().forEach((field) => (field.value = before[field.name]));
    $$(".signs input").forEach((radio) => (radio.checked = before[radio.name] === radio.value));
    reckon();
  }
  if (!before.sent) return;
  const data = new FormData(form);
  KEPT.forEach((name) => data.set(name, before[name]));
  send(data);
}

function start() {
  form = document.getElementById("table");
  form.addEventListener("submit", submit);
  form.addEventListener("input", typed);
  form.addEventListener("keydown", stepBack);
  /* The address shows no token; a reload of this tab still finds the table. */
  const code = value("at") && value("code");
  history.replaceState(code ? { code } : null, "", form.action);
  reckon();
  later?.watch(TOOLS);
}

const TOOLS = { $, $$, again, arrive, kept, now: () => form, points, post, quiet: () => !busy && !waiting && !(typing() && digits().some((field) => field.value)), signed, stopTrying, sum, svg, tell };
const { code } = history.state || {};
start();
/* Who goes to the bare address means to type another one. */
const [arrival] = performance.getEntriesByType("navigation");
if (code && arrival?.type !== "navigate" && !value("at") && !value("code")) {
  const data = new FormData(form);
  data.set("code", code);
  data.set("do", "open");
  send(data);
} else {
  restore();
  if (!$("[data-focus]")) digits().find((field) => !field.value)?.focus();
}
addEventListener("online", again);
addEventListener("pageshow", (event) => event.persisted && (again(), later?.watch(TOOLS)));
document.addEventListener("visibilitychange", () => document.hidden || again());
import("./phone/later.js").then((module) => {
  later = module;
  later.watch(TOOLS);
  if (waiting) unsent(waiting);
}, () => {});
