"""House rules: what a club may write into a file, and what it is told when it may not."""

import re
import tomllib
import unicodedata
from pathlib import Path

import pytest

from hanabi_log.errors import InvalidInput, Problem
from hanabi_log.games.hanabi.checks import check
from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.games.hanabi.fields import FIELDS
from hanabi_log.games.hanabi.notation import parse_stacks
from hanabi_log.games.hanabi.rulesets import Ruleset
from hanabi_log.games.hanabi.scoring import evaluate
from hanabi_log.rulebook import Rulebook


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """The folder of a club's own rulesets, empty."""
    folder = tmp_path / "rulesets"
    folder.mkdir()
    return folder


def write(house: Path, text: str, name: str = "ours") -> str:
    path = house / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def played(house: Path, text: str, spec: str = "ours") -> Ruleset:
    """The ruleset that a file makes, the same by name as by its path."""
    path = write(house, text)
    book = Rulebook(str(house))
    if spec == "ours":
        assert book.check_file(path) == book.ruleset(spec)
    return book.ruleset(spec)


def refused(house: Path, text: str, name: str = "ours") -> list[Problem]:
    """The problems with a file, each of which names it."""
    path = write(house, text, name)
    with pytest.raises(InvalidInput) as caught:
        Rulebook(str(house)).check_file(path)
    assert caught.value.exit_code == 2
    assert all(problem.file == path for problem in caught.value.problems)
    return list(caught.value.problems)


def score(rules: Ruleset, stacks: str, strikes: int) -> tuple[int | None, int | None, str | None]:
    laid, problems = parse_stacks(stacks, rules)
    assert not problems
    result = evaluate(EndState(stacks=laid, strikes=strikes), rules)
    return result.points, result.score, result.band


# Good house rules


def test_a_file_changes_only_what_it_says(house: Path) -> None:
    rules = played(house, 'extends = "baobab"\nhints = 7')
    baobab = Rulebook().ruleset("baobab")
    assert (rules.spec, rules.hints) == ("ours", 7)
    assert rules.suits == baobab.suits
    assert (rules.struck_out, rules.hand_sizes) == (baobab.struck_out, baobab.hand_sizes)
    assert rules.digest != baobab.digest


def test_a_title_is_one_text_or_one_for_each_language(house: Path) -> None:
    assert played(house, 'extends = "basic"').label == "ours"
    assert played(house, 'extends = "basic"\ntitle = "Our way"').label == "Our way"
    both = 'extends = "basic"\ntitle = { en = "Our way", ko = "우리 방식" }'
    assert played(house, both, "ours+black").label == "Our way + black"


@pytest.mark.parametrize(
    ("policy", "scored", "band"),
    [
        ('"zero"', 0, "boos"),
        ('"none"', None, None),
        ('"keep"', 18, "good"),
        ("-10", -10, "boos"),
        ("5", 5, "boos"),
    ],
)
def test_a_club_decides_what_a_struck_out_game_scores(
    house: Path, policy: str, scored: int | None, band: str | None
) -> None:
    rules = played(house, f'extends = "basic"\nstruck_out = {policy}')
    assert score(rules, "54432", 3) == (18, scored, band)
    assert score(rules, "54432", 2) == (18, 18, "good")


def test_a_floor_lifts_the_score_and_not_the_points(house: Path) -> None:
    assert score(played(house, 'extends = "basic+black"'), "000000", 0) == (-5, -5, "boos")
    rules = played(house, 'extends = "basic+black"\nfloor = 0')
    assert score(rules, "000000", 0) == (-5, 0, "boos")
    assert score(rules, "222220", 0) == (5, 5, "boos")


@pytest.mark.parametrize(
    ("scale", "of_25", "of_30"),
    [
        ("scaled", "excellent", "legendary"),
        ("extended", "legendary", "beyond"),
        ("printed", "legendary", "legendary"),
    ],
)
def test_a_club_chooses_its_scale(house: Path, scale: str, of_25: str, of_30: str) -> None:
    rules = played(house, f'extends = "basic+rainbow"\nscale = "{scale}"')
    assert score(rules, "555550", 0)[2] == of_25
    assert score(rules, "555555", 0)[2] == of_30


