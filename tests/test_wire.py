"""The engine protocol: every example of its document, and lines nobody should send."""

from __future__ import annotations

import errno
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexbench import bootstrap
from hexbench.cli import main
from hexbench.engine.opponent import RandomOpponent
from hexbench.session import to_json, wire
from hexbench.session.library import Library
from hexbench.session.requests import NAMES
from hexbench.study.playout import Chance
from tests.session import toybox

DOCS = Path(__file__).parents[1] / "docs"
DOCUMENT = DOCS / "engine-protocol.md"
GAME_DOCUMENTS = sorted(DOCS.glob("engine-protocol-*.md"))
"""The vocabulary of each game that ships; their examples play on the product's own data."""
BLOCK = re.compile(r"^```jsonl\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return toybox.library(toybox.write_data(tmp_path_factory.mktemp("wire")))


@pytest.fixture
def engine(library: Library) -> Iterator[wire.Engine]:
    engine = wire.Engine(library)
    yield engine
    engine.close()


def ask(engine: wire.Engine, **request: Any) -> dict[str, Any]:
    answer = engine.answer(json.dumps(request).encode())
    json.dumps(answer)
    return answer


def start(engine: wire.Engine, **more: Any) -> dict[str, Any]:
    return ask(engine, do="new", game="ridge", scenario="meeting", **more)


# ---- the document
def examples(document: Path) -> list[tuple[str, dict[str, Any]]]:
    """(line sent, answer shown) of every example, in order."""
    out = []
    for block in BLOCK.findall(document.read_text(encoding="utf-8")):
        lines = block.splitlines()
        assert len(lines) % 2 == 0, f"a request without its answer in: {block[:80]}"
        for sent, shown in zip(lines[::2], lines[1::2], strict=True):
            assert sent.startswith("> "), sent
            assert shown.startswith("< "), shown
            out.append((sent[2:], json.loads(shown[2:])))
    return out


def check_shown(shown: Any, found: Any, where: str) -> None:
    """Everything shown is there; objects may hold more, a list that ends in "..." too."""
    if isinstance(shown, dict):
        assert isinstance(found, dict), where
        for key, inner in shown.items():
            assert key in found, f"{where}.{key} is missing in {found}"
            check_shown(inner, found[key], f"{where}.{key}")
    elif isinstance(shown, list):
        assert isinstance(found, list), where
        more = bool(shown) and shown[-1] == "..."
        wanted = shown[:-1] if more else shown
        assert len(found) >= len(wanted) if more else len(found) == len(wanted), f"{where}: {found}"
        for i, inner in enumerate(wanted):
            check_shown(inner, found[i], f"{where}[{i}]")
    else:
        assert shown == found, where


def test_every_example_of_the_document_is_true(
    engine: wire.Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    check_examples(engine, DOCUMENT, least=30)


def check_examples(engine: wire.Engine, document: Path, least: int) -> None:
    """Send every line of a document and compare the answers with what it shows."""
    told = examples(document)
    assert len(told) > least
    for sent, shown in told:
        found = json.loads(json.dumps(engine.answer(sent.encode())))
        check_shown(shown, found, sent)


@pytest.fixture
def product(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[wire.Engine]:
    """An engine with the games and data that ship."""
    monkeypatch.setenv("HEXBENCH_HOME", str(tmp_path))
    engine = wire.Engine(bootstrap.catalogue())
    yield engine
    engine.close()


@pytest.mark.parametrize("document", GAME_DOCUMENTS, ids=lambda path: path.stem)
def test_every_example_of_a_game_is_true(product: wire.Engine, document: Path) -> None:
    check_examples(product, document, least=30)


def test_every_game_that_ships_has_its_vocabulary_written_down(product: wire.Engine) -> None:
    shared = DOCUMENT.read_text(encoding="utf-8")
    for key in product.catalogue.games:
        document = DOCS / f"engine-protocol-{key.replace('_', '-')}.md"
        text = document.read_text(encoding="utf-8")
        assert document.name in shared, "the two documents link to each other"
        assert "](engine-protocol.md)" in text
        described = ask(product, do="describe", game=key)
        words = [*described["phases"], *(verb["name"] for verb in described["verbs"])]
        words += [how for verb in described["verbs"] for how in verb["hows"]]
        for schema in ("position", "scenario", "options"):
            for name, kind in described[schema]["$defs"].items():
                if name in (
                    "IronTide",
                    "TideOfIron",
                    "Tigers",
                    "Blitzkrieg",
                    "Trumpets",
                    "Unit",
                    "Printed",
                    "Options",
                ):
                    words += kind["properties"]
                    for field in kind["properties"].values():
                        words += field.get("enum", []) + field.get("additionalProperties", {}).get("enum", [])
        for word in words:
            assert f"`{word}`" in text, f"{word} is not in {document.name}"


def test_the_document_names_every_request_and_every_code() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in NAMES:
        assert f"`{name}`" in text, name
    source = "".join(
        Path(file).read_text(encoding="utf-8") for file in (wire.__file__, wire.__file__, to_json.__file__)
    )
    codes = sorted(set(re.findall(r'Bad\(\s*"(\w+)"', source)))
    assert len(codes) > 9
    for code in codes:
        assert f"| `{code}` |" in text, code


# ---- lines nobody should send
@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"junk", "json"),
        (b"[]", "json"),
        (b"3", "json"),
        (b'{"do": "games", "do": "games"}', "json"),
        (b"\xff\xfe", "json"),
        (b'{"do": ', "json"),
        (b"[" * 100_000, "json"),
        (b'{"do": "games", "id": NaN}', "json"),
        (b'{"do": "games", "id": 1e999}', "json"),
        (b'{"do": "games", "id": 18446744073709551616}', "json"),
        (b'{"do": "games", "id": ' + b"9" * 5000 + b"}", "json"),
        (b'{"do": "games", "id": "\\ud800"}', "json"),
        (b'{"do": "games", "\\ud800": 1}', "json"),
        (b'{"do": "load", "file": "a\\u0000b"}', "request"),
        (b"{}", "request"),
        (b'{"do": 3}', "request"),
        (b'{"do": ["games"]}', "request"),
        (b'{"do": "games", "extra": 1}', "request"),
        (b'{"do": "new"}', "request"),
        (b'{"do": "new", "game": "chess", "scenario": "x"}', "data"),
        (b'{"do": "new", "game": "ridge", "scenario": "../../x"}', "data"),
        (b'{"do": "new", "game": "ridge", "scenario": "meeting", "options": {"turns": "many"}}', "data"),
        (b'{"do": "new", "game": "ridge", "scenario": "meeting", "numbers": [99]}', "numbers"),
        (b'{"do": "load", "game": "ridge"}', "request"),
        (b'{"do": "load", "game": "ridge", "position": {}, "file": "x"}', "request"),
        (b'{"do": "load", "game": "ridge", "map": "nowhere", "position": {}}', "data"),
        (b'{"do": "load", "game": "ridge", "position": {}}', "data"),
        (b'{"do": "load", "game": "ridge", "map": "ridge", "position": {"phase": "tea"}}', "data"),
        (
            b'{"do": "load", "game": "ridge", "map": {"grid": "ridge", "cells": {"9999": "clear"}}, "position": {}}',
            "data",
        ),
        (b'{"do": "undo"}', "no_game"),
        (b'{"do": "save", "file": "x"}', "no_game"),
        (b'{"do": "describe", "game": "chess"}', "data"),
        (b'{"do": "load", "position": {}}', "request"),
    ],
)
def test_a_bad_line_has_a_code_and_one_sentence(engine: wire.Engine, line: bytes, code: str) -> None:
    answer = engine.answer(line)
    assert (answer["ok"], answer["code"]) == (False, code)
    assert answer["sentence"][0].isupper()
    assert answer["sentence"].endswith(".")
    assert "\n" not in answer["sentence"]


