"""Charts: the drawing and the figure say the same, and Plotly would take the figure."""

import json
from typing import Any
from xml.etree import ElementTree

import pytest

from hanabi_log.games.hanabi.endstate import EndState
from hanabi_log.site.charts.base import Chart, as_json, label_text
from hanabi_log.site.charts.board import Mark, Scale, around_zero, drawing, figure
from hanabi_log.site.charts.calendar import calendar_chart
from hanabi_log.site.charts.colours import colour_chart
from hanabi_log.site.charts.distribution import distribution_chart
from hanabi_log.site.charts.outcomes import outcome_chart
from hanabi_log.site.charts.progress import progress_chart
from hanabi_log.site.charts.residuals import residual_chart
from hanabi_log.site.charts.timeline import record_chart
from hanabi_log.site.gather import Gathered, gather
from hanabi_log.stats.activity import activity
from hanabi_log.stats.baselines import baselines, residuals
from hanabi_log.stats.bests import bests, timeline
from hanabi_log.stats.boards import people_board
from hanabi_log.stats.colours import colours
from tests.site.clubs import club_of, game, lively_club, player, stacks
from tests.site.figures import whole


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
    plays = log.plays
    found = [progress_chart(plays, "Points"), distribution_chart(plays)]
    return [chart for chart in found if chart is not None]


def further_charts(log: Gathered) -> dict[str, Chart]:
    plays = log.plays
    when = activity(plays)
    found = (
        outcome_chart(when.months),
        calendar_chart(when),
        colour_chart(colours(log.sums)),
        record_chart(timeline(plays), {best.cell: best.n for best in bests(plays)}),
        residual_chart(residuals(plays, baselines(log.sums))),
    )
    assert None not in found
    return {chart.id: chart for chart in found if chart is not None}


def marks_of(log: Gathered) -> list[Mark]:
    rows = people_board(log.sums, log.names).listed
    return [Mark(row.value, row.name) for row in rows]


def test_figures_fit_plotlys_schema(log: Gathered) -> None:
    made = charts(log)
    assert len(made) == 2
    for chart in (*made, *further_charts(log).values()):
        taken_by_plotly(whole(chart.figure, chart.svg))
    taken_by_plotly(json.loads(figure(marks_of(log))))


def test_every_drawing_and_its_figure_share_a_frame(log: Gathered) -> None:
    for chart in (*charts(log), *further_charts(log).values()):
        picture = ElementTree.fromstring(chart.svg)
        width, height = (float(part) for part in str(picture.get("viewBox")).split()[2:])
        made = whole(chart.figure, chart.svg)
        assert made["frame"] == pytest.approx([width, height], abs=0.06), chart.id
        left, right, top, bottom = made["area"]
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height + 0.06


def test_months_hold_every_dated_game_in_all_three_forms(log: Gathered) -> None:
    chart = further_charts(log)["outcomes"]
    dated = sum(play.counted and play.date is not None for play in log.plays)
    drawn = sum(sum(trace["y"]) for trace in whole(chart.figure, chart.svg)["data"])
    assert drawn == sum(int(row[1]) for row in chart.table.rows) == dated
    assert all(sum(map(int, row[2:])) == int(row[1]) for row in chart.table.rows)
    bars = list(ElementTree.fromstring(chart.svg).iter("path"))
    kinds = {path.get("class") for path in bars}
    assert {"bar", "hatch", "top25"} <= kinds


def test_the_calendar_has_a_disc_for_each_day(log: Gathered) -> None:
    chart = further_charts(log)["calendar"]
    days = {play.date for play in log.plays if play.counted and play.date}
    traces = whole(chart.figure, chart.svg)["data"]
    assert sum(len(trace["x"]) for trace in traces) == len(days)
    assert all(len(trace["x"]) == len(trace["text"]) for trace in traces)
    places = {place for trace in traces for place in zip(trace["x"], trace["y"], strict=True)}
    assert len(places) == len(days)
    assert sum(int(row[1]) for row in chart.table.rows) == sum(
        play.counted and play.date is not None for play in log.plays
    )


def test_discs_of_colours_have_the_share_of_games_as_their_area(log: Gathered) -> None:
    found = colours(log.sums)
    chart = further_charts(log)["colours"]
    data = whole(chart.figure, chart.svg)["data"]
    assert len(data) == len(found.rows)
    for row, trace in zip(found.rows, data, strict=True):
        for laid, size in zip(trace["y"], trace["marker"]["size"], strict=True):
            share = row.counts[laid] / row.games
            assert size == pytest.approx(max(2.0, 26 * share**0.5), abs=0.06)


def test_records_only_ever_rise_along_their_line(log: Gathered) -> None:
    chart = further_charts(log)["timeline"]
    steps: dict[str, list[int]] = {}
    for _day, setup, _before, value in reversed(chart.table.rows):
        steps.setdefault(str(setup), []).append(int(str(value)))
    assert steps
    for values in steps.values():
        assert values == sorted(set(values))
        assert len(values) > 1


def test_residuals_add_up_to_what_the_table_says(log: Gathered) -> None:
    found = residuals(log.plays, baselines(log.sums))
    chart = further_charts(log)["residuals"]
    assert sum(int(str(row[1])) for row in chart.table.rows) == len(found)
    above = sum(one.value > 0 for one in found)
    assert sum(int(str(row[2])) for row in chart.table.rows) == above
    assert f"{above} of {len(found)} games" in chart.finding


