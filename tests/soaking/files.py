"""Mutants of every kind of file: each must give one sentence or be sound, soon, in little memory, and change nothing else."""

from __future__ import annotations

import os
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hexbench.engine.opponent import RandomOpponent
from hexbench.session import mail, packing
from hexbench.session.checking import check_file
from hexbench.session.editor.draft import Draft
from hexbench.session.editor.journal import Journal, recovered, unfinished
from hexbench.session.editor.listing import cells
from hexbench.session.editor.map_compile import foreign
from hexbench.session.editor.starting import open_scenario
from hexbench.session.library import Library
from hexbench.session.mailing import open_letter
from hexbench.session.opening import begin, open_file, open_new
from hexbench.store import canon, letters, packs, tables
from hexbench.store.customs import LONGEST_SENTENCE
from hexbench.store.maps import make_atlas, read_map
from hexbench.store.settings import Settings
from hexbench.store.strict import BadFile, read_raw
from hexbench.study.playout import Chance
from tests.saves.make import player_home
from tests.session import toybox
from tests.soaking.mutants import spoilt_bytes, spoilt_json

CHECKOUT = Path(__file__).parents[2]
Spoil = Callable[[bytes, random.Random], bytes]
Reader = Callable[[Path], None]
Made = tuple[Path, Spoil, Reader]
"""A sound file, how it is damaged, and what reads it."""


def _shipped() -> Library:
    from hexbench.bootstrap import catalogue

    return catalogue()


def _toy(folder: Path) -> Library:
    return toybox.library(toybox.write_data(folder))


def _sealed_save(folder: Path, chance: random.Random) -> Made:
    return _save(folder, chance, {"red": "guards", "blue": "by night"})


def _save(folder: Path, chance: random.Random, words: dict[str, str] | None = None) -> Made:
    games = _toy(folder)
    path = games.places.games / "soak.hexgame"
    session = open_new(games, "ridge", "meeting", {}, chance.randrange(1000), path, words=words)
    mind, luck = RandomOpponent(), Chance(chance.randrange(1000))
    for _ in range(chance.randrange(5, 80)):
        side = session.decider
        if side is None:
            break
        session.do(mind.choose(session.seat(side), luck)[0])
    session.close()

    def read(path: Path) -> None:
        again, _ = open_file(games, path)
        for side in again.rules.sides:
            list(again.seat(side).faces())
            again.log(side)
        default = again.seat(again.decider).prompt.default
        if default is not None:
            again.do(default)
        assert words is None or again.path is None or b'"verb"' not in again.path.read_bytes()
        again.close()

    return path, spoilt_bytes, read


def _kept_save(folder: Path, chance: random.Random) -> Made:
    source = chance.choice(sorted((CHECKOUT / "tests" / "saves" / "0.1").glob("*.hexgame")))
    path = folder / "kept.hexgame"
    path.write_bytes(source.read_bytes())
    games = _shipped()

    def read(path: Path) -> None:
        check_file(games, path)

    return path, spoilt_bytes, read


def _posted(folder: Path) -> tuple[Library, Library, Path, Path, Path]:
    red, blue = _toy(folder / "red"), _toy(folder / "blue")
    invitation, answer = folder / "0.hexmail", folder / "1.hexmail"
    mine = mail.invite(red, "ridge", "contact", "red", invitation)
    mail.answer(blue, invitation, answer)
    return red, blue, invitation, answer, mine


def _invitation(folder: Path, chance: random.Random) -> Made:
    _, _, invitation, _, _ = _posted(folder)
    third = _toy(folder / "third")

    def read(path: Path) -> None:
        mail.answer(third, path, folder / "x.hexmail")
        for left in [*mail.folder(third).glob("*.hexdesk"), *mail.folder(third).glob("keys/*")]:
            left.unlink()

    return invitation, spoilt_bytes, read


def _letter(folder: Path, chance: random.Random) -> Made:
    red, _, _, answer, mine = _posted(folder)
    before = mine.read_bytes()

    def read(path: Path) -> None:
        try:
            open_letter(red, path)[0].close()
        except BadFile:
            assert mine.read_bytes() == before, "a refused letter changed the player's own copy"
            raise
        mine.write_bytes(before)

    return answer, spoilt_bytes, read


def _desk(folder: Path, chance: random.Random) -> Made:
    _, _, _, _, mine = _posted(folder)

    def read(path: Path) -> None:
        letters.read_desk(path)

    return mine, spoilt_bytes, read


def _scenario(folder: Path, chance: random.Random) -> Made:
    games = _shipped()
    key = chance.choice(list(games.games))
    source = games.scenario_path(key, chance.choice(games.scenarios(key)).name)
    for beside in source.parent.glob("*.json"):
        (folder / beside.name).write_bytes(beside.read_bytes())

    def read(path: Path) -> None:
        games.load_file(path).begin(1)

    return folder / source.name, spoilt_json, read