@pytest.mark.parametrize(
    "request_",
    [
        {"do": "prompt", "side": "green"},
        {"do": "targets", "verb": "dance"},
        {"do": "targets", "verb": "move", "subject": "r1"},
        {"do": "refuse", "action": {"verb": "move", "subjects": ["r1"]}},
        {"do": "apply", "action": {"verb": "move", "subject": ["nobody"], "object": "0101"}},
        {
            "do": "apply",
            "action": {"verb": "move", "subject": ["r1"], "object": "nowhere", "via": ["x", "y"]},
        },
        {"do": "apply", "action": {"verb": "end_movement"}, "numbers": [1]},
        {"do": "forecast", "action": {"verb": "attack", "subject": ["r1"], "object": "x"}},
        {"do": "facts", "ref": "nobody"},
        {"do": "overlay", "kind": "weather"},
        {"do": "overlay", "kind": "reach", "subject": "nobody"},
        {"do": "save", "file": ""},
    ],
)
def test_a_bad_request_in_a_game_changes_nothing(engine: wire.Engine, request_: dict[str, Any]) -> None:
    start(engine)
    before = ask(engine, do="state")
    answer = ask(engine, **request_)
    assert answer["ok"] is False
    assert answer["code"] != "internal", answer
    assert ask(engine, do="state") == before