def test_hand_sizes_say_who_can_play(house: Path) -> None:
    rules = played(house, 'extends = "basic"\nhand_sizes = { 3 = 6, 10 = 2 }')
    assert rules.player_counts == (3, 10)
    assert rules.hand_sizes == ((3, 6), (10, 2))


SIX_SUITS = """
extends = "basic"
suits = [
  { code = "R" }, { code = "Y" }, { code = "G" }, { code = "B" }, { code = "W" },
  { code = "T", name = "Türkis", words = ["Teal", " 청록 "], copies = [2, 1, 1, 1, 1] },
]
"""


def test_a_suit_of_the_house_has_a_letter_a_name_and_words(house: Path) -> None:
    # Some systems take letters apart when they save.
    apart = unicodedata.normalize("NFD", SIX_SUITS)
    assert played(house, apart) == played(house, SIX_SUITS)
    rules = played(house, SIX_SUITS)
    assert (rules.deck_size, rules.max_score, rules.fireworks_size) == (56, 30, 30)
    assert rules.suits[-1].label == "Türkis"
    for typed in ("000003", "T3", "türkis3", "TÜRKIS 3", "teal=3", "청록3"):
        assert parse_stacks(typed, rules)[0]["T"] == 3
    assert played(house, SIX_SUITS, "ours+rainbow").max_score == 35


def test_black_powder_stays_last_however_it_was_added(house: Path) -> None:
    rules = played(house, 'extends = "basic+black"', "ours+rainbow")
    assert [suit.code for suit in rules.suits] == list("RYGBWMK")
    assert rules.spec == "ours+rainbow"
    assert rules.modules == ("rainbow", "black")
    own_order = 'extends = "basic+black"\nsuits = [{ code = "K" }, { code = "R" }, { code = "Y" }]'
    hands = "\nhand_sizes = { 2 = 5 }"
    assert [suit.code for suit in played(house, own_order + hands).suits] == list("KRY")


def test_black_as_an_ordinary_colour_is_played_and_pointed_out(house: Path) -> None:
    letters = ", ".join(f'{{ code = "{code}" }}' for code in "RYGBK")
    rules = played(house, f'extends = "basic"\nsuits = [{letters}]')
    assert rules.suits[-1].direction == "up"
    assert score(rules, "00005", 0)[0] == 5
    problems = check(EndState(stacks=dict.fromkeys("RYGBK", 3), strikes=0), rules)
    assert [(problem.field, problem.level) for problem in problems] == [("ruleset", "warning")]


def test_house_rules_may_extend_house_rules_and_take_modules(house: Path) -> None:
    write(house, 'extends = "rnr"\nhints = 6', "first")
    write(house, 'extends = "first+rainbow"\nstruck_out = "keep"', "second")
    rules = Rulebook(str(house)).ruleset("second+expert")
    assert (rules.hints, rules.struck_out, rules.max_score) == (6, "keep", 30)
    assert rules.modules == ("rainbow", "expert")
    # What an edition says about a module holds for those who extend it.
    assert rules.lost_card


def test_a_house_may_say_what_a_module_changes(house: Path) -> None:
    text = 'extends = "rnr"\n[modules.expert]\nhints = 6\n[modules.black]\nstruck_out = "keep"'
    assert played(house, text).hints == 8
    strict = Rulebook(str(house)).ruleset("ours+expert")
    assert (strict.hints, strict.lost_card, strict.struck_out) == (6, True, "none")
    assert Rulebook(str(house)).ruleset("ours+black").struck_out == "keep"


