// Keeps a page up to date: asks every seven seconds or so whether it has changed (the answer is nearly always "no", 304;
// nobody waits longer than ten seconds for a result), more rarely while the page is hidden, and stops after two hours
// with a button. Without this script the page stays as it is.
(() => {
  "use strict";
  const VISIBLE = 7_000, HIDDEN = 60_000, LIMIT = 2 * 3600_000;
  const paused = document.getElementById("paused");
  let started = Date.now(), seen = null, timer = 0;

  const wait = () => {
    const pause = document.hidden ? HIDDEN : VISIBLE;
    clearTimeout(timer);
    timer = setTimeout(ask, pause * (0.7 + 0.6 * Math.random()));
  };

  const exchange = (page) => {
    const typed = document.getElementById("find")?.value;
    let changed = false;
    for (const selector of [".sprite", "#live-head", "#live-body"]) {
      const old = document.querySelector(selector), fresh = page.querySelector(selector);
      if (old && fresh && old.innerHTML !== fresh.innerHTML && !old.contains(document.activeElement)) {
        old.replaceWith(document.adoptNode(fresh));
        changed = true;
      }
    }
    if (!changed) return;
    const field = document.getElementById("find");
    if (field && typed) field.value = typed;
    const status = document.getElementById("live-status");
    if (status) status.textContent = status.dataset.words;
    document.dispatchEvent(new Event("live:changed"));
  };

  const ask = async () => {
    if (Date.now() - started > LIMIT) {
      if (paused) paused.hidden = false;
      return;
    }
    try {
      const answer = await fetch(location.href, { cache: "no-cache", credentials: "same-origin" });
      const tag = answer.headers.get("ETag");
      if (answer.ok && tag !== seen) {
        exchange(new DOMParser().parseFromString(await answer.text(), "text/html"));
        seen = tag;
      }
    } catch {
      // No network just now: the page keeps its time "as of", the next try comes by itself.
    }
    wait();
  };

  document.addEventListener("visibilitychange", () => { if (!document.hidden && (!paused || paused.hidden)) wait(); });
  paused?.querySelector("button").addEventListener("click", () => {
    started = Date.now();
    paused.hidden = true;
    ask();
  });
  wait();
})();
