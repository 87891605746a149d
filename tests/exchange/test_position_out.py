"""Modules and saves of every scenario that ships: sound archives, equal bytes, every counter, and nothing that is hidden."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from msgspec.structs import replace as with_

from hexbench.engine.display import Cards, Pool
from hexbench.exchange.codec import clear, commands, decode, unnested
from hexbench.exchange.module import Module
from hexbench.exchange.position_out import BOXES, IN_A_CELL, MAP
from hexbench.games.iron_tide.chits import open_chits
from hexbench.games.tide_of_iron import concealment
from hexbench.session.opening import begun
from hexbench.study.playout import Chance, make_opponents
from tests.exchange.paint import LIBRARY, SCENARIOS, Words, made_anew, of_scenario, of_state
from tests.sizes import sized

HIDING: tuple[tuple[str, dict[str, Any], bool], ...] = (
    ("iron_tide/17_december", {}, True),
    ("tigers/19_december", {}, True),
    ("tide_of_iron/stoumont", {"concealment": "hidden"}, False),
    ("tide_of_iron/noville", {}, False),
    ("trumpets/losheim", {}, False),
)
"""Scenario, options, and whether what this random game hides is something that a module shows at all: cards are not."""
UNKNOWN_TO_VASSAL = {
    "zoomInIcon",
    "snapLOS",
    "lineColor",
    "propertiesTooltip",
    "useArrows",
    "showMoveSelected",
}
"""Names that stand in many templates and that VASSAL drops without a word."""
KNOWN = {
    "Map": "mapName allowMultiple backgroundcolor buttonName changeFormat color createFormat edgeHeight edgeWidth hotkey "
    "icon launch markMoved markUnmovedHotkey markUnmovedIcon markUnmovedText markUnmovedTooltip moveKey moveToFormat "
    "moveWithinFormat onlyReportChangedLocation thickness",
    "HexGrid": "color cornersLegal dotsVisible dx dy edgesLegal sideways snapTo visible x0 y0",
    "HexGridNumbering": "color first fontSize hDescend hDrawOff hLeading hOff hType locationFormat rotateText sep stagger "
    "vDescend vDrawOff vLeading vOff vType visible",
    "SetupStack": "location name owningBoard useGridLocation x y",
    "PieceSlot": "entryName gpid height width",
    "Board": "image name reversible",
    "Region": "name originx originy",
    "RegionGrid": "fontsize snapto visible",
    "ListTurnLevel": "configFirst configList list name prompt property turnFormat",
    "Zoomer": "inIconName outIconName pickIconName zoomInKey zoomLevels zoomOutKey zoomStart",
    "CardSlot": "entryName gpid height width",
    "DrawPile": "allowMultiple allowSelect canSave color draw drawFaceUp faceDown height hotkeyOnEmpty maxStack name owningBoard "
    "reshufflable reversible shuffle width x y",
    "StackMetrics": "bottom disabled down exSepX exSepY top unexSepX unexSepY up",
}
"""Tag -> the attributes VASSAL writes itself, of the tags whose attributes decide where things lie."""


def read(module: Module) -> tuple[ET.Element, dict[str, bytes]]:
    with zipfile.ZipFile(io.BytesIO(module.vmod())) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    return ET.fromstring(files["buildFile.xml"]), files


def traits(text: str) -> list[tuple[str, str]]:
    _, kinds, states = decode(text[2:], "/")
    return list(zip(unnested(kinds), unnested(states), strict=True))


def images_of(pairs: list[tuple[str, str]]) -> set[str]:
    out = set()
    for kind, _ in pairs:
        head, _, rest = kind.partition(";")
        fields = decode(rest, ";")
        if head == "emb2":
            out |= set(fields[15].split(","))
        elif head == "obs":
            out.add(fields[1])
        elif head == "piece" and fields[2]:
            out.add(fields[2])
    return out


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_module_is_sound(name: str) -> None:
    module = of_scenario(name).module
    root, files = read(module)
    slots = [e for e in root.iter() if e.tag.endswith((".PieceSlot", ".CardSlot"))]
    numbers = [int(e.get("gpid", "0")) for e in slots]
    assert len(set(numbers)) == len(numbers)
    assert int(root.get("nextPieceSlotId", "0")) > max(numbers)
    named = {e.get("image") for e in root.iter() if e.tag.endswith(".Board")}
    named |= {e.get("fileName") for e in root.iter() if e.tag.endswith(".Chart")}
    prototypes = {e.get("name") for e in root.iter() if e.tag.endswith(".PrototypeDefinition")}
    for slot in slots:
        pairs = traits(slot.text or "")
        named |= images_of(pairs)
        assert {k.partition(";")[2] for k, _ in pairs if k.startswith("prototype;")} <= prototypes
        for kind, state in pairs:
            if kind.startswith("emb2;"):
                assert 1 <= int(state) <= len(decode(kind[5:], ";")[15].split(","))
    assert {f"images/{image}" for image in named} == {n for n in files if n.startswith("images/")}
    boards = {e.get("name") for e in root.iter() if e.tag.endswith(".Board")}
    assert {e.get("owningBoard") for e in root.iter() if e.tag.endswith(".SetupStack")} <= boards
    decks = [e for e in root.iter() if e.tag.endswith(".DrawPile")]
    assert {e.get("owningBoard") for e in decks} <= boards
    assert len({e.get("name") for e in decks}) == len(decks)
    regions = [e.get("name") for e in root.iter() if e.tag.endswith(".Region")]
    assert len(set(regions)) == len(regions)
    for e in root.iter():
        short = e.tag.rpartition(".")[2]
        assert not UNKNOWN_TO_VASSAL & set(e.attrib)
        if short in KNOWN:
            assert set(e.attrib) <= set(KNOWN[short].split())


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_save_names_every_counter_before_its_stack(name: str) -> None:
    module = of_scenario(name).module
    with zipfile.ZipFile(io.BytesIO(module.vsav())) as archive:
        found = list(commands(clear(archive.read("savedGame"))))
    assert (found[0], found[-1]) == ("begin_save", "end_save")
    assert "SETUP_STACK\t" in found
    before: set[str] = set()
    stacked = 0
    for command in found:
        if not command.startswith("+/"):
            continue
        ident, kind, state = decode(command[2:], "/")
        if kind == "stack":
            held = decode(state, ";")[3:-1]
            assert set(held) <= before
            stacked += len(held)
        elif kind.startswith("deck;"):
            held = [one for text in decode(state, ";")[4:] for one in decode(text, ",")]
            assert set(held) <= before
            stacked += len(held)
        before.add(ident)
    assert stacked == len(list(module.pieces()))


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_counter_is_there_once_and_where_it_is(name: str) -> None:
    game, _, scenario = name.partition("/")
    module = of_scenario(name).module
    with begun(LIBRARY, game, scenario) as session:
        faces = {face.unit: at for face, at in session.seat(None).faces()}
    pieces = [piece.key for piece in module.pieces()]
    assert len(set(pieces)) == len(pieces)
    assert sorted(key for key in pieces if not key.startswith("#")) == sorted(faces)
    assert "#module" in pieces
    sheet, boxes = module.sheets
    assert (sheet.name, boxes.name) == (MAP, BOXES)
    assert sheet.grid is not None
    for stack in sheet.stacks:
        for piece in stack.pieces:
            if not piece.key.startswith("#"):
                assert sheet.grid.at(stack.x, stack.y) == faces[piece.key]
    spots = [(stack.x, stack.y) for stack in boxes.stacks]
    assert len(set(spots)) == len(spots)
    assert IN_A_CELL == 15


def test_markers_points_and_cards_are_carried_as_they_lie() -> None:
    """Each of them a counter: markers in their hex or between two, points and hands in boxes of their own."""
    for name in SCENARIOS:
        game, _, scenario = name.partition("/")
        module = of_scenario(name).module
        sheet = module.sheets[0]
        with begun(LIBRARY, game, scenario) as session:
            seat = session.seat(None)
            pools = [panel for panel in seat.panels() if isinstance(panel, Pool)]
            points = sum(heap.ready + heap.spent for pool in pools for heap in pool.heaps)
            cards = sum(len(panel.cards) for panel in seat.panels() if isinstance(panel, Cards))
            chips, rules = seat.chips(), session.rules
        keys = [piece.key for piece in module.pieces()]
        assert sum(key.startswith("#marker/") for key in keys) == len(chips)
        assert sum(key.startswith("#point/") for key in keys) == points
        assert sum(key.startswith("#card/") for key in keys) == cards
        assert sheet.grid is not None
        ats = {chip.at for chip in chips}
        for stack in sheet.stacks:
            if stack.pieces[0].key.startswith("#"):
                assert stack.name in ats
                assert "/" in stack.name or sheet.grid.at(stack.x, stack.y) == stack.name
        assert {f"{n}d{faces}" for n, faces in rules.dice} == {title for title, _, _ in module.dice}


def played(name: str, until: Callable[[Any], Any]) -> tuple[Any, Any, Any]:
    """(game, rules, state) of a random game, as soon as its position is of a kind."""
    game, _, scenario = name.partition("/")
    loaded = LIBRARY.load_scenario(game, scenario)
    rules, chance, state = loaded.rules, Chance(7), loaded.begin(7).state
    players = make_opponents(loaded.game, ("random",))
    for _ in range(900):
        if until(state):
            return loaded.game, rules, state
        side = rules.decider(state)
        if side is None:
            break
        state = rules.apply(state, players[side].choose(rules.seat(state, side), chance)[0]).state
    raise AssertionError(f"no such position comes about in {name}")


def drawn_on_one_side(state: Any) -> bool:
    """Whether chits of one cup lie on the map, none of the other, and none of them open for everybody (9.0e)."""
    return not open_chits(state) and len({state.roster[uid].cup for uid in state.chits}) == 1


def decks_of(module: Module) -> dict[str, list[str]]:
    """Key of a pile -> what is in it, without the number that tells like ones apart."""
    return {
        pile.pieces[0].key.split("/")[1]: sorted(piece.key.split("/")[2] for piece in pile.pieces)
        for sheet in module.sheets
        for pile in sheet.piles
        if pile.pieces
    }


@pytest.mark.rule("iron_tide", "9.0a")
def test_the_cups_are_decks_of_the_chits_that_are_in_them() -> None:
    """For the umpire chit by chit, in the colours of the cup, both sides of it, and a back that tells nothing."""
    name = "iron_tide/17_december"
    game, rules, state = played(name, lambda state: len(state.chits) > 2)
    module = of_state(rules, game, state, None, name).module
    found = decks_of(module)
    assert {colour: len(left) for colour, left in found.items()} == {
        colour: sum(cup) for colour, cup in state.cups.items()
    }
    for pile in module.sheets[1].piles:
        assert not pile.open
        backs = {module.images[piece.back] for piece in pile.pieces}
        assert len(backs) == 1
        for piece in pile.pieces:
            assert len(piece.layers) == 2
            assert not backs & {module.images[image] for image in piece.layers}
    kinds = [sum(1 for one in found["red"] if one == kind) for kind in dict.fromkeys(found["red"])]
    assert sorted(kinds) == sorted(count for count in state.cups["red"] if count)


@pytest.mark.rule("iron_tide", "9.0d")
def test_a_side_s_cup_tells_the_number_alone_as_long_as_the_enemy_holds_chits_out_of_it() -> None:
    """With a chit of the other side face down on the map nobody knows what is left; with none everybody can count."""
    name = "iron_tide/17_december"
    game, rules, state = played(name, drawn_on_one_side)
    told: set[bool] = set()
    for eyes in game.sides:
        exported = of_state(rules, game, state, eyes, name)
        for colour, left in decks_of(exported.module).items():
            held = [u for u in state.chits if state.roster[u].cup == colour and state.units[u].side != eyes]
            assert len(left) == sum(state.cups[colour])
            assert (set(left) == {"unknown"}) == bool(held)
            told.add(bool(held))
        said = [str(one) for one in exported.missing]
        unknown = any("unknown" in left for left in decks_of(exported.module).values())
        assert any("only the number" in one for one in said) == unknown
        assert not any(one.startswith("Cups and decks") for one in said)
    assert told == {True, False}


@pytest.mark.rule("tide_of_iron", "TI-SET-04")
def test_decks_of_cards_are_decks_there_and_cards_come_out_of_them_face_up() -> None:
    name = "tide_of_iron/noville"
    game, rules, state = played(name, lambda state: state.round > 1)
    module = of_state(rules, game, state, game.sides[0], name).module
    piles = [pile for sheet in module.sheets for pile in sheet.piles]
    assert len(piles) == len(state.decks) > 0
    assert sorted(len(pile.pieces) for pile in piles) == sorted(sum(d.values()) for d in state.decks.values())
    assert all(pile.open for pile in piles)
    keys = {key.replace("/", ".") for key in state.decks}
    assert set(decks_of(module)) <= keys


@pytest.mark.parametrize("name", ["iron_tide/17_december", "tigers/campaign", "trumpets/losheim"])
def test_equal_positions_give_equal_bytes(name: str) -> None:
    one, other = of_scenario(name).module, made_anew(name).module
    assert one.vmod() == other.vmod()
    assert one.vsav() == other.vsav()


@pytest.mark.parametrize("name", SCENARIOS)
def test_the_layer_that_shows_is_the_counter_as_it_stands(name: str) -> None:
    game, _, scenario = name.partition("/")
    module = of_scenario(name).module
    with begun(LIBRARY, game, scenario) as session:
        seat = session.seat(None)
        for piece in module.pieces():
            sides = seat.sides_of(piece.key) if not piece.key.startswith("#") else ()
            if 0 < piece.level <= len(sides):
                unit = session.state.units[piece.key]
                assert all(getattr(unit, k) == v for k, v in sides[piece.level - 1].items())


def test_reduced_sides_are_real_ones() -> None:
    def layers(name: str) -> list[bytes]:
        module = of_scenario(name).module
        piece = max(module.pieces(), key=lambda piece: len(set(piece.layers)))
        return [module.images[image] for image in piece.layers]

    for name in (
        "iron_tide/17_december",
        "tigers/24_december",
        "blitzkrieg/campaign",
        "trumpets/losheim",
        "tide_of_iron/noville",
    ):
        found = layers(name)
        assert len(set(found)) == len(found) > 1
    shown = [re.search(rb"left='([^']*)'", one) for one in layers("trumpets/losheim")]
    assert len({m[1] for m in shown if m}) > 1


def shown(module: Module) -> tuple[Any, ...]:
    """All that a module shows, without the fingerprint of the position in its seal."""
    lying = [
        (sheet.name, stack.x, stack.y, [replace(piece, marks=()) for piece in stack.pieces])
        for sheet in module.sheets
        for stack in sheet.stacks
    ]
    return lying, module.images, module.turns


def alike(rules: Any, game: Any, state: Any, name: str, seed: int) -> int:
    """Hold the files of each side against those of a world that looks like it; how many of them the umpire tells apart."""
    told_apart = 0
    whole = shown(of_state(rules, game, state, None, name).module)
    for eyes in game.sides:
        other: Any = rules.imagine(rules.view(state, eyes), eyes, partial(Random(seed).randint, 1))
        real = of_state(rules, game, state, eyes, name).module
        twin = of_state(rules, game, other, eyes, name).module
        assert twin.vsav() == real.vsav()
        assert twin.vmod() == real.vmod()
        told_apart += whole != shown(of_state(rules, game, other, None, name).module)
    return told_apart


def concealed(name: str) -> tuple[Any, Any, Any]:
    """(game, rules, state) of Tide of Iron with the two squads of either side hidden that are least exposed."""
    game, _, scenario = name.partition("/")
    loaded = LIBRARY.load_scenario(game, scenario, {"concealment": "hidden"})
    rules: Any = loaded.rules
    state = loaded.begin(1944).state
    for _ in range(200):
        side = rules.decider(state)
        prompt = rules.seat(state, side).prompt
        if prompt.step == "turn":
            break
        state = rules.apply(state, prompt.default).state
    units, handles = dict(state.units), {}
    for side in rules.sides:
        fits = [uid for uid, u in units.items() if u.side == side and u.on_map and u.figures]
        fits.sort(key=lambda uid: concealment.exposed(rules, state, units[uid]))
        for n, uid in enumerate(fits[:2], start=1):
            units[uid] = with_(units[uid], concealed=True)
            handles[f"{side[0]}h{n}"] = uid
    return loaded.game, rules, with_(state, units=units, handles=handles)


def test_concealed_squads_are_in_no_file_of_the_other_side() -> None:
    name = "tide_of_iron/noville"
    game, rules, state = concealed(name)
    assert sum(alike(rules, game, state, name, seed) for seed in range(6))
    masked = [piece for piece in of_state(rules, game, state, None, name).module.pieces() if piece.masked_by]
    assert {piece.key for piece in masked} == set(state.handles.values())
    assert all(piece.masked_by == piece.side for piece in masked)


def test_what_only_one_side_knows_is_hidden_for_it_in_a_module_for_two() -> None:
    """Chits are masked with the face that the other side sees; the dump is not there at all for whoever has not found it."""
    for name, marker in (("tigers/19_december", "#marker/depot"), ("iron_tide/17_december", "")):
        game, _, scenario = name.partition("/")
        with begun(LIBRARY, game, scenario) as session:
            rules, state = session.rules, session.state
            module = of_state(rules, session.game, state, None, name).module
            seats = {side: rules.seat(state, side) for side in session.game.sides}
        if marker:
            (dump,) = (piece for piece in module.pieces() if piece.key.startswith(marker))
            assert dump.hidden_by == "allied"
            assert "hide;72,130;Hide;;side:;0.5;" in dump.command("1", None, 1)
        for piece in module.pieces():
            if piece.key.startswith("#"):
                continue
            others = [seat.face(piece.key) for side, seat in seats.items() if side != piece.side]
            mine = module.images[piece.layers[piece.level - 1]]
            if any(other is None or Words().counter(other) != mine for other in others):
                assert piece.masked_by == piece.side
                assert module.images[piece.back] != mine


@pytest.mark.parametrize(("name", "options", "visible"), HIDING)
def test_what_a_side_cannot_see_changes_no_byte_of_its_files(
    name: str, options: dict[str, Any], visible: bool
) -> None:
    """At positions of a random game; where ``visible``, worlds were among them that the umpire's module tells apart."""
    game, _, scenario = name.partition("/")
    loaded = LIBRARY.load_scenario(game, scenario, options)
    rules, chance = loaded.rules, Chance(5)
    players = make_opponents(loaded.game, ("random",))
    state = loaded.begin(5).state
    told_apart = 0
    for n in range(240):
        side = rules.decider(state)
        if side is None or told_apart >= sized(2, 4):
            break
        if n % 20 == 19 and rules.secret(state):
            told_apart += alike(rules, loaded.game, state, name, n)
        action, _ = players[side].choose(rules.seat(state, side), chance)
        state = rules.apply(state, action).state
    assert bool(told_apart) == visible
