// One round of Hoola King, reckoned in the browser: the same checks, places, payments and
// sentences as the program. `hanabiHoola` reckons; the rest of the file is the form.
var hanabiHoola = (function () {
  "use strict";

  function fill(template, values) {
    return template.replace(/\{(\w+)\}/g, (whole, name) =>
      name in values ? String(values[name]) : whole);
  }

  function Rules(data) {
    const byWord = {};
    Object.entries(data.suits).forEach(([suit, words]) =>
      words.forEach((word) => { byWord[word] = suit; }));
    const suit = Object.keys(byWord).sort((a, b) => b.length - a.length).join("|");
    const rank = "10|[2-9atjqk]";
    const say = (code, values) => fill(data.words[code], values || {});
    const rankOf = (word) => (word === "t" ? "10" : word.toUpperCase());
    const valueOf = (card) => data.ranks.indexOf(card.rank) + 1;
    const spelled = (card) => card.rank + (card.suit || "");

    // The cards of a text, and what is wrong with it.
    function parseCards(typed, player) {
      const plain = typed.normalize("NFKC").replace(/[\ufe0e\ufe0f]/g, "").trim();
      const text = plain.toLowerCase();
      // A few letters become two in lower case, and then columns would not agree.
      const asTyped = plain.length === text.length ? plain : text;
      const cards = [];
      const problems = [];
      let carried = null;
      let waiting = null;
      const lone = () => {
        if (waiting) problems.push(say("lone_suit", { player, found: waiting }));
        waiting = null;
      };
      for (const match of text.matchAll(/[^\s,;·]+/g)) {
        const word = match[0];
        const shown = asTyped.slice(match.index, match.index + word.length);
        if (Object.hasOwn(byWord, word)) {
          lone();
          carried = byWord[word];
          waiting = shown;
        } else if (new RegExp(`^(?:${rank})$`).test(word)) {
          cards.push({ rank: rankOf(word), suit: carried });
          waiting = null;
        } else if (new RegExp(`^(?:(?:${suit})(?:${rank}))+$`).test(word)) {
          lone();
          for (const found of word.matchAll(new RegExp(`(${suit})(${rank})`, "g"))) {
            cards.push({ rank: rankOf(found[2]), suit: byWord[found[1]] });
            carried = byWord[found[1]];
          }
        } else if (new RegExp(`^(?:(?:${rank})(?:${suit}))+$`).test(word)) {
          lone();
          for (const found of word.matchAll(new RegExp(`(${rank})(${suit})`, "g"))) {
            cards.push({ rank: rankOf(found[1]), suit: byWord[found[2]] });
          }
          carried = null;
        } else {
          problems.push(say("no_card", { player, found: Array.from(shown).slice(0, 60).join("") }));
          waiting = null;
        }
      }
      lone();
      const bare = cards.filter((card) => card.suit === null);
      if (!problems.length && bare.length && bare.length < cards.length) {
        problems.push(say("half_suits", { player, card: spelled(bare[0]) }));
      }
      return { cards, problems };
    }

    // A hand as typed: sum and sevens with a slash, else cards.
    function typedHand(typed, player, laid) {
      const slash = /^\s*(\d{1,3})\s*\/\s*(\d{1,2})\s*$/.exec(typed);
      if (slash) {
        return { hand: { player, laid, cards: null, total: +slash[1], sevens: +slash[2] }, problems: [] };
      }
      if (/^\s*(1|1[1-9]|[2-9]\d|\d{3,})\s*$/.test(typed)) {
        return { hand: null, problems: [say("bare_sum", { player, typed: typed.trim() })] };
      }
      const { cards, problems } = parseCards(typed, player);
      return { hand: handOf(player, cards, laid), problems };
    }

    function handOf(player, cards, laid) {
      return {
        player, laid, cards,
        total: cards.reduce((sum, card) => sum + valueOf(card), 0),
        sevens: cards.filter((card) => valueOf(card) === data.seven).length,
      };
    }

    const whole = data.ranks.map(() => data.copies);
    // The sums that so many of the cards left can have, none of them a seven.
    const reachable = {};
    function sums(count, left) {
      const key = `${count}:${left.join("")}`;
      if (!reachable[key]) {
        let reached = Array.from({ length: count + 1 }, (_none, size) => new Set(size ? [] : [0]));
        for (let value = 1; value <= data.ranks.length; value += 1) {
          if (value === data.seven) continue;
          reached = reached.map((_old, size) => {
            const found = new Set();
            for (let copies = 0; copies <= Math.min(left[value - 1], size); copies += 1) {
              reached[size - copies].forEach((total) => found.add(total + copies * value));
            }
            return found;
          });
        }
        reachable[key] = reached[count];
      }
      return reachable[key];
    }
    function canHold(total, sevens, least, most, left) {
      for (let count = Math.max(least, sevens); count <= most; count += 1) {
        if (sums(count - sevens, left).has(total - data.seven * sevens)) return true;
      }
      return false;
    }

    function checkPeople(round, faults) {
      const players = round.hands.map((hand) => hand.player);
      const unknown = (player) => say("unknown", { player, players: players.join(", ") });
      const known = (player) => players.includes(player);
      if (players.length < data.players[0] || players.length > data.players[1]) {
        faults.push(say("players", { count: players.length }));
      }
      if (round.end === "deck" && round.by !== null) faults.push(say("by_deck", { player: round.by }));
      else if (round.end !== "deck" && round.by === null) faults.push(say("by_missing"));
      else if (round.by !== null && !known(round.by)) faults.push(unknown(round.by));
      const thanked = round.thanked_from;
      if (thanked !== null) {
        if (round.end !== "hoola") faults.push(say("thanked_end"));
        else if (!known(thanked)) faults.push(unknown(thanked));
        else if (thanked === round.by) faults.push(say("thanked_self", { player: thanked }));
      }
      if (round.winner !== null && round.void) faults.push(say("winner_and_void"));
      else if (round.winner !== null && !known(round.winner)) faults.push(unknown(round.winner));
    }

    function checkHands(round, faults) {
      const cards = round.hands.flatMap((hand) => hand.cards || []);
      const left = data.ranks.map((one) =>
        Math.max(0, data.copies - cards.filter((card) => card.rank === one).length));
      const held = (hand, least, most, kind) => {
        const { player, total, sevens } = hand;
        if (hand.cards !== null) {
          const count = hand.cards.length;
          if (count < least || count > most) faults.push(say(`count_${kind}`, { player, count }));
        } else if (sevens <= data.copies && !canHold(total, sevens, least, most, whole)) {
          faults.push(say(`sum_${kind}`, { player, total, sevens }));
        } else if (sevens <= data.copies && !canHold(total, sevens, least, most, left)) {
          faults.push(say("sum_left", { player, total, sevens }));
        }
      };
      round.hands.forEach((hand) => {
        const ends = hand.player === round.by;
        if (ends && (round.end === "out" || round.end === "hoola")) {
          if (hand.total || hand.sevens || (hand.cards || []).length) {
            faults.push(say("not_empty", { player: hand.player, total: hand.total }));
          }
        } else if (ends && round.end === "chongtong") {
          held(hand, data.copies, hand.laid ? data.dealt - 1 : data.dealt, "chongtong");
        } else if (hand.laid) held(hand, 1, data.dealt - 1, "laid");
        else held(hand, data.dealt, data.dealt, "unlaid");
      });
    }

    function checkEnding(round, faults) {
      const hand = round.hands.find((one) => one.player === round.by);
      if (!hand) return;
      const { player, total, sevens } = hand;
      const limits = data.thresholds[round.thresholds];
      const over = (code, limit) => faults.push(say(code, { player, total, limit }));
      if (["hoola", "low", "high"].includes(round.end) && hand.laid) faults.push(say("ender_laid", { player }));
      if (round.end === "out" && !hand.laid) faults.push(say("out_unlaid", { player }));
      if (round.end === "stop" && !hand.laid) faults.push(say("stop_unlaid", { player }));
      if (round.end === "low" && total > limits.low) over("low_over", limits.low);
      if (round.end === "high" && total < limits.high) over("high_under", limits.high);
      if (round.end === "stop" && total > limits.stop) over("stop_over", limits.stop);
      if (round.end === "chongtong" && sevens !== data.copies) {
        faults.push(say("chongtong_sevens", { player, sevens }));
      }
    }

    function checkDeck(round, faults) {
      const sevens = round.hands.reduce((sum, hand) => sum + hand.sevens, 0);
      if (sevens > data.copies) faults.push(say("sevens", { count: sevens }));
      const holders = new Map();
      const ranks = new Map();
      round.hands.forEach((hand) => (hand.cards || []).forEach((card) => {
        ranks.set(card.rank, (ranks.get(card.rank) || 0) + 1);
        if (card.suit === null) return;
        const name = spelled(card);
        if (holders.has(name)) {
          faults.push(say("card_twice", { card: name, first: holders.get(name), second: hand.player }));
        } else holders.set(name, hand.player);
      }));
      ranks.forEach((count, one) => {
        if (count > data.copies && one !== "7") faults.push(say("rank_often", { rank: one, count }));
      });
    }

    function check(round) {
      const faults = [];
      checkPeople(round, faults);
      if (!faults.length) {
        checkHands(round, faults);
        checkEnding(round, faults);
      }
      checkDeck(round, faults);
      return faults;
    }

    // What the rules say: the winner, or the gap and who may be named instead.
    function rule(round) {
      if (round.end === "deck") return lowest(round, round.hands, false);
      const hand = round.hands.find((one) => one.player === round.by);
      if (round.end !== "stop") return { winner: round.by, failed: false };
      const reached = round.hands.filter((one) => one !== hand && one.total <= hand.total);
      return reached.length ? lowest(round, reached, true) : { winner: round.by, failed: false };
    }
    function lowest(round, hands, failed) {
      const kind = failed ? "stop" : "deck";
      const laid = hands.filter((hand) => hand.laid);
      if (!laid.length) {
        const hand = round.hands.find((one) => one.player === round.by);
        return { winner: null, failed, gap: say(`${kind}_nobody`, { total: hand ? hand.total : 0 }),
          possible: round.hands.map((one) => one.player).filter((one) => one !== round.by) };
      }
      const least = Math.min(...laid.map((hand) => hand.total));
      const found = laid.filter((hand) => hand.total === least).map((hand) => hand.player);
      if (found.length === 1) return { winner: found[0], failed };
      return { winner: null, failed, possible: found,
        gap: say(`${kind}_tied`, { players: found.join(", "), total: least }) };
    }

    // The outcome of a round, or `problems`; `open` tells that the table must decide.
    function evaluate(round) {
      const faults = check(round);
      if (faults.length) return { problems: faults };
      const ruled = rule(round);
      if (!ruled.gap) {
        const winner = ruled.winner;
        if (round.void) return { problems: [say("void_decided", { winner })] };
        if (round.winner !== null && round.winner !== winner) {
          return { problems: [say("winner_decided", { winner, player: round.winner })] };
        }
        return outcome(round, winner, ruled);
      }
      const open = { possible: ruled.possible };
      if (round.void) return Object.assign(voided(round), { open });
      if (round.winner === null) return { problems: [ruled.gap], open };
      if (!ruled.possible.includes(round.winner)) {
        return { problems: [say("winner_unfit",
          { player: round.winner, players: ruled.possible.join(", ") })], open };
      }
      return Object.assign(outcome(round, round.winner, ruled), { open });
    }

    const opening = (round) => {
      if (round.end !== "stop") return say("open_deck");
      const hand = round.hands.find((one) => one.player === round.by);
      return say("failed_stop_open", { payer: round.by, total: hand.total });
    };

    function voided(round) {
      const payments = {};
      round.hands.forEach((hand) => { payments[hand.player] = 0; });
      return { winner: null, multiplier: data.multipliers[round.end], places: {}, payments,
        why: [opening(round), say("void")] };
    }

    function outcome(round, winner, ruled) {
      const m = data.multipliers[round.end];
      const losers = round.hands.filter((hand) => hand.player !== winner);
      const laid = losers.filter((hand) => hand.laid).map((hand) => hand.total);
      const shares = losers.map((hand) => {
        // Equal sums take the last of their places: everybody at or below counts.
        const place = hand.laid ? 1 + laid.filter((total) => total <= hand.total).length
          : round.hands.length;
        const tied = hand.laid && laid.filter((total) => total === hand.total).length > 1;
        const byPlace = 2 ** (place - 2);
        const amount = byPlace * m * (hand.laid ? 1 : 2) * 2 ** hand.sevens;
        return { hand, place, tied, byPlace, amount };
      });
      const pot = shares.reduce((sum, share) => sum + share.amount, 0);
      const payer = ruled.failed ? round.by : round.thanked_from;
      const places = {};
      const payments = {};
      shares.forEach((share) => { places[share.hand.player] = share.place; });
      round.hands.forEach(({ player }) => {
        const share = shares.find((one) => one.hand.player === player);
        if (player === winner) payments[player] = pot;
        else if (payer !== null) payments[player] = player === payer ? -pot : 0;
        else payments[player] = -share.amount;
      });
      const paying = ruled.failed ? "stopper_pays" : payer !== null ? "thanked_pays" : "each_pays";
      return { winner, multiplier: m, places, payments, why: [
        ...winning(round, winner, m, ruled), ...shares.map((share) => placed(share, m)),
        say(paying, { payer, winner, sum: pot }),
      ] };
    }

    function winning(round, winner, m, ruled) {
      const total = (player) => round.hands.find((hand) => hand.player === player).total;
      if (ruled.gap) return [opening(round), say("decided", { winner })];
      if (ruled.failed) {
        return [say("failed_stop",
          { payer: round.by, total: total(round.by), winner, other: total(winner) })];
      }
      const limits = data.thresholds[round.thresholds];
      const limit = round.end === "high" ? limits.high : limits.low;
      return [say(`won_${round.end}`, { winner, m, total: total(winner), limit })];
    }

    function placed({ hand, place, tied, byPlace, amount }, m) {
      const factors = [say("factor_place", { n: byPlace })];
      if (m !== 1) factors.push(say("factor_end", { n: m }));
      if (!hand.laid) factors.push(say("factor_unlaid", { n: 2 }));
      if (hand.sevens) factors.push(say("factor_sevens", { n: 2 ** hand.sevens, sevens: hand.sevens }));
      const code = !hand.laid ? "placed_unlaid" : tied ? "placed_tied" : "placed";
      return say(code, { player: hand.player, place, total: hand.total,
        formula: factors.join(" × "), amount });
    }

    return { parseCards, typedHand, handOf, evaluate, say };
  }

  return { Rules, fill };
})();

