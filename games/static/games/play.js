// A play clicked together without asking the server: the page carries the legal plays (`data-ways` of the form), the board
// is redrawn here. A click plays a man by the left die, a click on the dice puts another one there; he may be dragged too.
// Where the plays are too many, a click fetches the same page with the step in its address, by htmx.
"use strict";
(() => {
  const RESERVE = 26, BAR = 25, OFF = 0, SHOWN = 5, MIDDLE = 320, RADIUS = 26, DOT = 12;
  const form = document.getElementById("answer");
  if (!form || form.dataset.kind !== "move") return;

  if (!form.dataset.ways) {
    document.addEventListener("click", (event) => {
      const link = event.target.closest(".board a, #undo");
      if (!link || !window.htmx || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const href = link.getAttribute("href");
      htmx.ajax("GET", href, { target: ".play", select: ".play", swap: "outerHTML" });
      history.pushState({}, "", href);
    });
    addEventListener("popstate", () => location.reload());
    return;
  }

  const svg = document.querySelector(".play svg.board");
  const send = document.getElementById("send");
  const line = document.getElementById("line");
  const hint = document.getElementById("hint");
  const words = form.dataset;
  const spots = JSON.parse(svg.dataset.places);
  const ways = words.ways.split("|").map((way) => (way ? way.split(" ") : []));
  const stage = words.stage.split(" ").map(Number);
  const colour = { mine: "white", theirs: "black" };
  let chosen = [], picked = null, mine, theirs;
  let order = stage.map((_, place) => place);  // the dice from left to right

  /* Steps are written "13/9", 25 is the bar and 0 off, as in the address. */
  const ends = (step) => step.split("/").map(Number);
  const written = (step) => step.replace(/^25/, "bar").replace(/\/0$/, "/off");
  const without = (way, steps) => {
    const rest = [...way];
    for (const step of steps) {
      const place = rest.indexOf(step);
      if (place < 0) return null;
      rest.splice(place, 1);
    }
    return rest;
  };
  const address = (steps, from) => {
    const query = [];
    if (steps.length) query.push("steps=" + steps.join(","));
    if (from !== null) query.push("from=" + from);
    return "?" + query.join("&");
  };

  /* The steps of the address were drawn by the server: take them back, so that the board here begins at the roll. */
  const drawn = (side) => {
    const counts = new Array(27).fill(0);
    svg.querySelectorAll(`.stack[data-side="${side}"]`).forEach((stack) => {
      counts[stack.dataset.point] += Number(stack.dataset.men);
    });
    return counts;
  };
  const start = { mine: words.mine.split(" ").map(Number), theirs: words.theirs.split(" ").map(Number) };
  const now = { mine: drawn("mine"), theirs: drawn("theirs") };

  /* Men come in from the bar, and when nobody is there from the reserve; both are written "25". */
  const standing = (from) => (from === BAR && !mine[BAR] ? RESERVE : from);
  const slabs = (point) => point === OFF || point === RESERVE;

  const play = (steps) => {
    mine = [...start.mine];
    theirs = [...start.theirs];
    for (const [from, to] of steps.map(ends)) {
      mine[standing(from)]--;
      mine[to]++;
      if (words.contact === "hit" && to > OFF && theirs[to] === 1) {
        theirs[to] = 0;
        theirs[BAR]++;
      }
    }
  };
  const following = () => {
    const next = new Set();
    for (const way of ways) {
      for (const step of without(way, chosen) || []) {
        const [from] = ends(step);
        if (mine[standing(from)] && (from === BAR || !mine[BAR])) next.add(step);
      }
    }
    return [...next];
  };
  /* Which dice the steps chosen so far have used: the die itself, or for bearing off the smallest that reaches. */
  const dieFor = ([from, to], free) =>
    free.find((place) => stage[place] === from - to)
    ?? free.filter((place) => to === OFF && stage[place] > from).sort((a, b) => stage[a] - stage[b])[0];
  const unused = () => {
    let free = [...order];
    for (const step of chosen.map(ends)) {
      const used = dieFor(step, free);
      free = free.filter((place) => place !== used);
    }
    return free;
  };
  const complete = () => ways.some((way) => way.length === chosen.length && without(way, chosen));

  /* Drawing */
  const make = (name, attributes, ...inside) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...inside);
    return element;
  };
  const spot = (side, point) => {
    const [x, y, step] = spots[point];
    return side === "theirs" && point === BAR ? [x, 2 * MIDDLE - y, -step] : [x, y, step];
  };
  /* A man that stands on a pinned one is drawn half a man higher. */
  const lift = (point) => (point > OFF && point < BAR && theirs[point] ? 0.5 : 0);
  const top = (point, count) => {
    const [x, y, step] = spots[point];
    return [x, y + step * (lift(point) + Math.max(0, Math.min(count, slabs(point) ? 15 : SHOWN) - 1))];
  };
  const restack = (side, point, count) => {
    const old = svg.querySelector(`.stack[data-side="${side}"][data-point="${point}"]`);
    const [x, first, step] = spot(side, point);
    const y = first + step * (side === "mine" ? lift(point) : 0);
    const href = `#board-${colour[side]}${slabs(point) ? "-slab" : ""}`;
    const shown = slabs(point) ? count : Math.min(count, SHOWN);
    const men = Array.from({ length: shown }, (_, place) => make("use", { href, x, y: y + place * step }));
    const stack = make("g", {
      class: `stack ${colour[side]}`, "data-point": point, "data-men": count, "data-side": side,
    }, ...men);
    const label = (text, at, name) => stack.append(make("text", { class: name, x, y: at, dy: ".36em" }, String(text)));
    if (slabs(point) && count) label(count, y + count * step + Math.sign(step) * 9, "aside");
    else if (count > shown) {
      men.at(-1).replaceWith(make("g", { class: `man ${colour[side]}` }, make("circle", { cx: x, cy: y + (shown - 1) * step, r: RADIUS })));
      label(count, y + (shown - 1) * step, "count");
    }
    if (old) old.replaceWith(stack);
    else svg.querySelector(".stack").parentNode.append(stack);
  };
  const area = (point) => {
    const [x, y] = spots[point];
    return make("rect", { class: "hit", x: x - 30, y: y > MIDDLE ? MIDDLE : 0, width: 60, height: MIDDLE });
  };
  const link = (name, href, label, data, ...inside) =>
    make("a", { class: name, href, "aria-label": label, ...data }, area(Object.values(data)[0]), ...inside);
  const named = (text, point) => text.replace("{point}", point);

  const draw = (focus) => {
    play(chosen);
    for (const [side, counts] of [["mine", mine], ["theirs", theirs]]) {
      counts.forEach((count, point) => {
        if (count !== now[side][point]) restack(side, point, count);
      });
      now[side] = [...counts];
    }
    const next = following().map(ends);
    const targets = next.filter(([from]) => from === picked).map(([, to]) => to);
    svg.querySelectorAll("a, g.chosen").forEach((old) => old === drag.link || old.remove());
    for (const from of [...new Set(next.map(([from]) => from))].sort((a, b) => b - a)) {
      if (targets.includes(from) || (drag.link && from === picked)) continue;
      const [cx, cy] = top(standing(from), mine[standing(from)]);
      const held = from === picked;
      const label = from === BAR ? (held ? words.chosenBar : words.sourceBar) : named(held ? words.chosen : words.source, from);
      const rings = [slabs(standing(from))
        ? make("rect", { class: "ring", x: cx - 25, y: cy - 7.5, width: 50, height: 15, rx: 4 })
        : make("circle", { class: "ring", cx, cy, r: RADIUS })];
      if (held && !slabs(standing(from))) rings.push(make("circle", { class: "ring inner", cx, cy, r: 15 }));
      const href = address(chosen, held ? null : from);
      svg.append(link(held ? "source chosen" : "source", href, label, { "data-from": from }, ...rings));
    }
    for (const to of targets.sort((a, b) => b - a)) {
      const [x, y, step] = spots[to];
      const cy = y + step * (to === OFF ? mine[to] + 1 : Math.min(mine[to] && mine[to] + lift(to), SHOWN - 0.35));
      const label = to === OFF ? words.targetOff : named(words.target, to);
      const dot = make("circle", { class: "dot", cx: x, cy, r: DOT });
      svg.append(link("target", address([...chosen, `${picked}/${to}`], null), label, { "data-to": to }, dot));
    }
    lay();
    tell();
    if (focus) (svg.querySelector("a.target") || svg.querySelector("a.source") || send).focus();
  };
  const dice = [...svg.querySelectorAll(".die")];
  const lain = dice.map((die) => die.getAttribute("transform"));
  const middles = lain.map((at) => Number(at.match(/[\d.]+/)[0]));
  const mixed = () => new Set(unused().map((place) => stage[place])).size > 1;
  const lay = () => {
    const free = unused();
    order.forEach((place, at) => dice[place].setAttribute("transform", lain[at]));
    dice.forEach((die, place) => die.classList.toggle("used", !free.includes(place)));
    svg.querySelectorAll(".arrows").forEach((arrows) => arrows.classList.toggle("gone", chosen.length > 0));
    if (!mixed()) return;
    const [left, right] = [Math.min(...middles), Math.max(...middles)];
    const over = make("rect", { class: "hit", x: left - 31, y: MIDDLE - 31, width: right - left + 62, height: 62 });
    svg.append(make("a", { class: "swap", role: "button", href: "#", "aria-label": words.swap }, over));
  };
  const tell = () => {
    const whole = complete();
    const text = chosen.map(written).join(" ");
    line.value = text;
    send.disabled = !whole;
    send.type = whole ? "submit" : "button";
    document.getElementById("undo").classList.toggle("gone", !chosen.length && picked === null);
    hint.textContent = picked !== null ? words.where
      : whole ? words.whole
      : chosen.length ? words.more.replace("{play}", text)
      : mixed() ? words.dice : words.choose;
  };

  /* Clicking */
  const go = (steps, from, focus) => {
    chosen = steps;
    picked = from;
    history.pushState({}, "", address(chosen, picked));
    draw(focus);
  };
  /* A man goes by the left die if that can be, else by the next one. */
  const take = (from, focus) => {
    if (from === picked) return go(chosen, null, focus);
    const steps = following().map(ends).filter(([start]) => start === from);
    const free = unused();
    const rank = (step) => free.indexOf(dieFor(step, free));
    steps.sort((a, b) => rank(a) - rank(b));
    return go([...chosen, steps[0].join("/")], null, focus);
  };
  const swap = (focus) => {
    const free = unused();
    const next = free.findIndex((place) => stage[place] !== stage[free[0]]);
    const turned = [...free.slice(next), ...free.slice(0, next)];
    order = order.map((place) => (free.includes(place) ? turned.shift() : place));
    draw(false);
    if (focus) svg.querySelector(".swap").focus();
  };
  let dragged = false;
  svg.addEventListener("click", (event) => {
    const at = event.target.closest("a");
    if (!at || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const keyboard = event.detail === 0;
    if (dragged && !keyboard) return;
    if (at.classList.contains("swap")) swap(keyboard);
    else if (at.dataset.to !== undefined) go([...chosen, `${picked}/${at.dataset.to}`], null, keyboard);
    else take(Number(at.dataset.from), keyboard);
  });

  /* Dragging: what is under the pointer follows it, the targets are shown, and it falls where it is let go. The link
     that was touched stays till then: without it a browser takes the touch for its own and scrolls. */
  const drag = { from: null, man: null, link: null };
  const pointed = (event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  const drop = () => {
    drag.man?.remove();
    drag.from = drag.man = drag.link = null;
  };
  svg.addEventListener("touchmove", (event) => drag.link && event.preventDefault(), { passive: false });
  svg.addEventListener("dragstart", (event) => event.preventDefault());
  svg.addEventListener("pointerdown", (event) => {
    const at = event.target.closest("a.source");
    dragged = false;
    drop();
    if (!at || event.button || (event.pointerType !== "mouse" && !event.target.matches(".ring"))) return;
    drag.link = at;
    drag.from = Number(at.dataset.from);
    drag.start = pointed(event);
  });
  svg.addEventListener("pointermove", (event) => {
    if (drag.from === null) return;
    const { x, y } = pointed(event);
    if (!drag.man) {
      if (Math.hypot(x - drag.start.x, y - drag.start.y) < 12) return;
      dragged = true;
      picked = drag.from;
      draw(false);
      drag.man = make("use", { href: `#board-${colour.mine}`, class: "dragged" });
      svg.append(drag.man);
      if (event.pointerType === "mouse") svg.setPointerCapture(event.pointerId);  // a touch is held by what it touched
    }
    drag.man.setAttribute("x", x);
    drag.man.setAttribute("y", y);
  });
  svg.addEventListener("pointerup", (event) => {
    const { from, man } = drag;
    drop();
    if (!man) return;
    const at = document.elementFromPoint(event.clientX, event.clientY)?.closest(".board a.target");
    picked = null;
    if (at) go([...chosen, `${from}/${at.dataset.to}`], null, false);
    else draw(false);
  });
  svg.addEventListener("pointercancel", () => {
    if (drag.man) picked = null;
    drop();
    draw(false);
  });
  document.getElementById("undo").addEventListener("click", (event) => {
    event.preventDefault();
    go(picked === null ? chosen.slice(0, -1) : chosen, null, false);
  });
  line.addEventListener("input", () => {
    send.disabled = !line.value.trim();
    send.type = send.disabled ? "button" : "submit";
  });

  const read = () => {
    const query = new URLSearchParams(location.search);
    const steps = (query.get("steps") || "").split(",").filter(Boolean);
    chosen = [];
    play(chosen);
    for (const step of steps) {
      if (!following().includes(step)) break;
      chosen.push(step);
      play(chosen);
    }
    const from = Number(query.get("from") || NaN);
    picked = following().some((step) => ends(step)[0] === from) ? from : null;
  };
  addEventListener("popstate", () => {
    read();
    draw(false);
  });
  if (!words.refused) {
    read();
    draw(false);
  }
})();
