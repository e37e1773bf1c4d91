// The calculator: says how a sum came about, and how to log it.
(function (reckon, table) {
  "use strict";
  const form = document.querySelector("[data-calculator]");
  const book = table.json("rules");
  const words = table.json("words");
  const told = form.querySelector("[data-told]");
  const command = form.querySelector("[data-command]");
  const fill = reckon.fill;
  const number = table.number;

  // The terms with their signs: 5 + 4 + 3 − 2.
  function terms(rules, stacks) {
    return rules.suits.map((suit, place) => {
      const value = reckon.pointsOf(suit, stacks[suit.code]);
      if (place === 0) return number(value);
      return value < 0 ? `− ${-value}` : `${suit.points === "laid" ? "+" : "−"} ${value}`;
    }).join(" ");
  }

  function ofMost(result) {
    return fill(words.of, { score: number(result.score), most: result.max_score,
      percent: table.percent(result.percent) });
  }

  function explain({ rules, state, result, wrong }) {
    const lines = [fill(words.sum,
      { terms: terms(rules, state.stacks), points: number(result.points) })];
    rules.suits.forEach((suit) => {
      const n = -reckon.pointsOf(suit, state.stacks[suit.code]);
      if (suit.points === "missing" && n) {
        lines.push(fill(table.plural(words.missing, n), { suit: suit.label, n }));
      }
    });
    if (wrong) return lines;
    const struck = result.outcome === "struck_out";
    if (rules.win_or_lose) {
      if (!struck) {
        lines.push(fill(result.outcome === "perfect" ? words.won : words.lost, { spec: rules.spec }));
      }
    }
    if (struck) {
      const policy = rules.win_or_lose ? "none" : rules.struck_out;
      lines.push(fill(typeof policy === "number" ? words.number : words[policy],
        { spec: rules.spec, score: number(result.score) }));
      const spared = reckon.evaluate(book, rules, Object.assign({}, state,
        { strikes: rules.strikes - 1, outcome: null }));
      if (spared.score !== null && spared.score !== result.score) {
        lines.push(fill(words.would, { score: number(spared.score), most: rules.max_score,
          band: table.bandLabel(book, spared.band) }));
      }
    } else if (result.score !== null && result.score !== result.points) {
      lines.push(fill(words.floor, { spec: rules.spec, score: number(rules.floor) }));
    }
    if (result.score !== null) {
      if (result.score || !struck) lines.push(ofMost(result));
      if (rules.max_score !== 25 && rules.scale === "scaled") {
        lines.push(fill(words.stretched, { most: rules.max_score }));
      }
    }
    if (result.band) lines.push(book.bands.find((band) => band[0] === result.band)[2]);
    return lines;
  }

  const end = table.start(form, book, words, (now) => {
    told.parentElement.hidden = !now.touched;
    told.replaceChildren(...explain(now).map((line, place) =>
      table.element("p", { class: place === 0 ? "sum" : null }, line)));
    const stacks = now.rules.suits.map((suit) => `${suit.code}${now.state.stacks[suit.code]}`);
    const parts = ["hanabi-log add", ...stacks];
    if (now.state.strikes) parts.push(`-s ${now.state.strikes}`);
    if (now.spec !== "basic") parts.push(`-r ${now.spec}`);
    command.hidden = !now.touched || now.wrong;
    command.replaceChildren(words.log, table.element("code", {},
      ...parts.flatMap((part) => [table.element("span", { class: "nb" }, part), " "])));
  });
  end.show(end.remembered(), null);
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    form.querySelectorAll("[data-number]").forEach((field) => { field.value = ""; });
    end.show(end.spec(), null);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
})(hanabiRules, hanabiTable);
