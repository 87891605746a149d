"""Set-up cards and study sheets: every unit once, nothing cut, nothing left out."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from hexbench import bootstrap
from hexbench.session.opening import begin
from hexbench.ui.print.cards import Cards, groups, in_ranges, set_up_hexes
from hexbench.ui.print.sheets import Flow, columns, last, usable
from tests.ui.print.pieces import standing
from tests.ui.print.reader import read
from tests.ui.yard.driver import Player


class _Brick:
    def __init__(self, height: float) -> None:
        self.height = height

    def paint(self, painter: QPainter, at: QPointF) -> None:
        raise AssertionError("only its place is looked at")


def test_blocks_stay_within_their_columns_and_in_order() -> None:
    first, later = columns(QRectF(0, 500, 210, 300), 2, 10), columns(QRectF(0, 0, 210, 800), 2, 10)
    flow = Flow((first, later), 5)
    bricks = [_Brick(40 + 37 * (n % 5)) for n in range(60)]
    for brick in bricks:
        flow.add(brick)
    assert [one.block for one in flow.placed] == bricks
    ends: dict[tuple[int, float], float] = {}
    for one in flow.placed:
        boxes = later if one.page else first
        box = next(b for b in boxes if b.left() == one.at.x())
        assert box.top() <= one.at.y()
        assert one.at.y() + one.block.height <= box.bottom()
        where = (one.page, box.left())
        assert one.at.y() >= ends.get(where, box.top())
        ends[where] = one.at.y() + one.block.height
    assert flow.pages == max(one.page for one in flow.placed) + 1
    order = [(one.page, one.at.x(), one.at.y()) for one in flow.placed]
    assert order == sorted(order)


def test_a_heading_goes_with_what_follows_it() -> None:
    flow = Flow((columns(QRectF(0, 0, 100, 100), 1, 0),), 0)
    flow.add(_Brick(70))
    flow.add(_Brick(10), keep=50)
    assert [one.page for one in flow.placed] == [0, 1]


@pytest.mark.parametrize("game", [game.key for game in bootstrap.GAMES])
def test_every_unit_that_a_seat_knows_is_on_one_card_with_its_place(real: Player, game: str) -> None:
    catalogue = real.window.catalogue
    for info in catalogue.scenarios(game):
        session = begin(catalogue.load_scenario(game, info.name), 1)
        for side in (None, *session.rules.sides):
            seat = session.then(0, side)
            known = {face.unit: at for face, at in seat.faces()}
            found = groups(seat)
            units = Counter(face.unit for group in found for face, _, _ in group.units)
            assert units == Counter(known.keys())
            for group in found:
                assert {face.side for face, _, _ in group.units} == {group.side}
                for face, at, _ in group.units:
                    assert at == known[face.unit]
                    assert bool(group.entry) == at.startswith("#")
        session.close()


def test_a_card_shows_names_hexes_and_turns_and_a_long_one_goes_on(real: Player) -> None:
    real.window.begin("iron_tide", "17_december", {}, study=True)
    real.settle()
    here = standing(real)
    made = here.cards("A4")
    pages = read(last(made.pdf()))
    assert len(pages) == made.pages
    words = " ".join(page.words for page in pages)
    assert all(page.pictures == 0 for page in pages)
    faces = [(face, at) for face, at in here.then(0).faces() if not face.hidden]
    for _, at in faces:
        if not at.startswith("#"):
            assert at in words
    assert "due on 17PM" in words
    assert "starts on the map" in words
    room = usable(made.size)
    for one in made.flow.placed:
        assert one.at.y() + one.block.height <= room.bottom() + 0.5
    only = here.cards("A4", "german")
    assert 0 < only.cards < made.cards


def test_units_yet_to_be_set_up_have_the_hexes_where_they_may_be(real: Player) -> None:
    real.window.begin("blitzkrieg", "campaign", {}, study=True)
    real.settle()
    here = standing(real)
    made = here.cards("A4", "german")
    words = " ".join(page.words for page in read(last(made.pdf())))
    first = here.session.rules.seat(here.session.history.state_at(0), None)
    offer = next(o for o in first.prompt.offers if o.subjects)
    hexes = set_up_hexes(first, offer.subjects[0])
    assert 0 < len(hexes) < 120
    assert hexes == tuple(
        sorted(
            {t.object for t in first.targets(offer.verb, offer.subjects[:1])},
            key=here.session.rules.atlas.index.__getitem__,
        )
    )
    assert f"Set up in {in_ranges(hexes)}" in " ".join(words.split())


def test_hexes_in_few_words() -> None:
    assert in_ranges(("2718", "2719", "2720", "2818", "0101", "0102", "B4", "B5")) == (
        "B4, B5, 0101, 0102, 2718–2720, 2818"
    )
    assert in_ranges(()) == ""


def test_a_formation_too_long_for_a_column_takes_several_cards(player: Player) -> None:
    here = standing(player)
    seat = here.then(0)
    group = groups(seat)[0]
    group.units = group.units[:1] * 400
    width = 500.0
    cards = list(Cards._split(group, seat, here.paper_palette, width, 900.0))
    assert len(cards) > 1
    assert all(card.height <= 900.0 for card in cards)


def test_a_study_sheet_tells_the_combat_its_table_the_notes_the_units_and_the_log(real: Player) -> None:
    from tests import walkthrough

    walkthrough.drafted(real)
    real.settle()
    session = real.window.bridge.session
    assert session is not None
    from hexbench.store.saves import Note, Sketch

    here = standing(real)
    assert here.combat is not None
    at = here.combat.hexes[0]
    session.sketches.draw(session.viewer, Sketch(kind="note", hexes=(at,), text="Across by noon"))
    session.note(session.node, Note("Worth the risk"))
    here = standing(real)
    scenery = here.scenery(paper=True)
    scenery.show(here.sight)
    made = here.study(scenery, "A4")
    pages = read(last(made.pdf()))
    assert len(pages) == made.pages <= 4
    words = " ".join(page.words for page in pages)
    assert all(page.pictures == 0 for page in pages)
    combat = here.combat
    assert combat is not None
    wanted = [str(combat.say), "Across by noon", "Worth the risk", at]
    wanted += [str(account.say) for account in combat.accounts]
    wanted += [str(line.say) for account in combat.accounts for line in account.lines]
    wanted += [str(spread.say) for spread in combat.spreads]
    wanted += [str(face.title) for face, place in here.sight.faces.values() if place == at]
    flat = " ".join(words.split())
    assert not [text for text in wanted if " ".join(text.split()) not in flat]
    assert len(wanted) > 8
    told = [str(line.text) for line in here.lines if line.kind not in ("TurnBegan", "PhaseBegan")]
    assert " ".join(told[-1].split()) in flat