(function (hoola) {
  "use strict";
  const form = document.querySelector("[data-hoola]");
  if (!form) return;
  const data = JSON.parse(document.querySelector("[data-hoola-rules]").textContent);
  const rules = hoola.Rules(data);
  const words = data.form;
  const part = (name) => form.querySelector(`[data-hoola-${name}]`);
  const end = part("end");
  const by = part("by");
  const count = part("count");
  const thresholds = part("thresholds");
  const thanked = part("thanked");
  const winner = part("winner");
  const told = part("told");
  const signed = (value) => (value > 0 ? `+${value}` : String(value).replace("-", "−"));

  function element(tag, attributes, ...children) {
    const made = document.createElement(tag);
    Object.entries(attributes).forEach(([name, value]) => made.setAttribute(name, value));
    made.append(...children);
    return made;
  }
  function choices(select, found) {
    const before = select.value;
    select.replaceChildren(...found.map(([value, text]) => element("option", { value }, text)));
    if (found.some(([value]) => value === before)) select.value = before;
  }

  const rows = words.names.map((name) => {
    const row = part("hands").querySelector("template").content.firstElementChild.cloneNode(true);
    part("hands").append(row);
    const made = {
      row,
      name: row.querySelector("[data-hoola-name]"),
      hand: row.querySelector("[data-hoola-hand]"),
      laid: row.querySelector("[data-hoola-laid]"),
    };
    made.name.defaultValue = name;
    return made;
  });
  const [fewest, most] = data.players;
  choices(end, data.ends.map((one) => [one, data.words[`end_${one}`]]));
  choices(count, Array.from({ length: most - fewest + 1 },
    (_none, n) => [String(fewest + n), String(fewest + n)]));
  choices(thresholds, Object.entries(data.thresholds).map(([name, limits]) =>
    [name, hoola.fill(words.limits, limits)]));

  // Whoever ends a round has laid down or has not by the rules, so it is not asked.
  const IMPLIED = { out: true, stop: true, hoola: false, low: false, high: false };

  function show() {
    const seated = rows.slice(0, Number(count.value));
    rows.forEach((one, place) => { one.row.hidden = place >= seated.length; });
    const names = seated.map((one, place) => one.name.value.trim() || words.names[place]);
    const places = names.map((name, place) => [String(place), name]);
    seated.forEach((one, place) => one.row.setAttribute("aria-label", names[place]));
    choices(by, places);
    choices(thanked, [["", words.nobody], ...places]);
    by.parentElement.hidden = end.value === "deck";
    thanked.parentElement.hidden = end.value !== "hoola";
    const ender = end.value === "deck" ? -1 : Number(by.value);
    const empty = end.value === "out" || end.value === "hoola";
    seated.forEach((one, place) => {
      const ends = place === ender;
      one.laid.parentElement.hidden = ends && end.value !== "chongtong";
      one.hand.parentElement.hidden = ends && empty;
    });
    const twice = names.find((name, place) => names.indexOf(name) !== place);
    if (twice !== undefined) {
      winner.parentElement.hidden = true;
      complain([hoola.fill(words.twice, { name: twice })]);
      return;
    }
    const read = seated.map((one, place) => {
      const ends = place === ender;
      const laid = ends && end.value in IMPLIED ? IMPLIED[end.value] : one.laid.checked;
      if (ends && empty) return { hand: rules.handOf(names[place], [], laid), problems: [] };
      return rules.typedHand(one.hand.value, names[place], laid);
    });
    const missing = seated.some((one, place) =>
      !one.hand.parentElement.hidden && !one.hand.value.trim() && place < seated.length);
    const problems = read.flatMap((one) => one.problems);
    if (missing || problems.length) {
      winner.parentElement.hidden = true;
      if (problems.length) complain(problems);
      else told.replaceChildren(element("p", { class: "small" }, words.waiting));
      return;
    }
    decide(read.map((one) => one.hand), names, ender);
  }

  function decide(hands, names, ender) {
    const round = {
      end: end.value, hands, by: ender < 0 ? null : names[ender], thresholds: thresholds.value,
      thanked_from: end.value === "hoola" && thanked.value !== "" ? names[Number(thanked.value)] : null,
      winner: null, void: false,
    };
    let found = rules.evaluate(round);
    winner.parentElement.hidden = !found.open;
    if (found.open) {
      const possible = found.open.possible.map((name) => [String(names.indexOf(name)), name]);
      choices(winner, [["", words.undecided], ...possible, ["void", words.void]]);
      if (winner.value === "void") round.void = true;
      else if (winner.value !== "") round.winner = names[Number(winner.value)];
      if (winner.value !== "") found = rules.evaluate(round);
    }
    if (found.problems) complain(found.problems);
    else answer(names, found);
  }

  function complain(problems) {
    told.replaceChildren(...problems.map((text) => element("p", { class: "note" }, text)));
  }

  function answer(names, found) {
    const head = element("tr", {},
      element("th", { scope: "col" }, words.name),
      element("th", { scope: "col", class: "n" }, words.place),
      element("th", { scope: "col", class: "n" }, words.points));
    const lines = names.map((name) => {
      const place = name === found.winner ? "1" : String(found.places[name] || "–");
      return element("tr", { "data-player": name },
        element("th", { scope: "row" }, name),
        element("td", { class: "n" }, place),
        element("td", { class: "n", "data-points": found.payments[name] },
          signed(found.payments[name])));
    });
    told.replaceChildren(
      element("table", {}, element("caption", { class: "vh" }, words.caption),
        element("thead", {}, head), element("tbody", {}, ...lines)),
      ...found.why.map((text) => element("p", { class: "small" }, text)));
  }

  form.addEventListener("input", show);
  form.addEventListener("reset", () => setTimeout(show));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.hidden = false;
  form.reset();
  show();
})(hanabiHoola);