def test_ten_suits_are_the_most(house: Path) -> None:
    letters = [
        f'{{ code = "{code}", name = "{"abcdefghij"[n] * 2}" }}'
        for n, code in enumerate("ABCDEFGHIJ")
    ]
    rules = played(house, f'extends = "basic"\nsuits = [{", ".join(letters)}]')
    assert (len(rules.suits), rules.max_score) == (10, 50)
    assert score(rules, "5555555550", 0)[0] == 45
    with pytest.raises(InvalidInput) as caught:
        Rulebook(str(house)).ruleset("ours+rainbow")
    assert [problem.message for problem in caught.value.problems] == [
        "11 suits are too many; allowed: 10"
    ]


@pytest.mark.parametrize("spec", ["ours", "OURS", "  Ours ", "ours + black"])
def test_names_are_matched_without_case_and_blanks(house: Path, spec: str) -> None:
    write(house, 'extends = "basic"')
    assert Rulebook(str(house)).ruleset(spec).suits[0].code == "R"
    assert Rulebook(str(house)).is_house(spec)
    assert Rulebook(f"{house}/").is_house(spec)
    assert not Rulebook(str(house)).is_house("basic")


def test_a_byte_order_mark_is_no_fault(house: Path) -> None:
    (house / "ours.toml").write_bytes('\ufeffextends = "basic"\r\nhints = 7\r\n'.encode())
    assert Rulebook(str(house)).ruleset("ours").hints == 7


def test_a_file_is_checked_wherever_it_lies(house: Path, tmp_path: Path) -> None:
    write(house, 'extends = "basic"\nhints = 7')
    elsewhere = tmp_path / "draft.toml"
    elsewhere.write_text('extends = "ours+black"', encoding="utf-8")
    rules = Rulebook(str(house)).check_file(str(elsewhere))
    assert (rules.spec, rules.hints, rules.deck_size) == ("draft", 7, 60)


# House rules that are refused