@pytest.mark.parametrize(
    ("request_", "path"),
    [
        ({"do": "new", "game": "chess", "scenario": "x"}, "game"),
        ({"do": "new", "game": "ridge", "scenario": "x"}, "scenario"),
        ({"do": "load", "game": "ridge", "base": "x", "position": {}}, "base"),
        ({"do": "load", "game": "ridge", "map": "x", "position": {}}, "map"),
        ({"do": "load", "game": "ridge", "map": {"grid": "x", "cells": {}}, "position": {}}, "map.grid"),
        ({"do": "games", "id": {"a": [1, 2e999]}}, "id.a[1]"),
        ({"do": "games", "id": ["\ud800"]}, "id[0]"),
        ({"do": "prompt", "side": 3}, "side"),
    ],
)
def test_a_bad_line_says_which_key_is_at_fault(
    engine: wire.Engine, request_: dict[str, Any], path: str
) -> None:
    line = json.dumps(request_).replace("Infinity", "2e999")
    assert engine.answer(line.encode())["path"] == path


@pytest.mark.parametrize(
    ("units", "path"),
    [
        ({"VG": {"at": "9999"}}, "position.units.VG.at"),
        ({"a b": {"at": "3041", "printed": {"movement": "4"}}}, 'position.units["a b"].printed.movement'),
        ({"VG": {"at": "3041"}, "US": {"at": "3041", "side": "allied"}}, "position.units.VG.at"),
        ({"VG": {"at": "3041", "cadre": True, "printed": {"size": "battalion"}}}, "position.units.VG"),
    ],
)
def test_a_position_that_cannot_be_says_where(product: wire.Engine, units: dict[str, Any], path: str) -> None:
    foot = {"type": "infantry", "size": "regiment", "mobility": "N", "movement": 4}
    for unit in units.values():
        unit["printed"] = {"side": unit.get("side", "german"), **foot, **unit.get("printed", {})}
    answer = ask(product, do="load", game="iron_tide", map="iron_tide", position={"units": units})
    assert (answer["ok"], answer["path"]) == (False, path)
    assert "\n" not in answer["sentence"]


def test_a_byte_order_mark_is_read_over(engine: wire.Engine) -> None:
    assert engine.answer(b'\xef\xbb\xbf{"do": "games"}')["ok"]


def test_an_answer_that_cannot_be_written_does_not_end_the_process(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire.Engine, "answer", lambda *_: {"ok": True, "text": "\ud800"})
    sink = io.BytesIO()
    wire.serve(library, io.BytesIO(b'{"do": "games"}\n{"do": "games"}\n'), sink)
    answers = [json.loads(answer) for answer in sink.getvalue().splitlines()]
    assert [answer["code"] for answer in answers] == ["internal", "internal"]


def test_a_failing_new_or_load_leaves_the_game_that_is_open(engine: wire.Engine) -> None:
    start(engine)
    before = ask(engine, do="state")
    assert not ask(engine, do="new", game="ridge", scenario="nothing")["ok"]
    assert not ask(engine, do="load", game="ridge", map="ridge", position={"units": 3})["ok"]
    assert ask(engine, do="state") == before


