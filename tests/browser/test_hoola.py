"""The round calculator in a real browser gives the answers of the program."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from hanabi_log.games.hoola.cards import parse_cards, spelled
from hanabi_log.games.hoola.hands import Hand
from hanabi_log.games.hoola.payments import evaluate
from hanabi_log.games.hoola.reading import facts_of
from hanabi_log.games.hoola.rounds import ENDS, THRESHOLD_SETS, Round
from tests.browser.test_site import NO_HURRY, drawn, looking
from tests.games.hoola.playing import deal
from tests.games.hoola.table import EXAMPLES, UNDECIDED, Facts, round_of
from tests.games.hoola.test_checks import REFUSED

pytestmark = pytest.mark.browser

RECKON = """rounds => {
  const data = JSON.parse(document.querySelector("[data-hoola-rules]").textContent);
  const rules = hanabiHoola.Rules(data);
  return rounds.map((round) => {
    const hands = round.hands.map((hand) => Object.assign(hand, hand.cards === null ? {} :
      { cards: rules.parseCards(hand.cards, hand.player).cards }));
    const found = rules.evaluate(Object.assign(round, { hands }));
    delete found.open;
    return found;
  });
}"""
PARSE = """texts => {
  const data = JSON.parse(document.querySelector("[data-hoola-rules]").textContent);
  const rules = hanabiHoola.Rules(data);
  return texts.map((text) => {
    const { cards, problems } = rules.parseCards(text, "Ann");
    return [cards.map((card) => card.rank + (card.suit || "")).join(" "), problems];
  });
}"""


@pytest.fixture
def calculator(browser: Browser, site: Path) -> Iterator[Page]:
    start = site.as_uri() + "/"
    with looking(browser, start, script=NO_HURRY) as (page, watched):
        page.goto(start + "calculator.html")
        yield page
        assert watched.complaints == []
        assert watched.foreign == []


def for_browser(played: Round) -> Any:
    return {
        **facts_of(played),
        "hands": [
            {
                "player": hand.player,
                "laid": hand.laid,
                "total": hand.total,
                "sevens": hand.sevens,
                "cards": hand.spelled,
            }
            for hand in played.hands
        ],
    }


def by_program(played: Round) -> Any:
    outcome, faults = evaluate(played)
    if outcome is None:
        return {"problems": [fault.reason for fault in faults]}
    return outcome.as_json()


def spoiled(chance: random.Random) -> Round:
    """A round in which something was changed at random, so that most cannot be."""
    played = deal(chance)
    names = (*played.players, "Zoe", None)
    change: dict[str, Any] = chance.choice(
        (
            {"end": chance.choice(ENDS)},
            {"by": chance.choice(names)},
            {"thresholds": chance.choice(THRESHOLD_SETS)},
            {"thanked_from": chance.choice(names)},
            {"winner": chance.choice(names)},
            {"void": True},
            {"hands": played.hands[:2]},
            {"hands": tuple(_other(chance, hand) for hand in played.hands)},
        )
    )
    return replace(played, **change)


def _other(chance: random.Random, hand: Hand) -> Hand:
    if chance.random() < 0.5:
        return replace(hand, laid=not hand.laid)
    total, sevens = chance.randint(0, 95), chance.randint(0, 5)
    return replace(hand, total=total, sevens=sevens, cards=None)


def test_rounds_come_out_as_in_the_program(calculator: Page) -> None:
    chance = random.Random(20261130)
    rounds = [deal(chance) for _n in range(500)]
    rounds += [spoiled(chance) for _n in range(500)]
    rounds += [round_of(found) for _code, found in REFUSED]
    rounds += [round_of(found) for _number, found, _payments in EXAMPLES]
    for more in ({}, {"void": True}, *({"winner": name} for name in "ABC")):
        rounds.append(round_of({**UNDECIDED, **more}))
    found = calculator.evaluate(RECKON, [for_browser(played) for played in rounds])
    for played, theirs in zip(rounds, found, strict=True):
        assert theirs == by_program(played), facts_of(played)
    assert sum("problems" in one for one in found[:500]) < 100
    assert sum("problems" in one for one in found[500:1000]) > 200


def test_cards_are_read_as_in_the_program(calculator: Page) -> None:
    chance = random.Random(7)
    pieces = (
        *("7S", "S7", "♠7", "♥️", "♠", "10H", "th", "Q♠", "스페이드", "하트Q", "8", "9", "10", "k"),
        *("7s8h", "S7H8", "joker", "77", "constructor", "７Ｓ", "0", ","),
    )
    texts = [" ".join(chance.choices(pieces, k=chance.randint(0, 6))) for _n in range(400)]
    for text, (cards, problems) in zip(texts, calculator.evaluate(PARSE, texts), strict=True):
        ours, faults = parse_cards(text, "Ann")
        assert (cards, problems) == (spelled(ours), [fault.message for fault in faults]), text


def typed(hand: Facts) -> str:
    if "cards" in hand:
        return str(hand["cards"])
    return f"{hand['sum']}/{hand['sevens']}"


def fill_in(page: Page, found: Facts) -> None:
    form = page.locator("[data-hoola]")
    form.locator("[data-hoola-count]").select_option(str(len(found["hands"])))
    form.locator("[data-hoola-end]").select_option(found["end"])
    form.locator("[data-hoola-thresholds]").select_option(found["thresholds"])
    rows = form.locator("[data-hoola-hands] > .fields")
    for place, (name, hand) in enumerate(found["hands"].items()):
        rows.nth(place).locator("[data-hoola-name]").fill(name)
        laid = rows.nth(place).locator("[data-hoola-laid]")
        if laid.is_visible():
            laid.set_checked(hand["laid"])
    if found["by"] is not None:
        form.locator("[data-hoola-by]").select_option(label=found["by"])
    if found.get("thanked_from"):
        form.locator("[data-hoola-thanked]").select_option(label=found["thanked_from"])
    for place, hand in enumerate(found["hands"].values()):
        row = rows.nth(place)
        if row.locator("[data-hoola-hand]").is_visible():
            row.locator("[data-hoola-hand]").fill(typed(hand))
        laid = row.locator("[data-hoola-laid]")
        if laid.is_visible():
            laid.set_checked(hand["laid"])


def points(page: Page) -> dict[str, int]:
    rows = page.locator("[data-hoola-told] tbody tr").all()
    return {
        str(row.get_attribute("data-player")): int(
            row.locator("[data-points]").get_attribute("data-points") or ""
        )
        for row in rows
    }


@pytest.mark.parametrize(("number", "found", "payments"), EXAMPLES)
def test_the_form_through_the_worked_examples(
    calculator: Page, number: int, found: Facts, payments: dict[str, int]
) -> None:
    fill_in(calculator, found)
    assert points(calculator) == payments, number
    outcome, _faults = evaluate(round_of(found))
    assert outcome is not None
    told = calculator.locator("[data-hoola-told] p").all_inner_texts()
    assert told == list(outcome.why)


def test_the_form_offers_the_table_what_the_rules_leave_open(calculator: Page) -> None:
    fill_in(calculator, UNDECIDED)
    winner = calculator.locator("[data-hoola-winner]")
    expect(winner).to_be_visible()
    expect(calculator.locator("[data-hoola-told] .note")).to_contain_text("No single lowest sum")
    winner.select_option(label="B")
    assert points(calculator) == {"A": -1, "B": 3, "C": -2}
    winner.select_option("void")
    assert points(calculator) == {"A": 0, "B": 0, "C": 0}
    calculator.locator("[data-hoola-hand]").first.fill("4/0")
    expect(winner).to_be_hidden()
    assert points(calculator) == {"A": 3, "B": -1, "C": -2}
    calculator.locator("[data-hoola] [type=reset]").click()
    expect(calculator.locator("[data-hoola-told]")).to_contain_text("Fill in")


def test_the_form_says_what_cannot_be(calculator: Page) -> None:
    fill_in(calculator, EXAMPLES[0][1])
    hand = calculator.locator("[data-hoola-hand]").nth(1)
    for text, words in (
        ("23", "write a sum with its sevens, such as 23/0"),
        ("7X", "7X is no card"),
        ("77/0", "no 1 to 6 cards"),
    ):
        hand.fill(text)
        expect(calculator.locator("[data-hoola-told] .note")).to_contain_text(words)
    calculator.locator("[data-hoola-name]").nth(1).fill("B")
    expect(calculator.locator("[data-hoola-told] .note")).to_contain_text("twice")
    assert points(calculator) == {}


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("path", ["hoola/index.html", "hoola/2026-11-06.html", "calculator.html"])
def test_pages_fit_and_keep_quiet(browser: Browser, site: Path, path: str, width: int) -> None:
    start = site.as_uri() + "/"
    with looking(browser, start, viewport={"width": width, "height": 800}) as (page, watched):
        page.goto(start + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert watched.complaints == []


def test_the_chart_of_a_match_becomes_plotly(browser: Browser, site: Path) -> None:
    start = site.as_uri() + "/"
    with looking(browser, start) as (page, watched):
        page.goto(start + "hoola/2026-11-06.html")
        drawn(page, "#course .canvas")
        assert page.locator("#course .plot .scatterlayer .js-line").count() == 3
        assert watched.complaints == []