def _map(folder: Path, chance: random.Random) -> Made:
    path = folder / "tigers.json"
    path.write_bytes((CHECKOUT / "resources" / "maps" / "tigers.json").read_bytes())

    def read(path: Path) -> None:
        make_atlas(read_map(path), str(path))

    return path, spoilt_json, read


def _tables(folder: Path, chance: random.Random) -> Made:
    games = _shipped()
    found = [
        file
        for key in games.games
        for file in sorted(games.resources(key).rglob("*tables*"))
        if file.suffix in (".json", ".toml")
    ]
    source = chance.choice(found)
    path = folder / source.parent.name / source.name
    path.parent.mkdir()
    path.write_bytes(source.read_bytes())

    def read(path: Path) -> None:
        check_file(games, path)

    return path, spoilt_json if path.suffix == ".json" else spoilt_bytes, read


def _toml(folder: Path, chance: random.Random) -> Made:
    source = chance.choice(sorted((CHECKOUT / "resources").rglob("*.toml")))
    path = folder / source.name
    path.write_bytes(source.read_bytes())

    def read(path: Path) -> None:
        read_raw(path)

    return path, spoilt_bytes, read


def _rules(folder: Path, chance: random.Random) -> Made:
    path = folder / "rules.md"
    path.write_bytes((CHECKOUT / "resources" / "games" / "tigers" / "rules.md").read_bytes())

    def read(path: Path) -> None:
        tables.read_ledger(path)

    return path, spoilt_bytes, read


def _journal(folder: Path, chance: random.Random) -> Made:
    games = toybox.library(toybox.write_data(folder))
    draft = open_scenario(
        _shipped(), _shipped().scenario_path("tigers", _shipped().scenarios("tigers")[0].name)
    )
    journal = Journal(games.places, draft)
    for n in range(4):
        draft.set_header("blurb", f"Edit {n}")
    journal.let_be()

    def read(path: Path) -> None:
        for left in unfinished(games.places):
            recovered(left, Draft)

    return journal.path, spoilt_bytes, read


def _geojson(folder: Path, chance: random.Random) -> Made:
    from hexbench.mapmaker.geojson import scan

    path = folder / "rivers.geojson"
    path.write_bytes((CHECKOUT / "resources" / "geography" / "rivers.geojson").read_bytes())

    def read(path: Path) -> None:
        scan(path, foreign)

    return path, spoilt_json, read


def _pasted(folder: Path, chance: random.Random) -> Made:
    path = folder / "table.csv"
    path.write_bytes(
        b"id,name,at\n" + b"".join(b'u%d,"Unit, %d",0%d01\n' % (n, n, n % 9) for n in range(200))
    )

    def read(path: Path) -> None:
        cells(path.read_bytes().decode("utf-8", errors="replace"), chance.choice(",;\t"))

    return path, spoilt_bytes, read


def _settings(folder: Path, chance: random.Random) -> Made:
    path = folder / "settings.json"
    settings = Settings(path)
    settings.set("play.cover_between_players", "always")

    def read(path: Path) -> None:
        Settings(path).get("play.cover_between_players")

    return path, spoilt_json, read


def _pack(folder: Path, chance: random.Random) -> Made:
    """Half of them are damaged as bytes, half inside: those pass the checksums and are checked as documents."""
    games = player_home(folder / "mine")
    draft = open_scenario(games, games.scenario_path("trumpets", "losheim"))
    draft.set_header("name", "soak")
    sheet = {**read_raw(games.map_path("trumpets")), "key": "soak_map"}
    canon.write(games.places.maps / "soak_map.json", sheet)
    draft.set_header("map", "soak_map")
    saved = draft.save(games.places.data / "scenarios" / "trumpets" / "soak.json")
    path = folder / "soak.hexpack"
    gathered = packing.gather(games, [saved])
    packing.pass_on(games, gathered, path, title="Soak", author="", licence="", text="")
    yours = games.at_home(folder / "yours")

    def spoil(data: bytes, chance: random.Random) -> bytes:
        if chance.random() < 0.5:
            return spoilt_bytes(data, chance)
        found = packs.read_bytes(data)
        name = chance.choice(sorted(found.files))
        return packs.pack_bytes(found.manifest, {**found.files, name: spoilt_json(found.files[name], chance)})

    def read(path: Path) -> None:
        found = packing.look(yours, path)
        packing.take_in(found)
        refused = [row for row in found.rows if row.state == "refused"]
        for row in refused:
            assert row.target is None or not row.target.exists(), "a refused file was kept"
        shutil.rmtree(folder / "yours", ignore_errors=True)
        if refused:
            raise BadFile(refused[0].why)

    return path, spoil, read


