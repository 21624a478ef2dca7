"use strict";
/* The keyboard grid: one row is open, Enter sends it and opens the next, the answer arrives while one types on.
   Without this script the same form is sent row by row. */
(() => {
  const grid = document.getElementById("grid");
  const form = document.getElementById("keying");
  const saved = document.getElementById("saved");
  const find = document.getElementById("find");
  const { notation, low, high, two, one, live } = grid.dataset;
  const words = {};
  for (const each of document.querySelectorAll("#words [data-word]")) words[each.dataset.word] = each.textContent;
  const RETRY = 4000;
  const UNDO = 30000;
  let row = null; /* the open tbody */
  let lastSaved = null;
  let etag = "";
  let loggedOut = false;
  const closed = new Map(); /* markup of the rows that are open, for when they close */

  const say = (word, data = {}) => words[word].replace(/\{(\w+)\}/g, (_, name) => data[name]);
  const rowOf = (table) => document.getElementById(`t${table}`);
  const rows = () => [...grid.tBodies];
  const cells = () => [...row.querySelectorAll(".g .cell")];
  const field = (name) => row.querySelector(`[name=${name}]`);
  const texts = () => cells().map((cell) => cell.value);
  const storedTexts = (body) =>
    body.dataset.points === ""
      ? ["", "", "", ""]
      : body.dataset.points.split(",").map((points) => {
          if (notation === "points") return points;
          const net = Number(points) - gridResult.MIDLINE;
          return net > 0 ? `+${net}` : String(net);
        });

  function newKey() {
    return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  function note(text, kind = "", link = null) {
    saved.className = `saved ${kind}`;
    saved.textContent = text;
    if (link) {
      const anchor = document.createElement("a");
      anchor.href = link;
      anchor.textContent = words.login;
      saved.append(" ", anchor);
    }
  }

  /* Rows ------------------------------------------------------------------------------------------------------- */

  function openRow(body) {
    if (row === body) return;
    if (row) closeRow();
    row = body;
    const table = body.dataset.table;
    closed.set(table, body.innerHTML);
    const names = ["a", "b"].map((side) => body.querySelector(`[data-${side}]`).textContent);
    const [state, at] = [body.querySelector("[data-state-cell]"), body.rows[0].lastElementChild].map((cell) => cell.innerHTML);
    const blank = document.getElementById("now-row").content.querySelector("tbody");
    body.innerHTML = blank.innerHTML.replaceAll("{table}", table).replaceAll(" autofocus", "");
    body.querySelector("[data-a]").textContent = names[0];
    body.querySelector("[data-b]").textContent = names[1];
    body.querySelector("[data-state-cell]").innerHTML = state;
    body.querySelector("[data-at]").innerHTML = at;
    body.querySelector("[data-history]").href = body.dataset.history;
    const draft = gridDrafts.get(table);
    const values = draft ? draft.cells : storedTexts(body);
    cells().forEach((cell, index) => (cell.value = values[index]));
    if (draft) {
      field("control").value = draft.control;
      field("reason").value = draft.reason;
    }
    ready();
    (cells().find((cell) => cell.value === "") || cells()[0]).focus();
    body.scrollIntoView({ block: "nearest" });
  }

  /* The open row is in the page: point the form at it and say what is known about it. */
  function ready() {
    const draft = gridDrafts.get(row.dataset.table);
    form.action = row.dataset.save;
    row.querySelector(".why-row").hidden = !corrects() && !(draft && draft.stored);
    for (const each of document.querySelectorAll("#map a")) {
      const here = each.dataset.go === row.dataset.table;
      each.classList.toggle("m-here", here);
      each.toggleAttribute("aria-current", here);
    }
    describe();
    if (draft && draft.problems) showProblems(draft.problems, draft.stored);
  }

  function closeRow() {
    const table = row.dataset.table;
    row.innerHTML = closed.get(table);
    decorate(row);
    row = null;
  }

  const corrects = () => row.dataset.points !== "";

  /* A closed row whose numbers are not stored shows them, and says so. */
  function decorate(body) {
    const draft = gridDrafts.get(body.dataset.table);
    const line = body.rows[0];
    if (!draft) return;
    [...line.querySelectorAll(".g")].forEach((cell, index) => {
      cell.textContent = draft.cells[index] || "–";
      cell.classList.toggle("x", (draft.problems || []).some((problem) => problem.deal === index + 1));
    });
    line.classList.toggle(draft.asks ? "ask" : "bad", Boolean(draft.problems));
    const state = document.querySelector(`#words [data-state=${draft.problems ? "ask" : "unsent"}]`);
    line.querySelector("[data-state-cell]").innerHTML = state.innerHTML;
  }

  function pendingAfter(table) {
    const open = rows().filter((body) => "pending" in body.dataset && !gridDrafts.get(body.dataset.table)?.sent);
    return open.find((body) => Number(body.dataset.table) > Number(table)) || open[0];
  }

  function next() {
    const body = pendingAfter(row.dataset.table);
    if (body && body !== row) openRow(body);
    else if (!body) closeRow();
  }

  function step(by) {
    const all = rows();
    const body = all[all.indexOf(row) + by];
    if (body) openRow(body);
  }

  /* What is typed ---------------------------------------------------------------------------------------------- */

  /* What can be said about: the field in which one is still typing does not count yet. */
  const settled = () =>
    cells().map((cell) => (cell === document.activeElement && !gridResult.complete(cell.value, notation) ? "" : cell.value));

  function describe() {
    const typed = settled();
    const totals = gridResult.running(typed, notation);
    const numbers = typed.map((text) => gridResult.points(text, notation)).filter((own) => own !== null && own >= 0);
    const sum = numbers.reduce((all, own) => all + own, 0);
    const net = sum - gridResult.MIDLINE * numbers.length;
    row.querySelector("[data-sum]").textContent = !numbers.length ? "–" : notation === "net" ? gridResult.signed(net) : sum;
    row.querySelector("[data-net]").textContent = numbers.length && notation !== "net" ? gridResult.signed(net) : "";
    row.querySelectorAll("[data-run]").forEach((cell, index) => {
      cell.textContent = index < totals.length ? gridResult.signed(totals[index]) : "";
      const behind = Math.abs(totals[index] || 0);
      cell.className = `g${behind >= one ? " mark18" : behind >= two ? " mark9" : ""}`;
    });
    const last = totals.at(-1) || 0;
    const side = last < 0 ? "A" : "B";
    const may = totals.length < 4 && Math.abs(last) >= two;
    row.querySelector("[data-packets]").textContent = may ? say(Math.abs(last) >= one ? "one-packet" : "two", { side }) : "";
    row.querySelector("[data-said]").textContent = sentence(typed);
  }

  function sentence(typed) {
    const at = cells().indexOf(document.activeElement);
    const shown = at > 0 && typed[at] === "" ? at - 1 : Math.max(at, 0);
    const own = gridResult.points(typed[shown], notation);
    const parts = [];
    if (own !== null && !Number.isNaN(own)) {
      const count = Math.abs(own - gridResult.MIDLINE);
      const word = own > gridResult.MIDLINE ? "buns" : "schliats";
      const data = { deal: shown + 1, own, their: gridResult.ALL - own, count, word };
      parts.push(count ? say("said", data) : say("level", data));
    }
    const empty = typed.indexOf("");
    parts.push(empty < 0 ? words.ready : say("next", { deal: empty + 1 }));
    return parts.join(" ");
  }

  function clearMarks() {
    for (const cell of row.querySelectorAll(".cell")) {
      cell.classList.remove("is-invalid", "is-asked");
      cell.removeAttribute("aria-invalid");
    }
    for (const each of row.querySelectorAll("#said > :not([data-said])")) each.remove();
  }

  function keepTyped() {
    const table = row.dataset.table;
    const cellsNow = texts();
    const empty = cellsNow.every((text) => text === "") && field("control").value === "";
    const same = corrects() && cellsNow.join() === storedTexts(row).join() && field("reason").value === "";
    if (empty || same) return gridDrafts.drop(table);
    const before = gridDrafts.get(table) || { version: row.dataset.version };
    gridDrafts.keep(table, {
      cells: cellsNow,
      control: field("control").value,
      reason: field("reason").value,
      version: before.version,
      stored: before.stored,
    });
    return undefined;
  }

  function showProblems(problems, stored) {
    clearMarks();
    const said = row.querySelector("#said");
    const marks = [];
    for (const problem of problems) {
      const line = document.createElement("p");
      line.className = problem.asks ? "asked" : "err";
      line.textContent = problem.sentence;
      said.prepend(line);
      const cell = problem.deal ? cells()[problem.deal - 1] : problem.code === "CONTROL" ? field("control") : null;
      if (!cell) continue;
      cell.classList.add(problem.asks ? "is-asked" : "is-invalid");
      if (!problem.asks) cell.setAttribute("aria-invalid", "true");
      marks.push(cell);
    }
    if (stored) row.querySelector(".why-row").hidden = false;
    return marks[0];
  }

  function typedInto(cell) {
    clearMarks();
    keepTyped();
    describe();
    if (!cell.matches(".g .cell") || !gridResult.complete(cell.value, notation)) return;
    const [word, deal, given] = gridResult.problems(texts(), notation, row.dataset.first).find((each) => each[1] === cells().indexOf(cell) + 1) || [];
    if (word) {
      showProblems([{ deal, sentence: say(word, { deal, given }) }]).select();
      return;
    }
    const after = cells()[cells().indexOf(cell) + 1];
    if (after) after.focus();
    describe();
  }

  /* Enter ------------------------------------------------------------------------------------------------------ */

  function enter(yes) {
    const typed = texts();
    const table = row.dataset.table;
    if (typed.every((text) => text === "")) return next();
    const empty = typed.indexOf("");
    if (empty >= 0) {
      showProblems([{ deal: empty + 1, sentence: say("next", { deal: empty + 1 }) }]);
      return cells()[empty].focus();
    }
    const problems = findProblems(typed);
    if (problems.length) return showProblems(problems)?.select();
    if (corrects() && typed.join() === storedTexts(row).join()) {
      gridDrafts.drop(table);
      return next();
    }
    const draft = gridDrafts.get(table) || { version: row.dataset.version };
    const reason = field("reason");
    if ((corrects() || draft.stored) && reason.value.trim() === "") {
      showProblems([{ sentence: words.reason }]);
      row.querySelector(".why-row").hidden = false;
      return reason.focus();
    }
    const numbers = typed.map((text) => text.trim().replace("\u2212", "-"));
    const answer = numbers.map(Number).join(" ");
    const asked = gridResult.questions(typed, notation, Number(low), Number(high));
    if (asked.length && !yes && draft.asked !== answer) {
      gridDrafts.keep(table, { ...draft, cells: typed, control: field("control").value, reason: reason.value, asked: answer });
      return showProblems(asked.map(([word, deal, given]) => ({ deal, asks: true, sentence: say(word, { deal, given }) })));
    }
    const sent = {
      cells: typed,
      control: field("control").value,
      reason: reason.value,
      version: draft.version,
      key: newKey(),
      yes: asked.length || yes || draft.asked === answer ? answer : "",
      sent: true,
      wasPending: "pending" in row.dataset,
    };
    gridDrafts.keep(table, sent);
    next();
    if (row && row.dataset.table === table) closeRow();
    return send(table, sent);
  }

  function findProblems(typed) {
    const found = gridResult.problems(typed, notation, row.dataset.first).map(([word, deal, given]) => ({ deal, sentence: say(word, { deal, given }) }));
    const control = field("control").value.trim().replace("\u2212", "-");
    const expected = typed.reduce((sum, text) => sum + Number(text.replace("\u2212", "-")), 0);
    if (!found.length && control !== "" && Number(control) !== expected)
      found.push({ code: "CONTROL", sentence: say("control", { given: control, expected }) });
    return found;
  }

  /* The server ------------------------------------------------------------------------------------------------- */

  async function post(address, data) {
    const body = new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value, ...data });
    const response = await fetch(address, { method: "POST", body, headers: { Accept: "application/json" } });
    const json = (response.headers.get("Content-Type") || "").includes("json");
    return { status: response.status, ...(json ? await response.json() : {}) };
  }

  async function send(table, draft, again = false) {
    const data = { control: draft.control, reason: draft.reason, version: draft.version, key: draft.key, yes: draft.yes, notation };
    draft.cells.forEach((text, index) => (data[`d${index + 1}`] = text));
    let answer;
    try {
      answer = await post(rowOf(table).dataset.save, data);
    } catch {
      return unsent(table, draft);
    }
    if (answer.saved) return stored(table, draft, answer);
    if (answer.status === 401) {
      loggedOut = true;
      return note(answer.problems[0].sentence, "bad", answer.login);
    }
    if (answer.status === 403 && answer.problems && !again) {
      await newToken();
      return send(table, draft, true);
    }
    return refused(table, draft, answer);
  }

  function stored(table, draft, answer) {
    gridDrafts.drop(table);
    lastSaved = { table, version: answer.version, cells: draft.cells, first: draft.wasPending, at: Date.now() };
    note(answer.sentence, "good");
    listProblems();
    return refresh();
  }

  function refused(table, draft, answer) {
    const problems = answer.problems || [{ sentence: say("failed", { table }) }];
    const asks = problems.every((problem) => ["CONFIRM_EXTREME", "DEALER_UNKNOWN"].includes(problem.code));
    const kept = { ...draft, sent: false, asks, problems: problems.map((each) => ({ ...each, asks })), stored: answer.stored };
    if (answer.stored) kept.problems.push({ sentence: say("changed", { table, stored: answer.stored }) });
    if (answer.version !== undefined) kept.version = answer.version;
    if (asks) kept.asked = draft.cells.map((text) => Number(text.replace("\u2212", "-"))).join(" ");
    gridDrafts.keep(table, kept);
    note(`${table}: ${kept.problems.map((each) => each.sentence).join(" ")}`, asks ? "ask" : "bad");
    listProblems();
    if (row && row.dataset.table === table) return ready();
    decorate(rowOf(table));
    if (!row) openRow(rowOf(table));
    return refresh();
  }

  function unsent(table, draft) {
    gridDrafts.keep(table, { ...draft, unsent: true });
    note(say("unsent", { table }), "ask");
    decorate(rowOf(table));
  }

  function retry() {
    for (const [table, draft] of gridDrafts.all()) if (draft.unsent && !loggedOut) send(table, { ...draft, unsent: false });
  }

  async function newToken() {
    const page = await fetch(location.pathname, { headers: { Accept: "text/html" }, cache: "no-store" });
    const token = new DOMParser().parseFromString(await page.text(), "text/html").querySelector("#keying [name=csrfmiddlewaretoken]");
    if (token) form.elements.csrfmiddlewaretoken.value = token.value;
  }

  async function undo() {
    if (!lastSaved || !lastSaved.first || Date.now() - lastSaved.at > UNDO) return note(words["no-undo"], "ask");
    const { table, version, cells: before } = lastSaved;
    lastSaved = null;
    let answer;
    try {
      answer = await post(`${rowOf(table).dataset.history}withdraw/`, { version, reason: words.undone });
    } catch {
      return note(say("failed", { table }), "bad");
    }
    if (!answer.saved) return note(answer.problems ? answer.problems[0].sentence : say("failed", { table }), "bad");
    note(answer.sentence, "good");
    await refresh();
    gridDrafts.keep(table, { cells: before, control: "", reason: "", version: answer.version });
    return openRow(rowOf(table));
  }

  /* What others do --------------------------------------------------------------------------------------------- */

  async function refresh() {
    if (loggedOut) return;
    let response;
    try {
      response = await fetch(live, { headers: { "If-None-Match": etag }, cache: "no-store" });
    } catch {
      return; /* the next one will do */
    }
    if (response.redirected) loggedOut = true;
    if (response.status !== 200 || response.redirected) return;
    etag = response.headers.get("ETag") || "";
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const name of ["bar", "map", "side"])
      document.getElementById(name).replaceChildren(...page.querySelector(`[data-live=${name}]`).childNodes);
    for (const fresh of page.querySelector("[data-live=rows]").tBodies) renew(rowOf(fresh.dataset.table), fresh);
    if (row) document.querySelector(`#map [data-go="${row.dataset.table}"]`)?.classList.add("m-here");
  }

  function renew(body, fresh) {
    const changed = body.dataset.version !== fresh.dataset.version || body.dataset.state !== fresh.dataset.state;
    if (!changed) return;
    for (const name of ["version", "state", "points"]) body.dataset[name] = fresh.dataset[name];
    if ("pending" in fresh.dataset) body.dataset.pending = "";
    else delete body.dataset.pending;
    if (body !== row) {
      body.innerHTML = fresh.innerHTML;
      decorate(body);
      return;
    }
    closed.set(body.dataset.table, fresh.innerHTML);
    if (!gridDrafts.get(body.dataset.table)) {
      const at = cells().indexOf(document.activeElement);
      row = null;
      body.innerHTML = fresh.innerHTML;
      openRow(body);
      if (at >= 0) cells()[at].focus();
    } else note(say("changed", { table: body.dataset.table, stored: storedTexts(body).join(", ") }), "ask");
  }

  /* What was refused and waits for a look, beside the grid. */
  function listProblems() {
    const panel = document.getElementById("look");
    const list = panel.querySelector("ul");
    list.replaceChildren();
    for (const [table, draft] of gridDrafts.all()) {
      if (!draft.problems) continue;
      const item = document.createElement("li");
      const number = Object.assign(document.createElement("span"), { className: "t", textContent: table });
      const text = Object.assign(document.createElement("span"), { className: "names", textContent: draft.problems[0].sentence });
      const link = Object.assign(document.createElement("a"), { className: "btn btn-sm btn-secondary", href: `?table=${table}`, textContent: words.look });
      link.dataset.go = table;
      item.append(number, text, link);
      list.append(item);
    }
    panel.hidden = !list.children.length;
  }

  /* Keys and clicks -------------------------------------------------------------------------------------------- */

  const fold = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

  function search() {
    const wanted = fold(find.value);
    const body = wanted && (rowOf(wanted) || rows().find((each) => each.dataset.words.includes(wanted)));
    if (!body) return note(words["nothing-found"], "ask");
    find.value = "";
    return openRow(body);
  }

  const singleKeys = document.getElementById("single-keys");
  const KEYS_OFF = "grid-single-keys-off";
  try {
    singleKeys.checked = localStorage.getItem(KEYS_OFF) === null;
  } catch {
    singleKeys.checked = true;
  }
  singleKeys.addEventListener("change", () => {
    try {
      if (singleKeys.checked) localStorage.removeItem(KEYS_OFF);
      else localStorage.setItem(KEYS_OFF, "1");
    } catch {
      /* then it holds for this page */
    }
  });

  function single(event) {
    const writes = event.target.matches("input:not(.cell):not([type=checkbox]), textarea, select");
    if (!singleKeys.checked || writes || event.ctrlKey || event.altKey || event.metaKey) return false;
    if (event.key === "/") find.select();
    else if (event.key === "?") {
      const help = document.getElementById("help");
      help.open = !help.open;
      if (help.open) help.querySelector("summary").focus();
      else if (row) cells()[0].focus();
    } else return false;
    return true;
  }

  function inRow(event) {
    const at = cells().indexOf(event.target);
    const bare = !event.ctrlKey && !event.altKey && !event.metaKey && !event.shiftKey;
    if (event.key === "F2") location.assign(row.dataset.history);
    else if ((event.ctrlKey || event.metaKey) && event.key === "z" && !gridDrafts.get(row.dataset.table)) undo();
    else if (bare && at >= 0 && event.key === "ArrowDown") step(1);
    else if (bare && at >= 0 && event.key === "ArrowUp") step(-1);
    else if (bare && at > 0 && event.key === "Backspace" && event.target.value === "") cells()[at - 1].focus();
    else return false;
    return true;
  }

  document.addEventListener("keydown", (event) => {
    const undoes = !row && (event.ctrlKey || event.metaKey) && event.key === "z";
    if (event.key === "Escape" && event.target === find && row) cells()[0].focus();
    else if (undoes) undo();
    else if (!single(event) && !(row && inRow(event))) return;
    event.preventDefault();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-go], .grid th.t a");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    openRow(link.dataset.go ? rowOf(link.dataset.go) : link.closest("tbody"));
  });
  grid.addEventListener("focusin", (event) => {
    if (!event.target.matches(".cell")) return;
    event.target.select();
    describe();
  });
  grid.addEventListener("input", (event) => {
    if (event.target.matches(".cell")) typedInto(event.target);
    else keepTyped();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (row) enter(event.submitter?.name === "yes");
  });
  document.getElementById("find-form").addEventListener("submit", (event) => {
    event.preventDefault();
    search();
  });

  /* Start: take over the row that the server has opened, with what is in its fields. */
  const opened = grid.querySelector("tbody:has(tr.now)");
  if (opened) {
    row = opened;
    closed.set(row.dataset.table, row.querySelector("template").innerHTML);
    row.querySelector("template").remove();
    const draft = gridDrafts.get(row.dataset.table);
    const untouched = texts().join() === storedTexts(row).join();
    if (draft && untouched && !row.querySelector("#said > p")) {
      draft.cells.forEach((text, index) => (cells()[index].value = text));
      field("control").value = draft.control;
      field("reason").value = draft.reason;
    } else if (!untouched) keepTyped();
    if (!row.querySelector("#said button")) (cells().find((cell) => cell.value === "") || cells()[0]).focus();
    if (row.querySelector("#said > p")) describe();
    else ready();
  }
  for (const body of rows()) if (body !== row) decorate(body);
  const waiting = gridDrafts.all().map(([table]) => table).filter((table) => !row || table !== row.dataset.table);
  if (waiting.length) note(say("kept", { table: waiting.join(", ") }), "ask");
  for (const [table, draft] of gridDrafts.all()) if (draft.sent) send(table, draft);
  listProblems();
  setInterval(retry, RETRY);
  setInterval(() => document.hidden || refresh(), RETRY);
  addEventListener("online", retry);
})();
