"use strict";
/* What is typed and not stored yet, table by table. It survives a reload, a lost connection and a login. */
const gridDrafts = (() => {
  const grid = document.getElementById("grid");
  const place = `grid:${grid.dataset.live.replace(/^\/[a-z]{2}\//, "/")}:${grid.dataset.notation}`;
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

  return {
    get: (table) => drafts[table],
    all: () => Object.entries(drafts),
    keep(table, draft) {
      drafts[table] = draft;
      write();
    },
    drop(table) {
      delete drafts[table];
      write();
    },
  };
})();