BAD = [
    # text, the field of each problem, and words of its message
    ('extends = "basic"\nstrike = 2', [("strike", "Unknown key; near: strikes; all: early_stop")]),
    ("strikes = 2", [("extends", 'such as extends = "basic"')]),
    ('extends = ""', [("extends", "There is no ruleset ''")]),
    ("extends = 3", [("extends", "3 does not fit; allowed: the name of a ruleset")]),
    ('extends = "basik"', [("extends", "There is no ruleset basik; near: basic")]),
    ('extends = "unknown"', [("extends", "unknown has no rules to change")]),
    ('extends = "basic+snow"', [("extends", "There is no module snow")]),
    ('extends = "basic+rainbow+wild"', [("extends", "rainbow and wild cannot be combined")]),
    ('extends = "ours"', [("extends", "in a circle: ours → ours")]),
    # Values of the wrong kind or out of range.
    ('extends = "basic"\nstrikes = 0', [("strikes", "0 does not fit")]),
    ('extends = "basic"\nstrikes = 3.0', [("strikes", "3.0 does not fit; allowed: a whole")]),
    ('extends = "basic"\nstrikes = true', [("strikes", "true does not fit")]),
    ('extends = "basic"\nstrikes = "3"', [("strikes", '"3" does not fit')]),
    ('extends = "basic"\nhints = { most = 8 }', [("hints", "{ most = 8 } does not fit")]),
    ('extends = "basic"\nhints = [8]', [("hints", "[8] does not fit")]),
    ('extends = "basic"\nhints = 2026-11-30', [("hints", '"2026-11-30" does not fit')]),
    ('extends = "basic"\nlast_round = "no"', [("last_round", '"no" does not fit; allowed: true')]),
    ('extends = "basic"\nlast_round = 0', [("last_round", "0 does not fit")]),
    ('extends = "basic"\nstruck_out = "half"', [("struck_out", "none, zero, keep, or a whole")]),
    ('extends = "basic"\nstruck_out = 0.5', [("struck_out", "0.5 does not fit")]),
    ('extends = "basic"\nstruck_out = false', [("struck_out", "false does not fit")]),
    ('extends = "basic"\nfloor = 1', [("floor", "from -100 to 0")]),
    ('extends = "basic"\nscale = "metric"', [("scale", "scaled, extended, printed")]),
    ('extends = "basic"\nscale = ["scaled"]', [("scale", '["scaled"] does not fit')]),
    ('extends = "basic"\ntitle = ""', [("title", "a text")]),
    ('extends = "basic"\ntitle = { de = "Unsere" }', [("title", '{ de = "Unsere" }')]),
    ('extends = "basic"\ntitle = { en = 3 }', [("title", "does not fit")]),
    # Hands.
    ('extends = "basic"\nhand_sizes = {}', [("hand_sizes", "{} does not fit")]),
    ('extends = "basic"\nhand_sizes = { two = 5 }', [("hand_sizes", "{ two = 5 }")]),
    ('extends = "basic"\nhand_sizes = { 02 = 5 }', [("hand_sizes", "{ 02 = 5 }")]),
    ('extends = "basic"\nhand_sizes = { 11 = 2 }', [("hand_sizes", "{ 11 = 2 }")]),
    ('extends = "basic"\nhand_sizes = { 2 = 5.5 }', [("hand_sizes", "{ 2 = 5.5 }")]),
    ('extends = "basic"\nhand_sizes = [5, 5]', [("hand_sizes", "[5, 5]")]),
    ('extends = "basic"\nhand_sizes = { 6 = 9 }', [("hand_sizes", "for 6 need 54 cards")]),
    # Suits.
    ('extends = "basic"\nsuits = []', [("suits", "[] does not fit; allowed: a list of 1 to 10")]),
    ('extends = "basic"\nsuits = "RYGBW"', [("suits", "does not fit")]),
    ('extends = "basic"\nsuits = ["R"]', [("suits", "does not fit")]),
    (
        f'extends = "basic"\nsuits = [{", ".join(["{ code = {} }"] * 20)}]',
        [("suits", "a list of 1 to 10")],
    ),
    ('extends = "basic"\n[[suits]]\nname = "red"', [("suits[1].code", "A suit needs a code")]),
    ('extends = "basic"\n[[suits]]\ncode = "T"', [("suits[1].name", "a name unless the code")]),
    ('extends = "basic"\n[[suits]]\ncode = "r"', [("suits[1].code", "one capital letter")]),
    ('extends = "basic"\n[[suits]]\ncode = ["R"]', [("suits[1].code", '["R"] does not fit')]),
    (
        'extends = "basic"\n[[suits]]\ncode = "R"\ncolour = "red"',
        [("suits[1].colour", "Unknown key; all: code, copies, direction")],
    ),
    (
        'extends = "basic"\n[[suits]]\ncode = "R"\ncopies = [3, 2, 2, 2]',
        [("suits[1].copies", "[3, 2, 2, 2] does not fit; allowed: 5 whole numbers")],
    ),
    (
        'extends = "basic"\n[[suits]]\ncode = "R"\ncopies = [3, 2, 2, 2, 0]',
        [("suits[1].copies", "from 1 to 20")],
    ),
    (
        'extends = "basic"\n[[suits]]\ncode = "R"\nname = "dark red"',
        [("suits[1].name", "one word of letters")],
    ),
    (
        'extends = "basic"\n[[suits]]\ncode = "R"\nwords = ["r2"]',
        [("suits[1].words", "a list of words")],
    ),
    (
        'extends = "basic"\n[[suits]]\ncode = "R"\ndirection = "sideways"',
        [("suits[1].direction", "allowed: up, down")],
    ),
    # Modules.
    ('extends = "basic"\nmodules = ["black"]', [("modules", "a table for each module")]),
    ('extends = "basic"\nmodules.black = 1', [("modules.black", "1 does not fit")]),
    ('extends = "basic"\n[modules.snow]\nhints = 7', [("modules.snow", "There is no module snow")]),
    (
        'extends = "basic"\n[modules.black]\nhint = 7\nextends = "rnr"',
        [("modules.black.hint", "Unknown key"), ("modules.black.extends", "Unknown key")],
    ),
]
COLLIDING = """
extends = "basic"
suits = [
  { code = "R" }, { code = "R", name = "ruby" },
  { code = "S", name = "scarlet", words = ["Red"] },
  { code = "N", name = "Night", words = ["R"] },
]
hand_sizes = { 2 = 5 }
"""


