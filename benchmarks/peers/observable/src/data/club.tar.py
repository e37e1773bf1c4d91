"""The data of every page as one archive: what the index and each person's page show.

Reads the log named by $HANABI_DB with the standard library alone.
"""

import io
import json
import os
import sqlite3
import sys
import tarfile
from collections import Counter, defaultdict
from datetime import date
from statistics import fmean, stdev

GAMES = """
    SELECT pk, date, group_pk, outcome, points, max_score, knowledge, excluded FROM games
    WHERE deleted_at IS NULL ORDER BY date, logged_at, id
"""
SEATS = """
    SELECT game_pk, name FROM seats JOIN players ON players.pk = player_pk
    WHERE visibility IS NULL
"""
MOST = 300
BANDS = ("Booed off", "Thin applause", "Fair", "Good", "Excellent", "Legendary")
BOUNDS = (6, 11, 16, 21, 25)


def read(connection):
    """The games in the order of play as dictionaries, and the names at each table."""
    seats = defaultdict(list)
    for pk, name in connection.execute(SEATS):
        seats[pk].append(name)
    games = []
    for pk, day, group, outcome, points, most, knowledge, excluded in connection.execute(GAMES):
        counted = excluded is None and outcome != "abandoned"
        unsaid = outcome is None or (outcome == "struck_out" and knowledge == "total")
        valued = counted and points is not None and most and not (points == 0 and unsaid)
        games.append(
            {
                "pk": pk,
                "date": day,
                "month": day[:7] if day else None,
                "session": (group, day) if day else pk,
                "outcome": outcome,
                "points": points,
                "most": most,
                "counted": counted,
                "y": 25 * points / most if valued else None,
                "people": seats[pk],
            }
        )
    return games


def page_of(name, games, person=None):
    """Everything that a page shows."""
    valued = [game for game in games if game["y"] is not None]
    page = {"name": name, "figures": headline(games, valued)}
    page |= progress_of(valued) | distribution_of(valued)
    if person is not None:
        page["company"] = company(games, person)
    return page


def headline(games, valued):
    """Games, mean, and the games at both ends."""
    counted = [game for game in games if game["counted"]]
    ended = [game["outcome"] for game in counted if game["outcome"] is not None]
    return [
        {
            "Games": str(len(counted)),
            "Points, mean": f"{fmean(game['y'] for game in valued):.1f}",
            "Struck out": f"{ended.count('struck_out') / len(ended):.0%}",
            "Perfect": str(ended.count("perfect")),
        }
    ]


def grouped(games, key):
    """The games by the value of a key, in the order in which the values come."""
    found = defaultdict(list)
    for game in games:
        found[game[key]].append(game)
    return found


def progress_of(valued):
    """Dots, trend with its band and mean, and the table by month or year."""
    sessions = grouped(valued, "session")
    key = "pk"
    if len(valued) > MOST:
        key = "session" if len(sessions) <= MOST else "month"
    blocks = grouped(valued, key)
    place = {value: index for index, value in enumerate(blocks)}
    dots = [
        {
            "x": index,
            "y": round(fmean(game["y"] for game in block), 2),
            "games": len(block),
            "kind": kind_of(block),
        }
        for index, block in enumerate(blocks.values())
    ]
    deviation = stdev(game["y"] for game in valued)
    trend, level, variance = {}, None, None
    for session in sessions.values():
        mean, count = fmean(game["y"] for game in session), len(session)
        alpha = 1 - 0.5 ** (count / 10)
        level = mean if level is None else level + alpha * (mean - level)
        first = variance is None
        variance = 1 / count if first else (1 - alpha) ** 2 * variance + alpha**2 / count
        half = 1.959963984540054 * deviation * variance**0.5
        trend[place[session[-1][key]]] = (session[-1]["date"], level, half)
    line = [
        {"x": x, "y": round(at, 2), "low": round(at - half, 2), "high": round(at + half, 2)}
        for x, (_day, at, half) in sorted(trend.items())
    ]
    mean = round(fmean(game["y"] for game in valued), 2)
    return {"dots": dots, "trend": line, "mean": mean, "by_period": by_period(valued, trend)}


