// What the pages do on top of plain links and forms. Without this file everything works, only with more round trips.
"use strict";
(() => {
  const one = (query, root = document) => root.querySelector(query);
  const all = (query, root = document) => [...root.querySelectorAll(query)];

  /* A form is sent once, however often the button is pressed; the server would see the same nonce anyway. */
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    if (event.target.dataset.sent) event.preventDefault();
    event.target.dataset.sent = "1";
  });
  addEventListener("pageshow", (event) => {
    if (event.persisted) all("form[data-sent]").forEach((form) => delete form.dataset.sent);
  });

  /* The reader's zone goes with the form of a new account. */
  all("[data-zone]").forEach((field) => {
    field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone || "";
  });

  /* The list of moves shows the one whose position is looked at. */
  const list = one(".scroll"), here = one(".scroll [aria-current]");
  if (here) list.scrollTop += here.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 2;

  /* Arrow keys walk through the positions of a table. */
  document.addEventListener("keydown", (event) => {
    const rel = { ArrowLeft: "prev", ArrowRight: "next" }[event.key];
    const busy = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
    if (!rel || busy || event.target.closest("input, textarea, select, svg")) return;
    one(`nav a[rel="${rel}"]`)?.click();
  });
})();