@pytest.mark.parametrize(("text", "faults"), BAD)
def test_a_file_is_refused_with_its_key_and_the_reason(
    house: Path, text: str, faults: list[tuple[str, str]]
) -> None:
    problems = refused(house, text)
    assert [problem.field for problem in problems] == [field for field, _words in faults]
    for problem, (_field, words) in zip(problems, faults, strict=True):
        assert words in problem.message
    with pytest.raises(InvalidInput) as caught:
        Rulebook(str(house)).ruleset("ours")
    assert [problem.field for problem in caught.value.problems] == [field for field, _w in faults]


def test_suits_that_cannot_be_told_apart_are_refused(house: Path) -> None:
    problems = refused(house, COLLIDING)
    assert [problem.field for problem in problems] == ["suits"] * 4
    assert [problem.message for problem in problems] == [
        "R (red) and R (ruby) are both called r",
        "R (red) and S (scarlet) are both called red",
        "R (red) and N (Night) are both called r",
        "R (ruby) and N (Night) are both called r",
    ]


def test_a_suit_of_the_house_can_collide_with_a_module(house: Path) -> None:
    write(house, SIX_SUITS.replace('"T"', '"M"'))
    with pytest.raises(InvalidInput) as caught:
        Rulebook(str(house)).ruleset("ours+rainbow")
    assert [problem.message for problem in caught.value.problems] == [
        "M (Türkis) and M (rainbow) are both called m"
    ]


def test_all_that_is_wrong_with_a_file_is_said_at_once(house: Path) -> None:
    text = """
        extends = "basik+snow"
        strikes = 0
        colour = "red"
        [[suits]]
        code = "rr"
        copies = [1]
        [modules.black]
        hints = -1
    """
    problems = refused(house, text, "Our Rules")
    assert [problem.field for problem in problems] == [
        "name",
        "strikes",
        "colour",
        "suits[1].code",
        "suits[1].copies",
        "modules.black.hints",
        "extends",
        "extends",
    ]


def test_two_files_in_a_circle_are_refused(house: Path) -> None:
    write(house, 'extends = "second+black"', "first")
    second = write(house, 'extends = "first"', "second")
    with pytest.raises(InvalidInput) as caught:
        Rulebook(str(house)).ruleset("second")
    (problem,) = caught.value.problems
    assert (problem.file, problem.field) == (second, "extends")
    assert problem.message.endswith("in a circle: second → first → second")


def test_a_fault_in_the_file_below_names_that_file(house: Path) -> None:
    below = write(house, 'extends = "basic"\nhints = -1', "below")
    path = write(house, 'extends = "below"', "above")
    with pytest.raises(InvalidInput) as caught:
        Rulebook(str(house)).check_file(path)
    (problem,) = caught.value.problems
    assert (problem.file, problem.field) == (below, "hints")


@pytest.mark.parametrize("name", ["basic", "Basic", "unknown", "hanablive"])
def test_a_file_may_not_take_the_name_of_an_edition(house: Path, name: str) -> None:
    problems = refused(house, 'extends = "basic"\nhints = 5', name)
    assert problems[-1].field == "name"
    assert problems[-1].message == f"There is a ruleset {name.lower()} already"
    assert Rulebook(str(house)).ruleset("basic").hints == 8