def test_what_goes_wrong_inside_is_told_and_survived(
    engine: wire.Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    start(engine)

    def broken(*_: object) -> None:
        raise ZeroDivisionError("by nothing")

    with monkeypatch.context() as patch:
        patch.setattr(type(engine.session.rules), "audit", broken)
        answer = ask(engine, do="audit")
    assert answer["code"] == "internal"
    assert "ZeroDivisionError: by nothing" in answer["sentence"]
    assert ask(engine, do="audit")["ok"]


@settings(max_examples=200)
@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_no_line_ends_the_process(library: Library, line: bytes) -> None:
    sink = io.BytesIO()
    wire.serve(library, io.BytesIO(line.replace(b"\n", b" ") + b'\n{"do": "quit", "id": 1}\n'), sink)
    answers = [json.loads(answer) for answer in sink.getvalue().splitlines()]
    assert answers[-1] == {"id": 1, "ok": True}
    assert len(answers) <= 2


def test_a_line_without_end_is_refused_and_read_over(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "LONGEST", 100)
    sink = io.BytesIO()
    wire.serve(library, io.BytesIO(b"x" * 1000 + b'\n\n{"do": "quit"}\n{"do": "games"}\n'), sink)
    answers = [json.loads(answer) for answer in sink.getvalue().splitlines()]
    assert [answer["ok"] for answer in answers] == [False, True]
    assert answers[0]["sentence"] == "A line may have at most 100 bytes."


# ---- answers
def test_a_state_can_be_loaded_again(engine: wire.Engine) -> None:
    start(engine, seed=4)
    ask(engine, do="apply", action={"verb": "end_movement"})
    state = ask(engine, do="state")
    answer = ask(engine, do="load", game="ridge", map="ridge", position=state["state"])
    assert (answer["ok"], answer["step"]) == (True, "declaration")
    assert ask(engine, do="state") == state


def test_the_state_of_a_game_that_is_over_can_be_loaded_again(engine: wire.Engine) -> None:
    start(engine, seed=4)
    for _ in range(200):
        default = ask(engine, do="prompt")["prompt"].get("default")
        if default is None:
            break
        ask(engine, do="apply", action=default)
    state = ask(engine, do="state")
    assert not state["state"]["stack"]
    answer = ask(engine, do="load", game="ridge", map="ridge", position=state["state"])
    assert (answer["ok"], answer["side"]) == (True, None)
    assert ask(engine, do="state") == state


def test_a_view_holds_nothing_hidden_and_the_umpires_everything(engine: wire.Engine) -> None:
    start(engine)
    seen = ask(engine, do="view", side="blue")["view"]["units"]["r1"]
    known = ask(engine, do="view", side="umpire")["view"]["units"]["r1"]
    assert "chit" not in seen
    assert "chit" in known
    assert "?" in json.dumps(ask(engine, do="faces", side="blue")["faces"])


@pytest.mark.parametrize(
    ("request_", "key"),
    [
        ({"do": "overlay"}, "overlays"),
        ({"do": "overlay", "kind": "reach", "subject": "r1"}, "overlay"),
        ({"do": "facts", "ref": "r1"}, "facts"),
        ({"do": "panels"}, "panels"),
        ({"do": "log", "side": "red"}, "log"),
        ({"do": "audit"}, "problems"),
        ({"do": "forecast", "action": {"verb": "end_movement"}}, "forecast"),
    ],
)
def test_every_question_has_its_answer(engine: wire.Engine, request_: dict[str, Any], key: str) -> None:
    start(engine)
    answer = ask(engine, **request_)
    assert answer["ok"], answer
    assert key in answer


def test_study_mode_takes_back_anything(engine: wire.Engine) -> None:
    start(engine, study=True)
    for _ in range(4):
        ask(engine, do="apply", action=ask(engine, do="prompt")["prompt"]["default"])
    for node in (3, 2, 1, 0):
        assert ask(engine, do="undo")["node"] == node


def test_the_verdict_comes_with_the_end(engine: wire.Engine) -> None:
    start(engine, options={"turns": 1})
    answer: dict[str, Any] = {}
    while "verdict" not in answer:
        answer = ask(engine, do="apply", action=ask(engine, do="prompt")["prompt"]["default"])
        assert answer["ok"]
    assert answer["verdict"]["over"] is True
    assert answer["side"] is None
    assert ask(engine, do="apply", action={"verb": "end_movement"})["code"] == "refused"


def test_the_process_speaks_lines() -> None:
    lines = 'junk\n{"do": "games", "id": "a"}\n'
    done = subprocess.run(
        [sys.executable, "-m", "hexbench", "engine"],
        input=lines.encode(),
        capture_output=True,
        timeout=60,
        check=True,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["ok"] for answer in answers] == [False, True]
    assert answers[1]["id"] == "a"
    assert not done.stderr


class FullDisk(io.BytesIO):
    """What no answer can be written to."""

    def write(self, _: Any) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


def test_answers_that_cannot_be_written_end_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with (tmp_path / "out").open("wb") as out:
        full = SimpleNamespace(buffer=FullDisk(), fileno=out.fileno)
        monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b'{"do": "games"}\n')))
        monkeypatch.setattr("sys.stdout", full)
        assert main(["engine"]) == 1
    assert capsys.readouterr().err == "hexbench: The engine had to stop: No space left on device.\n"


