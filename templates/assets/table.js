// The form for an end state, on every page that has one: rules, fireworks, strikes. It draws
// the game as the other pages do, says what it comes to and what cannot be, and tells the page
// about each change.
var hanabiTable = (function (reckon) {
  "use strict";
  const SVG = "http://www.w3.org/2000/svg";
  const KEPT = "hanabi-log-ruleset";
  const GROUND = 126;
  const OUTER = [10, 17.5, 20, 22.5, 25, 29.6];

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    Object.entries(attributes || {}).forEach(([name, value]) => {
      if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
    });
    made.append(...children);
    return made;
  }
  function shape(parent, tag, attributes, text) {
    const made = document.createElementNS(SVG, tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    if (text !== undefined) made.textContent = text;
    parent.append(made);
    return made;
  }
  function picture(className, box) {
    const made = document.createElementNS(SVG, "svg");
    if (className) made.setAttribute("class", className);
    made.setAttribute("viewBox", box);
    made.setAttribute("aria-hidden", "true");
    return made;
  }

  const json = (block) => JSON.parse(document.querySelector(`[data-${block}]`).textContent);
  const number = (value) => String(value).replace("-", "−");
  const percent = (value) =>
    `${number(Number.isInteger(value) ? value : value.toFixed(1))}%`;
  const plural = (pair, n) => pair[n === 1 ? 0 : 1];

  function keep(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch (error) {
      // Private windows may keep nothing; the form then starts with the first edition.
    }
  }
  function kept(name) {
    try {
      return localStorage.getItem(name);
    } catch (error) {
      return null;
    }
  }

  // A game as a landscape, in the geometry of the site's own drawings.
  function landscape(rules, stacks, struck) {
    const narrow = rules.suits.length > 6;
    const cell = narrow ? 51 : 60;
    const scale = narrow ? 0.86 : 1;
    const width = cell * rules.suits.length;
    const svg = picture(struck ? "ghost" : "", `0 0 ${width} 150`);
    shape(svg, "path", { class: "ground", d: `M0 ${GROUND}H${width}` });
    rules.suits.forEach((suit, place) => {
      const last = stacks[suit.code];
      const laid = reckon.cardsLaid(suit, last);
      const x = cell * (place + 0.5);
      const y = GROUND - 12 - 14.8 * laid;
      const side = 64 * scale;
      const one = shape(svg, "g", { class: suit.look });
      if (laid) {
        const top = y + OUTER[laid] * scale + (laid === reckon.RANKS ? 1.4 : 2.5);
        const symbol = suit.code === "M" && !struck ? "m" : "b";
        shape(one, "path", { class: "trail", d: `M${x} 124V${top}` });
        shape(one, "use", { class: "burst", href: `#${symbol}${laid}`, x: x - side / 2,
          y: y - side / 2, width: side, height: side });
      }
      shape(one, "circle", { class: laid ? "core" : "core out", cx: x, cy: y, r: narrow ? 9.6 : 10 });
      shape(one, "text", { class: "let", x, y: y + 4.9 }, suit.code);
      shape(one, "text", { class: "num", x, y: 146 }, last);
      if (suit.direction === "down" && laid) {
        shape(one, "path", { class: "down", d: `M${x - 13.5} 137.5h7l-3.5 5z` });
      }
    });
    return svg;
  }

  function ladder(reached, bands) {
    const rise = bands > 1 ? 11 / (bands - 1) : 0;
    const svg = picture("ladder", `0 0 ${6 * bands} 17`);
    for (let place = 0; place < bands; place += 1) {
      shape(svg, "rect", { class: place < reached ? "on" : "off", x: 0.6 + 6 * place,
        y: 12 - rise * place, width: 4, height: 4 + rise * place });
    }
    return svg;
  }

  function fuse(lit) {
    const svg = picture("", "0 0 16 24");
    shape(svg, "use", { href: lit ? "#f1" : "#f0" });
    return svg;
  }

  function tokens(rules, stacks, struck) {
    return element("span", { class: struck ? "toks ghost" : "toks" }, ...rules.suits.map((suit) =>
      element("span", { class: `tk ${suit.look}` }, element("b", {}, suit.code),
        `${suit.direction === "down" && stacks[suit.code] ? "▾" : ""}${stacks[suit.code]}`)));
  }

  function sentence(words, rules, stacks) {
    return rules.suits.map((suit) =>
      reckon.fill(words.stack, { suit: suit.label, number: stacks[suit.code] })).join(words.join);
  }

  // The result in the words of a game's card: number, verdict, detail.
  function verdict(book, words, rules, result) {
    const { points, score, outcome } = result;
    const share = result.percent === null ? "" : percent(result.percent);
    let detail = reckon.fill(words.counts,
      { points: number(points), score: number(score), percent: share });
    if (score === null) {
      detail = reckon.fill(outcome === "struck_out" ? words.no_score : words.on_table,
        { points: number(points) });
    } else if (score === points) {
      detail = reckon.fill(plural(words.points, points), { n: number(points), percent: share });
    }
    const band = outcome === "abandoned" ? null : result.band;
    const shown = score === null ? (outcome === "struck_out" ? "–" : number(points)) : number(score);
    return {
      shown, detail, band,
      word: band === null ? book.outcomes[outcome] || "" : bandLabel(book, band)
    };
  }
  function bandLabel(book, key) {
    return book.bands.find((band) => band[0] === key)[1];
  }
  function strikesText(words, rules, strikes) {
    if (strikes === 0) return words.no_strikes;
    const pair = strikes === rules.strikes ? words.struck : words.strikes;
    return reckon.fill(plural(pair, strikes), { made: strikes, allowed: rules.strikes });
  }

  // Brings a form to life. `changed` is called with what the form says after each change.
  // `extra` gives what the page knows beside the form, such as the players at the table.
  function start(form, book, words, changed, extra) {
    const find = (name) => form.querySelector(`[data-${name}]`);
    const edition = find("edition");
    const modules = find("modules");
    let rules = null;
    let stacks = {};
    let strikes = 0;
    let touched = false;

    function options(list, label) {
      return element("optgroup", { label }, ...list.map((one) =>
        element("option", { value: one.spec },
          one.label.toLowerCase() === one.spec ? one.spec : `${one.spec} · ${one.label}`)));
    }
    if (book.house.length) edition.append(options(book.house, words.house));
    edition.append(options(book.editions, words.editions));
    modules.append(...book.modules.map((module) => element("label", { class: "option" },
      element("input", { type: "checkbox", value: module.name, "data-module": true }),
      element("span", {}, element("b", {}, module.name), " ",
        element("small", {}, module.label)))));
    const boxes = Array.from(modules.querySelectorAll("input"));

    function chosen() {
      const house = book.house.some((one) => one.spec === edition.value);
      const names = house ? [] : boxes.filter((box) => box.checked).map((box) => box.value);
      return [edition.value, ...names].join("+");
    }

    function choice(name, label, value, text, checked) {
      return element("label", {},
        element("input", { type: "radio", name, value, "aria-label": label, checked }),
        element("span", { "aria-hidden": "true" }, text));
    }
    function order(suit) {
      const up = [0, 1, 2, 3, 4, 5];
      return suit.direction === "up" ? up : [0, 5, 4, 3, 2, 1];
    }

    // Builds the rows for a ruleset, with what is laid on the suits that stay.
    function lay(spec) {
      rules = reckon.compose(book, spec);
      const before = stacks;
      stacks = {};
      rules.suits.forEach((suit) => { stacks[suit.code] = before[suit.code] || 0; });
      strikes = Math.min(strikes, rules.strikes);
      find("picks").replaceChildren(...rules.suits.map((suit) =>
        element("div", { class: `pick ${suit.look}`, role: "radiogroup", "aria-label": suit.label },
          element("span", { class: "tk", "aria-hidden": "true" }, element("b", {}, suit.code),
            suit.direction === "down" ? "▾" : ""),
          ...order(suit).map((last) => choice(`stack-${suit.code}`,
            reckon.fill(words.stack, { suit: suit.label, number: last }), last, String(last),
            stacks[suit.code] === last)))));
      const made = Array.from({ length: rules.strikes + 1 }, (_none, n) => n);
      find("strikes").replaceChildren(
        element("span", { class: "tk", "aria-hidden": "true" }, fuse(true)),
        ...made.map((n) => choice("strikes", strikesText(words, rules, n), n, String(n),
          n === strikes)));
      const names = rules.spec.split("+").slice(1);
      const house = book.house.some((one) => one.spec === rules.spec);
      find("modules-named").textContent = names.length && !house ? names.join(" + ")
        : words.no_modules;
      modules.parentElement.hidden = house;
    }

    function choose(spec) {
      const [name, ...names] = spec.split("+");
      const house = book.house.some((one) => one.spec === spec);
      const known = book.editions.some((one) => one.spec === name);
      edition.value = house ? spec : known ? name : (book.house[0] || book.editions[0]).spec;
      if (!house && !known) edition.value = "basic";
      boxes.forEach((box) => { box.checked = !house && names.includes(box.value); });
      lay(chosen());
    }

    function whole(name) {
      const field = form.querySelector(`[data-number="${name}"]`);
      if (!field || field.value.trim() === "") return null;
      const value = Number(field.value);
      return Number.isInteger(value) ? value : null;
    }

    function state() {
      const abandoned = find("abandoned");
      return {
        stacks: Object.assign({}, stacks), strikes,
        outcome: abandoned && abandoned.checked ? "abandoned" : null,
        players: whole("players"), hints: whole("hints"), deck: whole("deck"),
        minutes: whole("minutes")
      };
    }

    function draw() {
      const now = Object.assign(state(), extra ? extra() : {});
      const problems = touched ? reckon.check(book, rules, now) : [];
      const wrong = problems.some((one) => one[2] === "error");
      const result = reckon.evaluate(book, rules, now);
      const struck = result.outcome === "struck_out";
      const said = verdict(book, words, rules, result);
      const card = find("card");
      card.classList.toggle("perfect", touched && !wrong && result.outcome === "perfect");
      find("seal").hidden = !(touched && !wrong && result.outcome === "perfect");
      find("picture").replaceChildren(landscape(rules, stacks, struck));
      find("sentence").textContent = sentence(words, rules, stacks);
      const blank = !touched || wrong;
      const points = find("points");
      points.classList.toggle("none", blank || said.shown === "–");
      points.replaceChildren(blank ? "–" : said.shown,
        element("small", {}, `/ ${rules.max_score}`));
      const bands = reckon.bands(book, rules).map((band) => band.key);
      find("verdict").replaceChildren(...(blank ? [] : said.band === null ? [said.word]
        : [ladder(bands.indexOf(said.band) + 1, bands.length), said.word]));
      find("detail").textContent = touched ? (wrong ? words.impossible : said.detail) : words.hint;
      find("fuses").replaceChildren(
        ...Array.from({ length: rules.strikes }, (_none, n) => fuse(n < strikes)),
        element("span", {}, strikesText(words, rules, strikes)));
      find("faults").replaceChildren(...problems.map(([_field, message, level]) =>
        element("p", { class: level === "error" ? "note" : "small" }, message)));
      changed({ spec: rules.spec, rules, state: now, touched, problems, wrong, result, said });
    }

    function show(spec, next) {
      stacks = next ? Object.assign({}, next.stacks) : {};
      strikes = next ? next.strikes : 0;
      touched = Boolean(next);
      choose(spec);
      draw();
    }

    form.addEventListener("change", (event) => {
      const input = event.target;
      if (input === edition || input.hasAttribute("data-module")) {
        if (input.checked) {
          const out = reckon.clashes(book, input.value);
          boxes.forEach((box) => { if (out.includes(box.value)) box.checked = false; });
        }
        lay(chosen());
        keep(KEPT, rules.spec);
      } else if (input.name === "strikes") {
        strikes = Number(input.value);
        touched = true;
      } else if (input.name && input.name.startsWith("stack-")) {
        stacks[input.name.slice(6)] = Number(input.value);
        touched = true;
      }
      draw();
    });
    form.addEventListener("input", (event) => {
      if (event.target.hasAttribute("data-number")) draw();
    });
    find("picture").addEventListener("click", (event) => {
      const box = find("picture").firstChild.getBoundingClientRect();
      const place = Math.floor(((event.clientX - box.left) / box.width) * rules.suits.length);
      const suit = rules.suits[Math.max(0, Math.min(place, rules.suits.length - 1))];
      const row = order(suit);
      const next = row[(row.indexOf(stacks[suit.code]) + 1) % row.length];
      const radio = form.querySelector(`input[name="stack-${suit.code}"][value="${next}"]`);
      radio.checked = true;
      radio.dispatchEvent(new Event("change", { bubbles: true }));
    });
    form.hidden = false;
    return {
      show, redraw: draw, remembered: () => kept(KEPT) || "basic", spec: () => rules.spec
    };
  }

  return { bandLabel, element, fuse, json, kept, keep, number, percent, plural, sentence, start,
    strikesText, tokens, verdict };
})(hanabiRules);