def kind_of(block):
    """How the one game of a dot ended, where that is marked."""
    outcome = block[0]["outcome"] if len(block) == 1 else None
    return {"struck_out": "struck out", "perfect": "perfect"}.get(outcome, "game")


def by_period(valued, trend):
    """Games, mean, strike-outs and trend by month; by year beyond thirty months."""
    months = grouped(valued, "month")
    letters = 4 if len(months) > 30 else 7
    last = {(day or "")[:letters]: level for _x, (day, level, _half) in sorted(trend.items())}
    periods = defaultdict(list)
    for month, block in months.items():
        periods[(month or "")[:letters]] += block
    return [
        {
            "Period": named(period),
            "Games": str(len(block)),
            "Mean": f"{fmean(game['y'] for game in block):.1f}",
            "Struck out": str(sum(game["outcome"] == "struck_out" for game in block)),
            "Trend": f"{last[period]:.1f}" if period in last else "",
        }
        for period, block in periods.items()
    ]


def named(period):
    """A year as it is, a month in words."""
    if not period:
        return "No date"
    return period if len(period) == 4 else date.fromisoformat(f"{period}-01").strftime("%b %Y")


def distribution_of(valued):
    """How often each result came out, and the same by band."""
    maxima = {game["most"] for game in valued}
    top = maxima.pop() if len(maxima) == 1 else 25
    bars = Counter(
        (top * game["points"] // game["most"], game["outcome"] == "struck_out") for game in valued
    )
    bounds = [bound * top // 25 for bound in BOUNDS]
    lows = [min(0, *(value for value, _struck in bars)), *bounds]
    rows = []
    for number, (band, low) in enumerate(zip(BANDS, lows, strict=True)):
        high = bounds[number] - 1 if number < len(bounds) else top
        counts = [
            sum(bars[value, struck] for value in range(low, high + 1)) for struck in (False, True)
        ]
        points = f"{low}–{high}" if low < high else str(low)
        row = {"Band": band, "Points": points}
        rows.append(row | {"Not struck out": str(counts[0]), "Struck out": str(counts[1])})
    kinds = ("not struck out", "struck out")
    marks = [
        {"points": value, "games": count, "kind": kinds[struck]}
        for (value, struck), count in sorted(bars.items())
        if count
    ]
    return {"bars": marks, "by_band": rows}


def company(games, person):
    """The dozen people who sat at these tables most often, with the mean of those games."""
    met = defaultdict(list)
    for game in games:
        for other in game["people"]:
            if other != person:
                met[other].append(game["y"])
    closest = sorted(met, key=lambda other: (-len(met[other]), other))[:12]
    rows = []
    for other in closest:
        values = [value for value in met[other] if value is not None]
        mean = f"{fmean(values):.1f}" if values else ""
        rows.append({"Name": other, "Games": str(len(met[other])), "Mean": mean})
    return rows


def main():
    """Write the archive to the output."""
    connection = sqlite3.connect(os.environ["HANABI_DB"])
    games = read(connection)
    of_person = defaultdict(list)
    for game in games:
        for person in game["people"]:
            of_person[person].append(game)
    pages = {"index.json": page_of("Club", games)}
    for number, person in enumerate(sorted(of_person)):
        pages[f"{number}.json"] = page_of(person, of_person[person], person)
    with tarfile.open(fileobj=sys.stdout.buffer, mode="w|") as archive:
        for path, page in pages.items():
            data = json.dumps(page, ensure_ascii=False).encode()
            entry = tarfile.TarInfo(path)
            entry.size = len(data)
            archive.addfile(entry, io.BytesIO(data))


if __name__ == "__main__":
    main()