def _picture(folder: Path, chance: random.Random) -> Made:
    from PySide6.QtGui import QColor, QImage

    from hexbench.ui.look.pictures import foreign_picture

    path = folder / f"traced.{chance.choice(('png', 'jpg', 'bmp', 'webp'))}"
    image = QImage(90, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("#7a8c5a"))
    assert image.save(str(path))

    def read(path: Path) -> None:
        foreign_picture(path, 4000)

    return path, spoilt_bytes, read


def _vassal(folder: Path, chance: random.Random) -> Made:
    """A save that VASSAL wrote, read onto the position it came from."""
    from hexbench.engine.documents.editing import editing_of
    from hexbench.exchange.position_in import place, read_save
    from hexbench.session.library import compose

    path = folder / "game.vsav"
    path.write_bytes(
        (CHECKOUT / "tests" / "exchange" / "data" / "17_december_saved_by_vassal.vsav").read_bytes()
    )
    games = _shipped()
    loaded = games.load_scenario("iron_tide", "17_december")
    session = begin(loaded, 1)
    seat, editing = session.seat(None), editing_of(session.game)

    def read(path: Path) -> None:
        made = place(read_save(path.read_bytes()), seat, editing)
        compose(session.game, session.rules, made.content, None)

    return path, _spoilt_save, read


def _spoilt_save(data: bytes, chance: random.Random) -> bytes:
    """Damage the archive, or what is obfuscated inside it."""
    from hexbench.exchange.codec import clear, obfuscate, unzipped, zipped

    if chance.random() < 0.4:
        return spoilt_bytes(data, chance)
    parts = dict(unzipped(data, ("savedGame", "moduledata", "savedata")))
    inside = spoilt_bytes(clear(parts["savedGame"]).encode(), chance)
    parts["savedGame"] = obfuscate(inside.decode(errors="replace"))
    return zipped(parts)


KINDS: dict[str, Callable[[Path, random.Random], Made]] = {
    "save": _save,
    "sealed save": _sealed_save,
    "kept save": _kept_save,
    "invitation": _invitation,
    "letter": _letter,
    "desk": _desk,
    "scenario": _scenario,
    "map": _map,
    "tables": _tables,
    "toml": _toml,
    "rules": _rules,
    "journal": _journal,
    "geojson": _geojson,
    "pasted": _pasted,
    "settings": _settings,
    "pack": _pack,
    "picture": _picture,
    "vassal save": _vassal,
}


def batch_of(kind: str) -> Callable[[int, int], dict[str, Any]]:
    """What makes and reads mutants of one kind."""

    def batch(seed: int, count: int) -> dict[str, Any]:
        return mutants(kind, seed, count)

    return batch


def mutants(kind: str, seed: int, count: int) -> dict[str, Any]:
    """``count`` mutants of one file; a fault for every traceback, and for every message that is not a sentence."""
    chance = random.Random(seed)
    faults: list[str] = []
    slowest, sound, refused = 0.0, 0, 0
    with tempfile.TemporaryDirectory(prefix="hexbench-soak-") as name:
        home, before = Path(name) / "home", os.environ.get("HEXBENCH_HOME")
        os.environ["HEXBENCH_HOME"] = str(home)
        try:
            path, spoil, read = KINDS[kind](Path(name), chance)
            whole = path.read_bytes()
            for n in range(count):
                path.write_bytes(spoil(whole, chance))
                begun = time.perf_counter()
                try:
                    read(path)
                    sound += 1
                except (BadFile, ValueError) as fault:
                    refused += 1
                    text = str(fault)
                    if not isinstance(fault, BadFile) and type(fault) not in _SENTENCES:
                        faults.append(f"{kind} seed {seed} mutant {n}: {type(fault).__name__}: {text[:200]}")
                    elif not text.isprintable() or len(text) > LONGEST_SENTENCE + 700:
                        faults.append(f"{kind} seed {seed} mutant {n}: no sentence: {text[:200]!a}")
                except Exception as fault:  # noqa: BLE001 - every one of them is a fault
                    faults.append(
                        f"{kind} seed {seed} mutant {n}: {type(fault).__name__}: {str(fault)[:200]}"
                    )
                slowest = max(slowest, time.perf_counter() - begun)
        finally:
            if before is None:
                del os.environ["HEXBENCH_HOME"]
            else:
                os.environ["HEXBENCH_HOME"] = before
    return {"faults": faults, "slowest": slowest, "by": {"sound": sound, "refused": refused}}


def _sentences() -> frozenset[type[Exception]]:
    from hexbench.engine.values import Wrong

    return frozenset({Wrong, ValueError})


_SENTENCES = _sentences()
"""What the editor's own parts raise with one sentence."""