@pytest.mark.parametrize("name", ["Ours", "our rules", "ours+black", "우리집", "ours.v2", "a_b"])
def test_the_name_of_a_file_must_fit_into_a_spec(house: Path, name: str) -> None:
    (problem,) = refused(house, 'extends = "basic"', name)
    assert problem.field == "name"
    assert "small letters a to z" in problem.message


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b'extends = "basic"\nhints = \n', 2, "line 2"),
        (b"rules of the house", 1, "line 1"),
        ('extends = "basic"\ntitle = "우리"'.encode("cp949"), 2, "not UTF-8"),
        (b"suits = " + b"[" * 2000 + b"]" * 2000, None, "nested"),
        (b"suits = " + b"[" * 400 + b"]" * 400, None, "nested"),
    ],
)
def test_a_file_that_is_no_toml_is_refused_with_the_line(
    house: Path, data: bytes, line: int, words: str
) -> None:
    path = house / "ours.toml"
    path.write_bytes(data)
    for ask in (
        lambda: Rulebook().check_file(str(path)),
        lambda: Rulebook(str(house)).find("ours"),
    ):
        with pytest.raises(InvalidInput) as caught:
            ask()
        (problem,) = caught.value.problems
        assert (problem.file, problem.line) == (str(path), line)
        assert words in problem.message


def test_a_file_that_is_not_there_is_refused(house: Path) -> None:
    path = str(house / "nothing.toml")
    with pytest.raises(InvalidInput) as caught:
        Rulebook().check_file(path)
    assert [problem.file for problem in caught.value.problems] == [path]
    (house / "folder.toml").mkdir()
    with pytest.raises(InvalidInput):
        Rulebook(str(house)).ruleset("folder")


def test_a_club_without_a_folder_of_rules_has_the_editions(tmp_path: Path) -> None:
    assert list(Rulebook(str(tmp_path / "none")).names) == list(Rulebook().names)


# A new house file


@pytest.mark.parametrize("spec", ["basic", "rnr+expert", "baobab+wild+black+bonus", "hanablive"])
def test_a_new_file_changes_nothing_yet(house: Path, spec: str) -> None:
    book = Rulebook(str(house))
    text = book.new_house_file("ours", spec)
    assert tomllib.loads(text) == {"extends": book.ruleset(spec).spec}
    rules, base = book.check_file(write(house, text)), book.ruleset(spec)
    plain, expected = rules.as_definition(), base.as_definition()
    assert {**plain, "spec": 0, "title": 0} == {**expected, "spec": 0, "title": 0}


@pytest.mark.parametrize("spec", ["basic", "rnr+expert", "baobab+wild+black+bonus", "hanablive"])
def test_its_comments_are_the_values_in_force(house: Path, spec: str) -> None:
    book = Rulebook(str(house))
    text = book.new_house_file("ours", spec)
    settings = re.sub(r"^# (?=\w+ = |  \{|\])", "", text, flags=re.MULTILINE)
    rules, base = book.check_file(write(house, settings)), book.ruleset(spec)
    plain, expected = rules.as_definition(), base.as_definition()
    assert {**plain, "spec": 0, "title": 0} == {**expected, "spec": 0, "title": 0}
    unsaid = {key for key in FIELDS if getattr(base, key) is None}
    assert set(tomllib.loads(settings)) == {"extends", "suits", *FIELDS} - unsaid
    assert unsaid <= {"empty_hints", "floor"}
    assert rules.label == "ours"


@pytest.mark.parametrize(
    ("name", "extends", "fields"),
    [
        ("Ours", "basic", ["name"]),
        ("basic", "basic", ["name"]),
        ("there", "basic", ["name"]),
        ("aux", "basic", ["name"]),
        ("", "basic", ["name"]),
        ("ours", "basik", ["ruleset"]),
        ("ours", "unknown", ["extends"]),
        ("our rules", "basic+rainbow+wild", ["name", "ruleset"]),
    ],
)
def test_a_new_file_needs_a_free_name_and_a_ruleset(
    house: Path, name: str, extends: str, fields: list[str]
) -> None:
    write(house, 'extends = "basic"', "there")
    with pytest.raises(InvalidInput) as caught:
        Rulebook(str(house)).new_house_file(name, extends)
    assert [problem.field for problem in caught.value.problems] == fields
