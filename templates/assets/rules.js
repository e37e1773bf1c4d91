// The rules in the browser: from stacks and strikes to points, score and band, and the checks
// that can be made from them. The tables and the sentences come from the program, as JSON in
// the page; a test holds every answer to the program's.
var hanabiRules = (function () {
  "use strict";
  const RANKS = 5;

  function fill(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, key) => (key in values ? values[key] : whole));
  }
  function sum(list, value) {
    return list.reduce((total, one) => total + value(one), 0);
  }

  // An edition with modules, such as `pocket+rainbow5+strikes2`; the modules in their order.
  // Null for a ruleset that the page does not know, say one of the house that is gone.
  function compose(book, spec) {
    const [name, ...extra] = spec.split("+");
    const base = book.house.concat(book.editions).find((one) => one.spec === spec)
      || book.editions.find((one) => one.spec === name);
    if (!base) return null;
    const chosen = base.spec === spec ? [] : book.modules.filter((one) => extra.includes(one.name));
    const rules = Object.assign({}, base.rules);
    let suits = base.suits;
    chosen.forEach((module) => {
      Object.assign(rules, module.rules, base.overrides[module.name]);
      suits = suits.concat(module.suits);
    });
    return Object.assign(rules, {
      spec: [base.spec, ...chosen.map((one) => one.name)].join("+"),
      suits,
      max_score: sum(suits, (suit) => (suit.points === "laid" ? RANKS : 0)),
      fireworks_size: RANKS * suits.length,
      deck_size: sum(suits, (suit) => suit.size)
    });
  }

  // The modules that cannot stand beside the given one.
  function clashes(book, name) {
    return book.modules.filter((one) => one.name !== name && (one.excludes.includes(name)
      || book.modules.some((own) => own.name === name && own.excludes.includes(one.name))))
      .map((one) => one.name);
  }

  function cardsLaid(suit, last) {
    return suit.direction === "up" || last === 0 ? last : RANKS + 1 - last;
  }
  function pointsOf(suit, last) {
    return cardsLaid(suit, last) - (suit.points === "laid" ? 0 : RANKS);
  }
  function laidIn(state, rules) {
    return sum(rules.suits, (suit) => cardsLaid(suit, state.stacks[suit.code] || 0));
  }

  function outcomeOf(state, rules) {
    if (state.outcome) return state.outcome;
    if (laidIn(state, rules) === rules.fireworks_size) return "perfect";
    if (state.strikes === null) return null;
    if (state.strikes >= rules.strikes) return "struck_out";
    return rules.win_or_lose ? "lost" : "finished";
  }

  function scoreOf(points, outcome, rules) {
    if (outcome === "struck_out" && rules.struck_out !== "keep") {
      if (typeof rules.struck_out === "number") return rules.struck_out;
      return rules.struck_out === "zero" ? 0 : null;
    }
    return rules.floor === null ? points : Math.max(points, rules.floor);
  }

  // The bands of the scale, lowest first, each with its least score (null: open downward).
  function bands(book, rules) {
    const keys = book.bands.slice(0, book.printed.length + 1).map((band) => band[0]);
    let lows = book.printed;
    if (rules.scale === "scaled") {
      lows = lows.map((bound) => Math.floor((bound * rules.max_score) / 25));
    } else if (rules.scale === "extended" && rules.max_score > 25) {
      keys.push("beyond");
      lows = lows.concat(rules.max_score);
    }
    return keys.map((key, place) => ({ key, low: place ? lows[place - 1] : null }));
  }
  function bandOf(book, rules, score) {
    return bands(book, rules).filter((band) => band.low === null || score >= band.low).pop().key;
  }

  // What a game came to. `state` has stacks (last card by suit) and strikes; outcome, players,
  // hints, deck and minutes are null where nobody said.
  function evaluate(book, rules, state) {
    const outcome = outcomeOf(state, rules);
    const points = sum(rules.suits, (suit) => pointsOf(suit, state.stacks[suit.code] || 0));
    const score = rules.win_or_lose ? null : scoreOf(points, outcome, rules);
    const most = rules.max_score;
    return {
      outcome, points, score, max_score: most,
      percent: score === null || !most ? null
        : Math.floor((2000 * score + most) / (2 * most)) / 10,
      band: score === null ? null : bandOf(book, rules, score)
    };
  }

  // Everything that is wrong (errors) or odd (warnings), as [field, message, level].
  function check(book, rules, state) {
    const say = book.messages;
    const found = [];
    const error = (field, text, values) => found.push([field, fill(text, values || {}), "error"]);
    const warn = (field, text, values) => found.push([field, fill(text, values || {}), "warning"]);
    const counts = rules.hand_sizes.map((pair) => pair[0]);

    if (state.players && counts.length && !counts.includes(state.players)) {
      error("players", say.players[state.players === 1 ? 0 : 1],
        { found: state.players, spec: rules.spec, allowed: counts.join(", ") });
    }
    const sound = Object.assign({}, state);
    if (found.length) sound.players = null;
    [["strikes", rules.strikes], ["hints", rules.hints], ["deck", rules.deck_size]]
      .forEach(([field, high]) => {
        const value = state[field];
        if (value === null || (value >= 0 && value <= high)) return;
        error(field, say.range, { name: say[field], found: value, low: 0, high });
        sound[field] = null;
      });

    const before = found.length;
    contradictions(book, rules, sound, error);
    if (found.length === before) counting(book, rules, sound, error);
    if (!found.length) oddities(book, rules, state, warn);
    return found;
  }

  function contradictions(book, rules, state, error) {
    const say = book.messages;
    const said = state.outcome;
    const out = state.strikes === rules.strikes;
    const complete = laidIn(state, rules) === rules.fireworks_size;
    const unfit = (reason) => error("outcome", say.unfit, { outcome: book.outcomes[said], reason });
    if (complete && (out || said === "struck_out")) {
      error(out ? "strikes" : "outcome", say.complete_and_out);
      return;
    }
    if (said === "struck_out" && state.strikes !== null && !out) {
      error("outcome", say.not_out,
        { needed: rules.strikes, spec: rules.spec, found: state.strikes });
    } else if (out && said && said !== "struck_out") {
      unfit(fill(say.out, { needed: rules.strikes }));
    }
    if (said === "perfect" && !complete) unfit(say.incomplete);
    else if (complete && said && said !== "perfect") unfit(say.perfect);
    if (said === "lost" && !rules.win_or_lose) unfit(say.never_lost);
    else if (said === "finished" && rules.win_or_lose) unfit(say.never_finished);
    else if (mustEmptyDeck(state, rules) && state.deck) {
      error("deck", say.deck_left, { found: state.deck });
    }
  }

  function mustEmptyDeck(state, rules) {
    return outcomeOf(state, rules) === "finished" && !rules.early_stop;
  }

  // Every card is on a firework, discarded, in a hand or in the draw pile.
  function counting(book, rules, state, error) {
    if (!rules.hand_sizes.length) return;
    const laid = laidIn(state, rules);
    const outcome = outcomeOf(state, rules);
    const left = rules.deck_size - laid;
    const deck = mustEmptyDeck(state, rules) ? 0 : state.deck || 0;
    const spent = rules.repairs ? 0 : state.strikes || 0;
    let tables = rules.hand_sizes.filter(([players]) => !state.players || players === state.players);
    if (!tables.length) tables = rules.hand_sizes;
    const open = outcome === null || outcome === "abandoned" || !rules.last_round;
    const least = Math.min(...tables.map(([players, size]) =>
      players * size - (deck ? 1 : open ? players * size : players)));
    const surplus = spent + least + deck - left;
    if (surplus > 0 && deck) {
      error("deck", book.messages.deck_most, { most: Math.max(0, deck - surplus), found: deck });
    } else if (surplus > 0) {
      error("stacks", book.messages.surplus, { laid, left, held: spent + least });
    }
  }

  function oddities(book, rules, state, warn) {
    const say = book.messages;
    const limits = book.limits;
    const result = evaluate(book, rules, state);
    const black = rules.suits.find((suit) => suit.black);
    if ((result.outcome === "finished" || result.outcome === "lost")
      && result.points < limits.low_points) {
      warn("stacks", say.low[result.points === 1 ? 0 : 1], { points: result.points });
    }
    if (state.minutes !== null && state.minutes < limits.short_game) {
      warn("minutes", say.short, { n: limits.short_game });
    }
    if (result.outcome === "perfect" && state.hints === 0 && rules.five_returns_hint) {
      warn("hints", say.no_hint);
    }
    if (rules.suits.length === limits.printed_suits && black) {
      warn("ruleset", black.direction === "up" ? say.black_up : say.black_down);
    }
  }

  return { RANKS, bands, bandOf, cardsLaid, check, clashes, compose, evaluate, fill, pointsOf };
})();
