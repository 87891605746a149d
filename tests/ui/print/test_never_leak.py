"""What is put on paper from one seat tells nothing of what is hidden from it: two worlds that look alike give the same files."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage

from hexbench.engine.display import Face
from hexbench.session.chronicle import markdown
from hexbench.session.session import Session
from hexbench.store.saves import Note, Sketch
from hexbench.ui.print.scenery import Scenery
from hexbench.ui.print.sheets import last
from hexbench.ui.print.vassal import Pictures
from hexbench.ui.shell import paperjobs
from tests.sizes import sized
from tests.ui.print.pieces import choose, form, standing, written
from tests.ui.print.reader import read
from tests.ui.shell.test_never_leak import MOMENTS, moment_of, open_at, twin_of
from tests.ui.yard.driver import Player


def session_of(player: Player) -> Session:
    """The session on the table."""
    session = player.window.bridge.session
    assert session is not None
    return session


PDFS = ("paper.chart", "paper.study", "paper.cards")


def _paper(player: Player, folder: Path) -> dict[str, object]:
    """Everything that can be made from the seat at the table."""
    player.window.desk.study(min(player.view.map.stacks.hexes))
    out: dict[str, object] = {}
    for name in PDFS:
        opened = form(player, name)
        out[f"{name} said"] = opened.said.text()
        pages = read(written(player, opened, folder / f"{name}.pdf"))
        out[name] = [(page.words, page.pictures) for page in pages]
    opened = form(player, "paper.picture")
    choose(opened, "part", "whole")
    assert opened.scale is not None
    opened.scale.setValue(sized(35, 50))  # counters show all they have
    out["picture"] = written(player, opened, folder / "map.png")
    for ending in (".html", ".md"):
        opened = form(player, "paper.log")
        choose(opened, "format", ending)
        out[ending] = written(player, opened, folder / f"log{ending}")
    for name, ending in (("paper.module", "vmod"), ("paper.saved", "vsav")):
        with zipfile.ZipFile(
            io.BytesIO(written(player, form(player, name), folder / f"out.{ending}"))
        ) as made:
            names = [entry for entry in made.namelist() if not entry.endswith("map.png")]
            out |= {
                f"{ending} {entry}": made.read(entry) for entry in names
            }  # the bare map is that of the paper above
    html = out[".html"]
    assert isinstance(html, bytes)
    assert b"Here we stand" in html
    out["maps"] = [path.read_bytes() for path in sorted((folder / "log-maps").iterdir())]
    return out


def _draw_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw equal counters, and the printed map of the dialogs' small looks, once for both worlds: whatever is told apart of
    them is told apart by what they are drawn from. The sheets in the dialogs' small looks are those of the files.
    """
    monkeypatch.setattr(paperjobs, "thumbnail", lambda product, width: QImage())
    counters: dict[Face, bytes] = {}
    grounds: dict[object, QImage] = {}
    draw, lay = Pictures.counter, Scenery.ground

    def counter(pictures: Pictures, face: Face) -> bytes:
        return counters.get(face) or counters.setdefault(face, draw(pictures, face))

    def ground(scenery: Scenery, source: QRectF, width: int) -> QImage:
        made_from = (
            scenery.geometry.top,
            repr(scenery.palette._file),
            scenery._hidden,
            source.getRect(),
            width,
        )
        found = grounds.get(made_from)
        if found is None:
            found = grounds[made_from] = lay(scenery, source, width)
        return found.copy()

    monkeypatch.setattr(Pictures, "counter", counter)
    monkeypatch.setattr(Scenery, "ground", ground)


@pytest.mark.parametrize("moment", MOMENTS)
def test_two_worlds_that_look_alike_give_the_same_paper(
    real: Player, tmp_path: Path, moment: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the bare map of a module is not compared here, and takes a third of the time to draw
    monkeypatch.setattr(Pictures, "board", lambda self, grid: iter((b"",)))
    _draw_once(monkeypatch)
    loaded, true = moment_of(real, moment)
    side = loaded.rules.sides[0]
    seen = []
    for n, world in enumerate((true, twin_of(loaded.rules, true, side))):
        open_at(real, loaded, world)
        real.window.bridge.look(side)
        real.settle()
        session_of(real).note(
            0, Note("Here we stand")
        )  # so that there is a turn to be told of, and a map of it
        folder = tmp_path / f"{n}"
        folder.mkdir()
        seen.append(_paper(real, folder))
    assert seen[0]["maps"]
    for key, one in seen[0].items():
        assert one == seen[1][key], key
    assert seen[0]["paper.chart"]


def test_the_umpires_paper_holds_what_a_sides_does_not(real: Player) -> None:
    session, bridge = open_at(real, *moment_of(real, "handles")), real.window.bridge
    words = {}
    for side in (None, *session.rules.sides):
        bridge.look(side)
        real.settle()
        here = standing(real)
        scenery = here.scenery(paper=True)
        scenery.show(here.sight)
        words[side] = "".join(page.words for page in read(last(here.study(scenery, "A4").pdf())))
        words[side] += markdown(here.log(), {})
    assert len(set(words.values())) == len(words)
    assert "everything" in words[None]
    for side in session.rules.sides:
        assert "everything" not in words[side]


def test_comments_and_drawings_of_the_other_side_are_on_no_paper_of_ours(player: Player) -> None:
    session, bridge = session_of(player), player.window.bridge
    ours, theirs = session.rules.sides
    for side, secret in ((ours, "our plan"), (theirs, "their plan")):
        bridge.look(side)
        session.note(session.node, Note(secret))
        session.sketches.draw(side, Sketch(kind="note", hexes=("0202",), text=f"{secret} drawn"))
    player.drag("r3", "0405")
    for side, secret, other in ((ours, "our plan", "their plan"), (theirs, "their plan", "our plan")):
        bridge.look(side)
        player.window.desk.study("0202")
        player.settle()
        here = standing(player)
        scenery = here.scenery(paper=True)
        scenery.show(here.sight)
        words = "".join(page.words for page in read(last(here.study(scenery, "A4").pdf())))
        words += markdown(here.log(), {})
        assert f"{secret} drawn" in words
        assert other not in words
        assert secret in markdown(here.log(), {})


def test_at_an_open_table_paper_holds_what_both_know(player: Player) -> None:
    session, bridge = session_of(player), player.window.bridge
    side = session.rules.sides[0]
    bridge.look(side)
    session.note(session.node, Note("our plan"))
    session.sketches.draw(side, Sketch(kind="note", hexes=("0202",), text="drawn here"))
    bridge.open_table(side)
    player.settle()
    here = standing(player)
    assert here.common
    assert here.sight.sketches == ()
    assert here.comments == {}
    assert here.lines == session.common_log()
    assert "both sides" in here.sight.whose
    common = session.rules.common(session.state)
    assert here.then(session.node).s == session.rules.open_seat(session.state, side).s
    assert here.seat.s == here.then(session.node).s
    assert set(here.sight.faces) <= set(common.units)


def test_looking_back_puts_the_past_on_paper(player: Player) -> None:
    session, bridge = session_of(player), player.window.bridge
    player.drag("r3", "0405")
    before = standing(player).sight.faces["r3"]
    bridge.look_back(0)
    player.settle()
    here = standing(player)
    assert here.node == 0
    assert here.sight.faces["r3"] != before
    assert all(line.node == 0 for line in here.lines)
    assert session.node > 0
