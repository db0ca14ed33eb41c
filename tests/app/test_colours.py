"""The contrasts of the style sheet, recomputed: 4.5:1 for text, 3:1 for shapes, by day and by night."""

import re

import pytest

from build_snapshot import style_sheet

STYLE = style_sheet()

TEXT = ("ink", "muted", "ring", "good", "bad")
SHAPES = ("none", "ring", "good", "bad", "edge")


def colours(start: str) -> dict[str, str]:
    """The named colours of the first block after ``start``."""
    block = STYLE.split(start, 1)[1].split("}", 1)[0]
    return dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6});", block))


PALETTES = {
    "light": colours("\n:root {"),
    "dark": colours("(prefers-color-scheme: dark) {\n  :root {"),
    "board": colours("\n.board {"),
}


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2.2."""
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4 for channel in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_black_on_white_is_21_to_1() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", TEXT)
def test_text_stands_out_from_the_paper_and_from_a_field(palette: str, name: str) -> None:
    palette_colours = PALETTES[palette]
    for ground in ("paper", "field"):
        assert contrast(palette_colours[name], palette_colours[ground]) >= 4.5


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("name", SHAPES)
def test_shapes_stand_out_from_the_paper(palette: str, name: str) -> None:
    assert contrast(PALETTES[palette][name], PALETTES[palette]["paper"]) >= 3


@pytest.mark.parametrize("palette", PALETTES)
def test_the_words_on_the_play_button_stand_out(palette: str) -> None:
    assert contrast(PALETTES[palette]["paper"], PALETTES[palette]["ink"]) >= 4.5


def test_a_lit_lamp_shows_its_core_on_the_board() -> None:
    assert contrast(PALETTES["board"]["core"], PALETTES["board"]["paper"]) >= 3


def test_the_board_is_the_same_enamel_by_day_and_by_night() -> None:
    assert STYLE.count("\n.board {\n  --paper: #12161c;") == 1
    assert PALETTES["board"]["paper"] == "#12161c"
    assert {name: PALETTES["board"][name] for name in ("none", "ring", "core", "good", "bad")} == {
        name: PALETTES["dark"][name] for name in ("none", "ring", "core", "good", "bad")
    }
