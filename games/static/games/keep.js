// A play sent while there is no network is kept in the browser, shown as waiting, and sent when the network is back: on
// this page or on any other one of the site. Its nonce goes along, so however often it is tried it is one play.
"use strict";
(() => {
  const bar = document.getElementById("kept");
  if (!bar) return;
  const key = `kept:${bar.dataset.player}`;
  const AWAY = [502, 503, 504];

  /* What is kept: the newest play of each question, as {action, body, line, page}. */
  const kept = () => JSON.parse(localStorage.getItem(key) || "[]");
  const keep = (plays) => localStorage.setItem(key, JSON.stringify(plays));
  const forget = (play) => keep(kept().filter((other) => other.action !== play.action));

  const tell = (words, play, act) => {
    bar.hidden = false;
    bar.textContent = bar.dataset[words].replace("{play}", play.line);
    if (!act) return;
    const button = Object.assign(document.createElement("button"), { className: "button small", textContent: bar.dataset.why });
    button.addEventListener("click", act);
    bar.append(" ", button);
  };
  const token = () => document.querySelector("[name=csrfmiddlewaretoken]").value;

  /* As the browser itself would send it: the answer is the page with the reason. */
  const post = (play) => {
    const form = Object.assign(document.createElement("form"), { method: "post", action: play.action, hidden: true });
    for (const [name, value] of new URLSearchParams(play.body)) {
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
    }
    form.elements.csrfmiddlewaretoken.value = token();
    document.body.append(form);
    forget(play);
    form.submit();
  };

  /* True: it has arrived, or the reader is led to why not. False: it waits. */
  const send = async (play, byHand) => {
    const body = new URLSearchParams(play.body);
    body.set("csrfmiddlewaretoken", token());
    const headers = { "X-Sent-By-Script": "1" };
    const here = location.pathname === play.page;
    let answer;
    try {
      answer = await fetch(play.action, { method: "POST", body, headers, redirect: "manual", signal: AbortSignal.timeout(20000) });
      if (AWAY.includes(answer.status)) throw answer;
    } catch {
      tell("waiting", play);
      return false;
    }
    if (answer.type === "opaqueredirect") {  // signed out meanwhile: it waits for signing in
      if (byHand) location.assign(play.page);
      return false;
    }
    if (answer.status !== 204) here ? post(play) : tell("refused", play, () => post(play));
    else {
      forget(play);
      here ? location.assign(answer.headers.get("Location")) : tell("sent", play);
    }
    return true;
  };

  let trying = false;
  const again = async () => {
    if (trying || !kept().length) return;
    trying = true;
    for (const play of kept()) {
      if (!(await send(play))) break;
    }
    trying = false;
  };
  addEventListener("online", again);
  setInterval(again, 15000);
  again();

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.id !== "answer" || form.dataset.kind !== "move") return;
    if (event.submitter?.name === "command") return;
    const play = {
      action: form.getAttribute("action"), line: form.elements.line.value, page: location.pathname,
      body: new URLSearchParams(new FormData(form)).toString(),
    };
    try {
      keep([...kept().filter((other) => other.action !== play.action), play]);
    } catch {
      return;  // nothing can be kept in this browser: it sends by itself
    }
    event.preventDefault();
    trying = true;
    if (!(await send(play, true))) delete form.dataset.sent;
    trying = false;
  });
})();
