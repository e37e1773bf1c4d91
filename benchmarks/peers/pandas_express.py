"""The pages of a club as somebody fluent in pandas and plotly.express would make them.

`python -m benchmarks.peers.pandas_express DB OUT` writes an index and a page for each person:
progress and distribution as charts, their numbers as tables, and who plays with whom.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import plotly.express as px
from jinja2 import Template
from plotly.offline import get_plotlyjs

GAMES = """
    SELECT pk, date, group_pk, outcome, points, max_score, knowledge, excluded FROM games
    WHERE deleted_at IS NULL ORDER BY date, logged_at, id
"""
SEATS = """
    SELECT game_pk AS pk, name FROM seats JOIN players ON players.pk = player_pk
    WHERE visibility IS NULL
"""
MOST = 300
BANDS = ["Booed off", "Thin applause", "Fair", "Good", "Excellent", "Legendary"]
BOUNDS = [6, 11, 16, 21, 25]
PAGE = Template(
    """<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{{ name }}</title>
<script src="{{ root }}plotly.min.js"></script></head><body><h1>{{ name }}</h1>
{{ figures }}{{ progress }}{{ by_period }}{{ distribution }}{{ by_band }}{{ company }}
{% for person, href in people %}<p><a href="{{ href }}">{{ person }}</a></p>{% endfor %}
</body></html>""",
    autoescape=False,
)


def main(db: str, out: str) -> None:
    """Write all pages."""
    games, seats = read(db)
    folder = Path(out)
    (folder / "people").mkdir(parents=True)
    (folder / "plotly.min.js").write_text(get_plotlyjs(), encoding="utf-8")
    people = [(name, f"people/{n}.html") for n, name in enumerate(sorted(seats["name"].unique()))]
    write(folder / "index.html", "Club", games, people=people)
    of_person = dict(iter(seats.groupby("name")["pk"]))
    for name, href in people:
        theirs = games[games["pk"].isin(of_person[name])]
        with_them = seats[seats["pk"].isin(of_person[name]) & (seats["name"] != name)]
        write(folder / href, name, theirs, root="../", company=company(theirs, with_them))


def read(db: str) -> tuple[pd.DataFrame, pd.DataFrame]:
    """The games in the order of play, and who sat in them."""
    with closing(sqlite3.connect(db)) as connection:
        games = pd.read_sql(GAMES, connection)
        seats = pd.read_sql(SEATS, connection)
    games["counted"] = games["excluded"].isna() & (games["outcome"] != "abandoned")
    struck_out = games["outcome"] == "struck_out"
    blank = (games["points"] == 0) & (
        games["outcome"].isna() | struck_out & (games["knowledge"] == "total")
    )
    valued = games["counted"] & ~blank & (games["max_score"] > 0)
    games["y"] = (25 * games["points"] / games["max_score"]).where(valued)
    evening = games["group_pk"].astype(str) + " " + games["date"].astype(str)
    games["session"] = evening.where(games["date"].notna(), games["pk"].astype(str))
    games["month"] = games["date"].str[:7].fillna("No date")
    return games, seats


def write(path: Path, name: str, games: pd.DataFrame, **parts: Any) -> None:
    """Write one page."""
    valued = games[games["y"].notna()]
    progress, by_period = progress_of(valued)
    distribution, by_band = distribution_of(valued)
    tables = {"by_period": by_period, "by_band": by_band, "figures": headline(games, valued)}
    shown = {key: table.to_html(index=False) for key, table in tables.items()}
    text = PAGE.render(name=name, progress=progress, distribution=distribution, **shown, **parts)
    path.write_text(text, encoding="utf-8")


def headline(games: pd.DataFrame, valued: pd.DataFrame) -> pd.DataFrame:
    """Games, mean, and the games at both ends."""
    counted = games[games["counted"]]
    ended = counted[counted["outcome"].notna()]["outcome"]
    return pd.DataFrame(
        {
            "Games": [len(counted)],
            "Points, mean": [f"{valued['y'].mean():.1f}"],
            "Struck out": [f"{(ended == 'struck_out').mean():.0%}"],
            "Perfect": [(ended == "perfect").sum()],
        }
    )


def progress_of(valued: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    """Dots, trend with its band and mean as a chart, and the table by month or year."""
    by_session = valued.groupby("session", sort=False)
    key = "pk"
    if len(valued) > MOST:
        key = "session" if len(by_session) <= MOST else "month"
    dots = (
        valued.groupby(key, sort=False)
        .agg(y=("y", "mean"), games=("y", "size"), outcome=("outcome", "first"))
        .reset_index()
    )
    single = dots["games"] == 1
    dots["kind"] = np.select(
        [single & (dots["outcome"] == "struck_out"), single & (dots["outcome"] == "perfect")],
        ["struck out", "perfect"],
        "game",
    )
    sessions = by_session.agg(
        y=("y", "mean"), games=("y", "size"), date=("date", "last"), place=(key, "last")
    )
    sessions["level"], sessions["half"] = smooth(sessions, valued["y"].std())
    at = pd.Series(dots.index, index=dots[key])
    trend = sessions.assign(index=sessions["place"].map(at)).groupby("index").last()
    figure = px.scatter(dots, x=dots.index, y="y", color="kind", hover_data=["games", key])
    figure.add_scatter(x=trend.index, y=trend["level"] + trend["half"], name="high", mode="lines")
    figure.add_scatter(
        x=trend.index, y=trend["level"] - trend["half"], name="low", mode="lines", fill="tonexty"
    )
    figure.add_scatter(x=trend.index, y=trend["level"], name="trend", mode="lines")
    mean = valued["y"].mean()
    figure.add_scatter(x=[0, max(len(dots) - 1, 1)], y=[mean, mean], name="mean", mode="lines")
    return figure.to_html(full_html=False, include_plotlyjs=False), by_period_of(valued, trend)


def smooth(sessions: pd.DataFrame, deviation: float) -> tuple[list[float], list[float]]:
    """The smoothed level after each session with half its band; ten games halve a weight."""
    levels, halves = [], []
    level = variance = None
    for mean, games in zip(sessions["y"], sessions["games"], strict=True):
        alpha = 1 - 0.5 ** (games / 10)
        level = mean if level is None else level + alpha * (mean - level)
        variance = 1 / games if variance is None else (1 - alpha) ** 2 * variance + alpha**2 / games
        levels.append(level)
        halves.append(1.959963984540054 * deviation * variance**0.5)
    return levels, halves


def by_period_of(valued: pd.DataFrame, trend: pd.DataFrame) -> pd.DataFrame:
    """Games, mean, strike-outs and trend by month; by year beyond thirty months."""
    yearly = valued["month"].nunique() > 30
    period = valued["month"].where(valued["date"].isna() | (not yearly), valued["date"].str[:4])
    table = valued.groupby(period.rename("Period"), sort=False).agg(
        Games=("y", "size"),
        Mean=("y", "mean"),
        Struck=("outcome", lambda outcomes: (outcomes == "struck_out").sum()),
    )
    last = trend.groupby(trend["date"].str[: 4 if yearly else 7])["level"].last()
    table["Trend"] = last.reindex(table.index).map("{:.1f}".format, na_action="ignore").fillna("")
    table["Mean"] = table["Mean"].map("{:.1f}".format)
    if not yearly:
        dated = table.index != "No date"
        months = pd.to_datetime(table.index.where(dated)).strftime("%b %Y")
        table.index = months.where(dated, "No date").rename("Period")
    return table.reset_index()


def distribution_of(valued: pd.DataFrame) -> tuple[str, pd.DataFrame]:
    """How often each result came out as a chart, and by band as a table."""
    top = int(valued["max_score"].iloc[0]) if valued["max_score"].nunique() == 1 else 25
    value = (top * valued["points"] // valued["max_score"]).astype(int)
    kind = np.where(valued["outcome"] == "struck_out", "struck out", "not struck out")
    counts = pd.crosstab(value.rename("points"), pd.Series(kind, index=value.index, name="kind"))
    counts = counts.reindex(columns=["not struck out", "struck out"], fill_value=0)
    long = counts.stack().rename("games").reset_index()
    figure = px.bar(long[long["games"] > 0], x="points", y="games", color="kind")
    bounds = [bound * top // 25 for bound in BOUNDS]
    lows, highs = [min(0, value.min()), *bounds], [*(bound - 1 for bound in bounds), top]
    bands = np.digitize(counts.index, bounds)
    table = counts.groupby(bands).sum().reindex(range(len(BANDS)), fill_value=0)
    table.insert(
        0, "Points", [f"{a}–{b}" if a < b else str(a) for a, b in zip(lows, highs, strict=True)]
    )
    table.insert(0, "Band", BANDS)
    return figure.to_html(full_html=False, include_plotlyjs=False), pd.DataFrame(
        table.to_dict("list")
    )


def company(games: pd.DataFrame, seats: pd.DataFrame) -> str:
    """The dozen people who sat at these tables most often, with the mean of those games."""
    joined = seats.merge(games[["pk", "y"]], on="pk")
    found = joined.groupby("name").agg(Games=("pk", "size"), Mean=("y", "mean")).reset_index()
    found = found.sort_values(["Games", "name"], ascending=[False, True]).head(12)
    return str(found.to_html(index=False, float_format="%.1f"))


if __name__ == "__main__":
    main(*sys.argv[1:])
