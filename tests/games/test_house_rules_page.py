"""The page about house rules says what the program does: its tables, its file, its errors."""

import re
from pathlib import Path

import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.games.hanabi.bands import Scale, bands
from hanabi_log.rulebook import Rulebook

PAGE = (Path(__file__).parents[2] / "docs" / "house-rules.md").read_text(encoding="utf-8")
HOUSE_FILE = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0]
BOOK = Rulebook()


def table(heading: str) -> list[list[str]]:
    """The rows of the first table under a heading, cells without code marks."""
    rows = []
    for line in PAGE.partition(f"\n## {heading}\n")[2].splitlines():
        if line.startswith("|"):
            rows.append([cell.strip().replace("`", "") for cell in line.strip("|").split("|")])
        elif rows:
            break
    return rows[2:]


def test_the_editions_are_those_that_ship() -> None:
    scores = {"zero": "scores 0", "none": "has no score"}
    hints = {None: "not said", True: "allowed", False: "forbidden"}
    rows = table("Editions")
    assert {row[0] for row in rows} | {"unknown"} == set(BOOK.names)
    for name, _box, struck_out, empty_hints, _more in rows:
        rules = BOOK.ruleset(name)
        assert struck_out == scores[str(rules.struck_out)]
        assert empty_hints == hints[rules.empty_hints]


def test_the_modules_are_those_that_ship() -> None:
    rows = table("Modules")
    assert [row[0] for row in rows] == list(BOOK.modules)
    for name, _effect, cards, fireworks, most, excludes in rows:
        rules = BOOK.ruleset(f"basic+{name}")
        assert int(cards or 0) == rules.deck_size - 50
        assert int(fireworks) == len(rules.suits)
        assert int(most) == rules.max_score
        assert excludes == ", ".join(BOOK.modules[name].excludes)


@pytest.mark.parametrize(("scale", "spans", "_meaning"), table("Rating bands"))
def test_the_scales_of_thirty_points_are_right(scale: Scale, spans: str, _meaning: str) -> None:
    words = []
    for band in bands(scale, 30):
        if band.low is None:
            words.append(f"up to {band.high}")
        elif band.high is None:
            words.append(f"{band.low}" if band.low == 30 else f"{band.low} and more")
        else:
            words.append(f"{band.low}–{band.high}")
    assert spans == ", ".join(words)


def test_the_file_of_the_example_is_a_good_one(tmp_path: Path) -> None:
    path = tmp_path / "attic.toml"
    path.write_text(HOUSE_FILE, encoding="utf-8")
    rules = BOOK.check_file(str(path))
    assert (rules.max_score, rules.struck_out, rules.player_counts) == (30, -10, (2, 3, 4))
    assert BOOK.new_house_file("attic", "basic+rainbow").count("\nextends = ") == 1


def test_the_errors_of_the_example_are_the_real_ones(tmp_path: Path) -> None:
    broken = HOUSE_FILE.replace("-10", '"half"').replace('name = "turquoise"', 'colour = "teal"')
    path = tmp_path / "attic.toml"
    path.write_text(broken, encoding="utf-8")
    with pytest.raises(InvalidInput) as caught:
        BOOK.check_file(str(path))
    shown = [
        f"× rulesets/attic.toml ({problem.field}): {problem.message}"
        for problem in caught.value.problems
    ]
    assert re.findall(r"×.*", PAGE) == shown
