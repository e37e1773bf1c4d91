"""A club's own look: colours, logo, sheet, a smaller bundle for charts."""

import re
from pathlib import Path

import pytest

from hanabi_log.errors import InvalidInput
from hanabi_log.resources import shipped
from hanabi_log.site.build import build
from hanabi_log.site.look import COLOURS, NO_LOOK, Look, assets, contrast, sheet
from tests.site.clubs import lively_club
from tests.site.pages import read
from tests.site.test_build import dead_links

LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'


def test_our_colours_are_those_of_the_sheet() -> None:
    css = Path(shipped("templates", "assets", "site.css")).read_text()
    for name, (light, dark) in COLOURS.items():
        assert f"--{name}: light-dark({light}, {dark});" in css, name


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [("#000000", "#ffffff", 21.0), ("#ffffff", "#ffffff", 1.0), ("#777777", "#ffffff", 4.48)],
)
def test_contrast_is_that_of_the_guidelines(one: str, other: str, found: float) -> None:
    assert contrast(one, other) == pytest.approx(found, abs=0.005)
    assert contrast(other, one) == contrast(one, other)


def test_our_own_colours_can_be_read() -> None:
    for theme in (0, 1):
        for ground in ("paper", "sky"):
            for name in ("ink", "mute", "ember"):
                assert contrast(COLOURS[name][theme], COLOURS[ground][theme]) >= 4.5
            assert contrast(COLOURS["focus"][theme], COLOURS[ground][theme]) >= 3


def test_a_look_of_its_own_reaches_every_page(tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_text(LOGO)
    (tmp_path / "look.css").write_text(".club { letter-spacing: .02em; }")
    bundle = 'document.getElementById("' + "a" * 64 + '")'
    (tmp_path / "plotly-basic.min.js").write_text(bundle)
    look = Look(
        {"ember": ("#0b5c46", "#7fd8b8")},
        str(tmp_path / "logo.svg"),
        str(tmp_path / "look.css"),
        str(tmp_path / "plotly-basic.min.js"),
    )
    out = tmp_path / "site"
    build(lively_club(12), str(out), look=look)
    assert dead_links(out) == []
    for path in ("index.html", "people/jun.html", "calculator.html"):
        page = read(out / path)
        sheets = [link for link in page.links if link.endswith(".css")]
        assert re.search(r"colours\.\w{10}\.css$", sheets[-2]), path
        assert re.search(r"extra\.\w{10}\.css$", sheets[-1]), path
        assert any("logo." in str(attrs.get("src")) for tag, attrs in page.tags if tag == "img")
    colours = next((out / "assets").glob("colours.*.css")).read_text()
    assert "--ember: light-dark(#0b5c46, #7fd8b8);" in colours
    assert "--wash: light-dark(#0b5c4624, #7fd8b82e);" in colours
    assert next((out / "assets").glob("plotly.*.js")).read_text() == bundle
    charts = [attrs for tag, attrs in read(out / "index.html").tags if "data-styles" in attrs]
    assert charts[0]["data-styles"] == "a" * 64


def test_no_look_adds_nothing() -> None:
    assert list(assets(NO_LOOK)) == []
    assert sheet({"paper": ("#ffffff", "#000000")}).count("--") == 1


def test_colours_in_which_nobody_could_read_are_refused() -> None:
    with pytest.raises(InvalidInput) as caught:
        list(assets(Look({"ember": ("#ffcc00", "#f2a65e"), "paper": ("#fbfaf6", "#8899aa")})))
    fields = {problem.field for problem in caught.value.problems}
    assert fields == {"site.colours.ember", "site.colours.paper"}
    assert "contrast of 1.4 in the light theme" in caught.value.problems[0].message


@pytest.mark.parametrize(
    ("name", "content", "fault"),
    [
        ("logo.exe", b"MZ", "allowed: jpeg, jpg, png, svg, webp"),
        ("logo.png", b"x" * 200_001, "at most 200"),
        (None, b"", "no such file"),
    ],
)
def test_a_logo_that_cannot_be_used_is_named(
    tmp_path: Path, name: str | None, content: bytes, fault: str
) -> None:
    path = tmp_path / (name or "none.svg")
    if name:
        path.write_bytes(content)
    with pytest.raises(InvalidInput) as caught:
        build(lively_club(2), str(tmp_path / "site"), look=Look(logo=str(path)))
    assert fault in caught.value.problems[0].message
    assert not (tmp_path / "site").exists()


def test_missing_files_are_named_all_at_once(tmp_path: Path) -> None:
    missing = str(tmp_path / "none")
    with pytest.raises(InvalidInput) as caught:
        list(assets(Look({}, f"{missing}.svg", f"{missing}.css", f"{missing}.js")))
    assert [problem.field for problem in caught.value.problems] == [
        "site.logo",
        "site.css",
        "site.plotly",
    ]
