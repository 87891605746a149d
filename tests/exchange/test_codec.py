"""VASSAL's own notation: vectors made once with its encoder, and files that are not what they seem."""

from __future__ import annotations

import contextlib
import io
import json
import zipfile
from pathlib import Path

import pytest

from hexbench.exchange import codec
from hexbench.store.strict import BadFile

DATA = Path(__file__).parent / "data"
VECTORS = [tuple(line) for line in json.loads((DATA / "codec_vectors.json").read_text())]
MARK = "\x1b"


def test_sequences_are_written_byte_for_byte_as_vassal_writes_them() -> None:
    assert len(VECTORS) == 600
    wrong = [(d, parts) for d, parts, text in VECTORS if codec.encode(parts, d) != text]
    assert not wrong


def test_sequences_without_backslashes_and_quotes_come_back() -> None:
    plain = [v for v in VECTORS if not any("\\" in part or "'" in part for part in v[1])]
    assert len(plain) > 100
    wrong = [parts for d, parts, text in plain if codec.decode(text, d) != parts]
    assert not wrong


def test_traits_nest_and_come_back_and_a_tab_survives_in_any_of_them() -> None:
    traits = ["mark;hexbench", "emb2;;1\t2;x", "prototype;german", "piece;;;front.png;1/501, the first"]
    assert codec.unnested(codec.nested(traits)) == traits


def test_booleans_are_written_as_java_writes_them() -> None:
    assert codec.encode((True, 1, False), ";") == "true;1;false"


def test_an_obfuscated_save_is_clear_again_and_plain_text_is_left() -> None:
    text = codec.encode(("begin_save", "ä\tö", "end_save"), MARK)
    assert codec.clear(codec.obfuscate(text)) == text
    assert codec.clear(text.encode()) == text


def test_every_command_is_found_however_it_is_nested() -> None:
    inner = codec.encode(("", "+/1/a/b", "+/2/c/d"), MARK)
    text = codec.encode(("begin_save", inner, "end_save"), MARK)
    assert list(codec.commands(text)) == ["begin_save", "+/1/a/b", "+/2/c/d", "end_save"]


def test_the_same_files_make_the_same_bytes() -> None:
    files = {"a.png": b"x", "b": b"y" * 100}
    assert codec.zipped(files) == codec.zipped(files)
    assert codec.unzipped(codec.zipped(files), ("b", "c")) == {"b": b"y" * 100}


@pytest.mark.parametrize("name", ["/etc/x", "../x", "images/../../x", "a\\..\\x", "C:x"])
def test_an_archive_that_leads_out_of_itself_is_refused(name: str) -> None:
    with pytest.raises(BadFile, match="points outside the archive"):
        codec.unzipped(codec.zipped({name: b"", "savedGame": b""}), ("savedGame",))


def test_an_archive_of_too_many_entries_or_too_large_ones_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    data = codec.zipped({"savedGame": b"0" * 5000})
    with pytest.raises(BadFile, match="too large for a VASSAL file"):
        codec.unzipped(data, ("savedGame",), most=4000)
    monkeypatch.setattr(codec, "MOST_FILES", 0)
    with pytest.raises(BadFile, match="too large for a VASSAL file"):
        codec.unzipped(data, ())


def test_damaged_archives_are_one_sentence() -> None:
    whole = codec.zipped({"savedGame": bytes(range(256)) * 40})
    said = set()
    for at in range(0, len(whole), 3):
        broken = whole[:at] + bytes([whole[at] ^ 0xFF]) + whole[at + 1 :]
        for data in (broken, whole[:at]):
            with contextlib.suppress(BadFile):
                codec.unzipped(data, ("savedGame",))
                continue
            said.add(at)
    assert len(said) > len(whole) // 6


def test_saves_that_are_none_and_traits_without_end_are_refused() -> None:
    for data in (b"!VCSK5azz", b"!VCSK", b"!VCSKqq00", b"\xff\xfe"):
        with pytest.raises(BadFile, match="not a VASSAL saved game"):
            codec.clear(data)
    with pytest.raises(BadFile, match="counter in it is too large"):
        codec.unnested("a" * (codec.LONGEST_TRAITS + 1))
    text = "end"
    for _ in range(codec.DEEPEST + 2):
        text = codec.encode(("", text), MARK)
        if len(text) > 10**6:
            break
    with pytest.raises(BadFile, match="nested too deeply"):
        list(codec.commands(text))


def test_a_save_by_vassal_is_read_to_its_last_command() -> None:
    data = (DATA / "17_december_saved_by_vassal.vsav").read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
    assert names == ["savedGame", "savedata", "moduledata"]
    found = list(codec.commands(codec.clear(codec.unzipped(data, names)["savedGame"])))
    assert (found[0], found[-1]) == ("begin_save", "end_save")
    assert sum(c.startswith("+/") and "/stack/" not in c[:40] for c in found) == 415