def test_charts_of_next_to_nothing_are_not_there() -> None:
    end = EndState(stacks("basic", (5, 4, 4, 3, 2)), strikes=1)
    games = [game(n, end, [player(1, "Ann"), player(2, "Bo")]) for n in range(1, 4)]
    log = gather(club_of(games))
    plays = log.plays
    assert outcome_chart(activity(plays).months) is None
    assert colour_chart(colours(log.sums)) is None
    assert record_chart(timeline(plays), {}) is None
    assert residual_chart(residuals(plays, baselines(log.sums))) is None
    undated = [game(n, end, [player(1, "Ann")], day=None) for n in range(1, 4)]
    assert calendar_chart(activity(gather(club_of(undated)).plays)) is None


def test_drawings_are_well_formed(log: Gathered) -> None:
    for chart in charts(log):
        picture = ElementTree.fromstring(chart.svg)
        assert picture.get("viewBox") == "0 0 340 209"
        assert picture.get("aria-hidden") == "true"


def test_progress_draws_each_game_once_in_both_forms(log: Gathered) -> None:
    chart = charts(log)[0]
    picture = ElementTree.fromstring(chart.svg)
    dots = sum(path.get("d", "").count("h0") for path in picture.iter("path"))
    crosses = sum(
        path.get("d", "").count("M") for path in picture.iter("path") if path.get("class") == "x"
    )
    figure = whole(chart.figure, chart.svg)
    marks = [trace for trace in figure["data"] if trace["mode"] == "markers"]
    assert dots + crosses == sum(len(trace["x"]) for trace in marks)
    by_name = {trace["name"]: len(trace["x"]) for trace in marks}
    assert by_name["struck out"] == crosses
    total = sum(int(row[1]) for row in chart.table.rows)
    assert total == dots + crosses


def test_the_distribution_adds_up_in_all_three_forms(log: Gathered) -> None:
    chart = charts(log)[1]
    figure = whole(chart.figure, chart.svg)
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
    plays = gather(club_of(games)).plays
    progress, spread = progress_chart(plays, "Points"), distribution_chart(plays)
    assert progress
    assert spread
    assert json.loads(progress.figure)["layout"]["yaxis"]["range"] == [-5, 25]
    assert json.loads(spread.figure)["layout"]["xaxis"]["range"] == [-5.5, 25.5]
    assert ">−5<" in progress.svg


def test_too_few_games_make_no_chart() -> None:
    end = EndState(stacks("basic", (5, 4, 4, 3, 2)), strikes=1)
    games = [game(n, end, [player(1, "Ann"), player(2, "Bo")]) for n in range(1, 8)]
    plays = gather(club_of(games)).plays
    assert progress_chart(plays, "Points") is None
    assert distribution_chart(plays) is None


def test_the_board_scale_holds_every_row(log: Gathered) -> None:
    values = [mark.value for mark in marks_of(log)]
    scale = around_zero(values)
    assert scale.high * 2 == int(scale.high * 2)
    assert scale.low == -scale.high
    assert all(scale.low < value < scale.high for value in values)
    assert 'd="M100 10h.01"' in drawing(Mark(0.0, ""), scale)
    assert 'd="M200 10h.01"' in drawing(Mark(scale.high, ""), scale)


def test_intervals_stay_inside_the_drawing_and_a_stem_stands_in_for_none() -> None:
    scale = Scale(0.0, 25.0, 18.0)
    wide = drawing(Mark(20.0, "", wide=(-3.0, 43.0)), scale)
    assert 'class="wide" d="M0 10H200M0 4V16M200 4V16"' in wide
    assert "stem" not in wide
    assert 'class="stem" d="M144 10H160"' in drawing(Mark(20.0, ""), scale)
    both = drawing(Mark(20.0, "", (-3.0, 43.0), (10.0, 30.0)), scale)
    assert 'class="narrow" d="M80 10H200M200 4V16"' in both
    points = whole(str(figure([Mark(20.0, "Ann: 20")])), both)["data"]
    assert [(trace["x"], trace["text"]) for trace in points] == [([160], ["Ann: 20"])]


def test_json_cannot_end_its_block_and_labels_are_not_markup() -> None:
    hostile = "</script><b>&\u2028"
    text = as_json({"text": hostile})
    assert not set("<>&\u2028") & set(text)
    assert json.loads(text) == {"text": hostile}
    assert label_text("<b>&") == "&lt;b&gt;&amp;"


def test_a_bar_that_the_scale_cuts_off_ends_in_a_stroke() -> None:
    scale = Scale(0.0, 25.0, 18.0)
    cut = Mark(18.4, "18.4", wide=(-6.0, 42.8))
    assert "H200M0 4V16M200 4V16" in drawing(cut, scale)
    inside = Mark(18.4, "18.4", wide=(17.0, 19.0))
    assert "V16" not in drawing(inside, scale)


def test_the_calendar_says_which_years_it_leaves_out() -> None:
    end = EndState(stacks("basic", (4, 4, 4, 4, 4)))
    games = [
        game(place, end, [player(1, "Ann")] * 2, day=f"{year}-05-01")
        for place, year in enumerate(range(2019, 2026), 1)
    ]
    chart = calendar_chart(activity(gather(club_of(games)).plays))
    assert chart is not None
    assert "Drawn from 2022 on; 3 games before that are not drawn." in chart.finding
