"""The browser reckons as the program does: the same results and the same sentences."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from hanabi_log.errors import InvalidInput
from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.definition import read_definition
from hanabi_log.games.hanabi.endstate import OUTCOMES, EndState
from hanabi_log.games.hanabi.rulesets import Ruleset, compose
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.resources import shipped
from hanabi_log.rulebook import Rulebook
from hanabi_log.site.rulesjson import rules_json

pytestmark = pytest.mark.browser

BOOK = Rulebook()
EDITIONS = [name for name in BOOK.names if BOOK.ruleset(name).known]
CHOICES = (
    ("", "+rainbow", "+rainbow5", "+wild"),
    ("", "+black"),
    ("", "+bonus"),
    ("", "+expert", "+endless"),
    ("", "+strikes1", "+strikes2"),
    ("", "+spare-hint"),
)
SPECS = ["".join(parts) for parts in product(EDITIONS, *CHOICES)]
STATES = 3000
ASK = """([book, cases]) => cases.map(([spec, state]) => {
  const rules = hanabiRules.compose(book, spec);
  return [rules.spec, rules.max_score, rules.deck_size, rules.suits.map((suit) => suit.code),
    hanabiRules.evaluate(book, rules, state), hanabiRules.check(book, rules, state)];
})"""


def house(name: str, extends: str, **changes: Any) -> Ruleset:
    """A ruleset of a club."""
    made = read_definition({"extends": extends, **changes})
    return compose(name, lambda asked: made if asked == name else BOOK.find(asked), BOOK.modules)


HOUSE = (
    house("lantern", "basic+black", struck_out="keep", floor=0, scale="printed"),
    house("lantern-sky", "rnr+rainbow", struck_out=-10, scale="extended", hints=6),
    house("black-five", "basic", suits=[{"code": code} for code in "RYGBK"]),
)


def cases() -> list[tuple[Ruleset, EndState, int | None]]:
    """End states of every kind, possible or not, under every edition with any modules."""
    chance = random.Random(2_000)
    found = []
    rulesets = [*HOUSE * 40, *(BOOK.ruleset(spec) for spec in EDITIONS)]
    rulesets += [BOOK.ruleset(spec) for spec in chance.choices(SPECS, k=STATES - len(rulesets))]
    for rules in rulesets:
        most = chance.choice((1, 5, 5, 5))
        full = chance.random() < 0.15
        stacks = {
            suit.code: suit.last_card(5 if full else chance.randint(0, most))
            for suit in rules.suits
        }
        state = EndState(
            stacks,
            strikes=chance.choice((None, 0, 0, 1, 2, 3, 4)),
            outcome=chance.choice((None, None, None, *OUTCOMES)),
            players=chance.choice((None, 1, 2, 3, 4, 5, 6)),
            hints=chance.choice((None, None, 0, 8, 9, 12)),
            deck=chance.choice((None, None, 0, chance.randint(0, 80))),
        )
        found.append((rules, state, chance.choice((None, 3, 25))))
    return found


def test_every_answer_is_the_programs(browser: Browser) -> None:
    asked = cases()
    book = json.loads(rules_json(BOOK, HOUSE))
    context = browser.new_context()
    try:
        page = context.new_page()
        page.add_script_tag(content=Path(shipped("templates", "assets", "rules.js")).read_text())
        answers = page.evaluate(ASK, [book, [_asked(*case) for case in asked]])
    finally:
        context.close()
    assert len({rules.spec for rules, _state, _minutes in asked}) > 500
    seen = set[str]()
    for (rules, state, minutes), answer in zip(asked, answers, strict=True):
        spec, max_score, deck, codes, result, problems = answer
        assert (spec, max_score, deck) == (rules.spec, rules.max_score, rules.deck_size)
        assert codes == [suit.code for suit in rules.suits]
        mine = evaluate(state, rules)
        assert result == {
            "outcome": mine.outcome,
            "points": mine.points,
            "score": mine.score,
            "max_score": mine.max_score,
            "percent": mine.percent,
            "band": mine.band,
        }, (rules.spec, state)
        found = check(state, rules, minutes)
        assert problems == [[one.field, one.message, one.level] for one in found], (spec, state)
        seen |= {f"{one.field} {one.level}" for one in found} | {str(mine.band)}
    # The chance must have tried something of everything.
    assert {"players error", "strikes error", "outcome error", "deck error", "hints error"} <= seen
    assert {"stacks warning", "hints warning", "minutes warning", "ruleset warning"} <= seen
    assert {"boos", "thin_applause", "fair", "good", "excellent", "legendary", "beyond"} <= seen


def _asked(rules: Ruleset, state: EndState, minutes: int | None) -> tuple[str, dict[str, Any]]:
    return rules.spec, {
        "stacks": dict(state.stacks or {}),
        "strikes": state.strikes,
        "outcome": state.outcome,
        "players": state.players,
        "hints": state.hints,
        "deck": state.deck,
        "minutes": minutes,
    }


def test_modules_that_exclude_each_other_are_known_to_the_page(browser: Browser) -> None:
    book = json.loads(rules_json(BOOK))
    context = browser.new_context()
    try:
        page = context.new_page()
        page.add_script_tag(content=Path(shipped("templates", "assets", "rules.js")).read_text())
        ask = "(book) => book.modules.map((one) => [one.name, hanabiRules.clashes(book, one.name)])"
        clashes = dict(page.evaluate(ask, book))
    finally:
        context.close()
    for first, second in product(BOOK.modules, repeat=2):
        if first == second:
            continue
        try:
            BOOK.ruleset(f"basic+{first}+{second}")
            allowed = True
        except InvalidInput:
            allowed = False
        assert (second not in clashes[first]) is allowed, (first, second)
