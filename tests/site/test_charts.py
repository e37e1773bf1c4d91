"""Charts: the drawing and the figure say the same, and Plotly would take the figure."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.site.charts.base import Chart, as_json, label_text
from hanabi_log.site.charts.board import board_figure, dot, reach
from hanabi_log.site.charts.distribution import distribution_chart
from hanabi_log.site.charts.progress import progress_chart
from hanabi_log.site.gather import Gathered, gather
from hanabi_log.stats.boards import people_board
from tests.site.clubs import club_of, game, lively_club, player, stacks


@pytest.fixture(scope="module")
def log() -> Gathered:
    return gather(lively_club())


def plain(part: Any) -> Any:
    """A figure with its tokens of colours replaced, as the page does it."""
    if isinstance(part, str):
        return "rgb(1, 2, 3)" if part.startswith("--") else part
    if isinstance(part, list):
        return [plain(one) for one in part]
    if isinstance(part, dict):
        return {key: plain(value) for key, value in part.items()}
    return part


def taken_by_plotly(figure: dict[str, Any]) -> None:
    import plotly.graph_objects as go

    go.Figure(data=plain(figure["data"]), layout=plain(figure["layout"]))


def charts(log: Gathered) -> list[Chart]:
    plays = list(log.plays.values())
    found = [progress_chart(plays, "Points"), distribution_chart(plays)]
    return [chart for chart in found if chart is not None]


def test_figures_fit_plotlys_schema(log: Gathered) -> None:
    made = charts(log)
    assert len(made) == 2
    for chart in made:
        taken_by_plotly(json.loads(chart.figure))
    board = people_board(log.sums, log.names)
    taken_by_plotly(json.loads(board_figure(board.listed, reach(board.listed))))


def test_drawings_are_well_formed(log: Gathered) -> None:
    for chart in charts(log):
        picture = ElementTree.fromstring(chart.svg)
        assert picture.get("viewBox") == "0 0 340 209"
        assert picture.get("aria-hidden") == "true"


def test_progress_draws_each_game_once_in_both_forms(log: Gathered) -> None:
    chart = charts(log)[0]
    picture = ElementTree.fromstring(chart.svg)
    dots = len(list(picture.iter("circle")))
    crosses = sum(
        path.get("d", "").count("M") for path in picture.iter("path") if path.get("class") == "x"
    )
    figure = json.loads(chart.figure)
    marks = [trace for trace in figure["data"] if trace["mode"] == "markers"]
    assert dots + crosses == sum(len(trace["x"]) for trace in marks)
    by_name = {trace["name"]: len(trace["x"]) for trace in marks}
    assert by_name["struck out"] == crosses
    total = sum(int(row[1]) for row in chart.table.rows)
    assert total == dots + crosses


def test_the_distribution_adds_up_in_all_three_forms(log: Gathered) -> None:
    chart = charts(log)[1]
    figure = json.loads(chart.figure)
    bars = sum(sum(trace["y"]) for trace in figure["data"])
    rows = sum(int(row[2]) + int(row[3]) for row in chart.table.rows)
    assert bars == rows
    assert str(bars) in chart.finding


def test_negative_points_lower_the_floor() -> None:
    people = [player(1, "Ann"), player(2, "Bo")]
    laid = [(0, 0, 0, 0, 0, 0), *[(3, 3, 3, 3, 2, 2)] * 8]
    games = [
        game(n, EndState(stacks("basic+black", cards), strikes=0), people, ruleset="basic+black")
        for n, cards in enumerate(laid, 1)
    ]
    plays = list(gather(club_of(games)).plays.values())
    progress, spread = progress_chart(plays, "Points"), distribution_chart(plays)
    assert progress
    assert spread
    assert json.loads(progress.figure)["layout"]["yaxis"]["range"] == [-5, 25]
    assert json.loads(spread.figure)["layout"]["xaxis"]["range"] == [-5.5, 25.5]
    assert ">−5<" in progress.svg


def test_too_few_games_make_no_chart() -> None:
    end = EndState(stacks("basic", (5, 4, 4, 3, 2)), strikes=1)
    games = [game(n, end, [player(1, "Ann"), player(2, "Bo")]) for n in range(1, 8)]
    plays = list(gather(club_of(games)).plays.values())
    assert progress_chart(plays, "Points") is None
    assert distribution_chart(plays) is None


def test_the_board_scale_holds_every_row(log: Gathered) -> None:
    rows = people_board(log.sums, log.names).listed
    furthest = reach(rows)
    assert furthest * 2 == int(furthest * 2)
    assert all(abs(row.value) < furthest for row in rows)
    assert 'd="M100 10h.01"' in dot(0.0, furthest)
    assert 'd="M200 10h.01"' in dot(furthest, furthest)


def test_json_cannot_end_its_block_and_labels_are_not_markup() -> None:
    hostile = "</script><b>&\u2028"
    text = as_json({"text": hostile})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"text": hostile}
    assert label_text("<b>&") == "&lt;b&gt;&amp;"