def test_a_mark_of_the_byte_order_alone_is_an_empty_line(library: Library) -> None:
    answered = io.BytesIO()
    wire.serve(library, io.BytesIO(b'\xef\xbb\xbf\r\n\xef\xbb\xbf{"do": "games"}\r\n\r\n'), answered)
    assert [json.loads(line)["ok"] for line in answered.getvalue().splitlines()] == [True]


def test_the_umpires_eyes_are_opened_by_name_alone(engine: wire.Engine) -> None:
    """Who names no side is answered as the side that decides: the log, what an action told, and the levers of a unit."""
    start(engine, seed=3)
    chance, mind = Chance(3), RandomOpponent()
    hidden_lines = hidden_levers = 0
    for _ in range(150):
        session = engine.session
        side = session.decider
        if side is None:
            break
        action, _ = mind.choose(session.seat(side), chance)
        plain = {"verb": action.verb, "subject": action.subject, "object": action.object, "how": action.how}
        told = ask(engine, do="apply", action={**plain, "via": action.via})["told"]
        record = session.history.node.record
        assert record is not None
        assert len(told) == sum(one.to(side) is not None for one in record.told)
        now = session.decider
        if now is None:
            break
        mine = ask(engine, do="log")
        assert mine == ask(engine, do="log", side=now)
        hidden_lines += mine != ask(engine, do="log", side="umpire")
        for ref in ("r1", "r2", "b1", "b2"):
            levers = ask(engine, do="levers", of="unit", ref=ref)
            assert levers == ask(engine, do="levers", of="unit", ref=ref, side=now)
            hidden_levers += 1
    assert hidden_lines, "the game hid nothing: this test saw nothing"
    assert hidden_levers


@pytest.mark.parametrize("game", ["tide_of_iron/noville", "trumpets/losheim", "tigers/campaign"])
def test_no_levers_are_told_of_what_a_side_does_not_know(game: str) -> None:
    """Concealed squads and hidden dumps are known to their own side, and to the umpire when he is named."""
    engine = wire.Engine(bootstrap.catalogue())
    key, _, name = game.partition("/")
    options = {"concealment": "hidden"} if key == "tide_of_iron" else {}
    ask(engine, do="new", game=key, scenario=name, options=options, seed=2)
    session, told = engine.session, 0
    for _ in range(60):
        side = session.decider
        if side is None:
            break
        view = session.seat(side).s
        for ref in [uid for uid in session.state.units if uid not in view.units][:3]:
            answer = ask(engine, do="levers", of="unit", ref=ref)
            assert (answer["ok"], answer["code"]) == (False, "request")
            assert ask(engine, do="levers", of="unit", ref=ref, side="umpire")["ok"]
            told += 1
        default = session.seat(side).prompt.default
        assert default is not None
        session.do(default)
    engine.close()


def test_a_game_by_mail_has_no_umpire(engine: wire.Engine, tmp_path: Path) -> None:
    ask(engine, do="invite", game="ridge", scenario="contact", side="red", file=str(tmp_path / "0.hexmail"))
    other = wire.Engine(toybox.library(toybox.write_data(tmp_path / "other")))
    took = ask(other, do="accept", file=str(tmp_path / "0.hexmail"), answer=str(tmp_path / "1.hexmail"))
    assert took["ok"], took
    ask(engine, do="letter", file=str(tmp_path / "1.hexmail"))
    view = engine.session.seat().s
    assert engine.session.owner == "red"
    for request in (
        {"do": "levers", "side": "umpire"},
        {"do": "levers", "of": "unit", "ref": "b1", "side": "blue"},
        {"do": "log", "side": "umpire"},
        {"do": "state"},
        {"do": "audit"},
    ):
        assert ask(engine, **request)["code"] == "sealed", request
    levers = ask(engine, do="levers", of="unit", ref="b1")
    assert levers["ok"] == ("b1" in view.units)
    other.close()
