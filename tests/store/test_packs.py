"""Packs as files: equal bytes for equal contents, and everything that a file from outside might try."""

from __future__ import annotations

import hashlib
import io
import json
import stat
import zipfile
import zlib
from pathlib import Path
from typing import Any

import pytest

from hexbench.store import customs, packs
from hexbench.store.packs import Manifest, bad_name, kind_of, pack_bytes, read_bytes
from hexbench.store.strict import BadFile

FILES = {
    "maps/hill.json": b'{"format": "hexbench-map"}\n',
    "scenarios/ridge/first.json": b'{"format": "hexbench-scenario"}\n',
    "licence.txt": "Für alle.\n".encode(),
}
MADE = Manifest(made_with="1.0.0", title="Hill")


def manifest(contents: dict[str, bytes], **changes: Any) -> bytes:
    rows = [
        {"path": p, "bytes": len(d), "sha256": hashlib.sha256(d).hexdigest()} for p, d in contents.items()
    ]
    raw = {"format": "hexbench-pack", "version": 1, "made_with": "1", "title": "x", "files": rows}
    return json.dumps({**raw, **changes}).encode()


def zipped(
    *entries: tuple[str | zipfile.ZipInfo, bytes], method: int = zipfile.ZIP_DEFLATED, comment: bytes = b""
) -> bytes:
    """A ZIP of anybody's making."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, data in entries:
            archive.writestr(name, data)
        archive.comment = comment
    return out.getvalue()


def whole(contents: dict[str, bytes], **changes: Any) -> bytes:
    return zipped(("manifest.json", manifest(contents, **changes)), *contents.items())


def refused(data: bytes) -> str:
    with pytest.raises(BadFile) as told:
        read_bytes(data, "x.hexpack")
    assert str(told.value).isprintable()
    return told.value.reason


# ---- what is sound
def test_what_goes_in_comes_out() -> None:
    found = read_bytes(pack_bytes(MADE, FILES))
    assert found.files == FILES
    assert found.licence_text == "Für alle.\n"
    assert [row.path for row in found.manifest.files] == sorted(FILES)
    assert read_bytes(whole(FILES)).files == FILES  # another program's ZIP of the same is as good


def test_equal_contents_give_equal_bytes_whatever_their_order() -> None:
    games = {"b": packs.MadeFor(title="B", rules_version=1), "a": packs.MadeFor(title="A", rules_version=1)}
    one = packs.Manifest(made_with="1", title="x", games=games)
    two = packs.Manifest(made_with="1", title="x", games=dict(reversed(games.items())))
    assert pack_bytes(one, FILES) == pack_bytes(two, dict(reversed(FILES.items())))


def test_a_pack_is_known_by_its_name(tmp_path: Path) -> None:
    assert packs.is_pack(tmp_path / "Hill.HEXPACK")
    assert not packs.is_pack(tmp_path / "hill.zip")


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("maps/hill.json", "map"),
        ("scenarios/iron_tide/Höhe 400.json", "document"),
        ("tables/card.toml", "tables"),
        ("pictures/scan.png", "picture"),
        ("traces/hill.json", "trace"),
        ("licence.txt", "licence"),
    ],
)
def test_every_kind_has_its_place(path: str, kind: str) -> None:
    found = kind_of(path)
    assert found is not None
    assert found[0] == kind


@pytest.mark.parametrize(
    "name", ["", ".x", "x.", "con", "LPT1.txt", "a/b", "a:b", "x" * 101, "a\nb", "e\u0301"]
)
def test_names_that_some_system_cannot_have(name: str) -> None:
    assert bad_name(name)
    with pytest.raises(BadFile, match="cannot contain"):
        pack_bytes(MADE, {f"maps/{name}.json": b"{}"})


# ---- places and names
@pytest.mark.parametrize(
    "name",
    [
        "../maps/x.json",
        "maps/../../x.json",
        "/etc/passwd",
        "maps/x.json/y.json",
        "C:\\x.json",
        "maps\\x.json",
        "maps/",
        "run.py",
        "scenarios/x.json",
        "scenarios/Iron/x.json",
        "maps/con.json",
        "maps/.hidden.json",
        "pictures/x.svg",
        "maps/x\u202e.json",
    ],
)
def test_a_file_that_has_no_place_here_is_refused(name: str) -> None:
    assert "a pack cannot contain" in refused(whole({**FILES, name: b"{}"}))


def test_a_name_cut_off_by_a_nul_is_refused() -> None:
    data = whole({**FILES, "maps/x.json!py": b"{}"}).replace(b"maps/x.json!py", b"maps/x.json\0py")
    assert "a pack cannot contain" in refused(data)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_the_same_name_twice_is_refused() -> None:
    data = zipped(("manifest.json", manifest(FILES)), *FILES.items(), ("maps/hill.json", b"{}"))
    assert refused(data) == "maps/hill.json is in it twice."


def test_names_that_differ_in_capitals_are_refused() -> None:
    assert "would be the same file on some systems" in refused(whole({**FILES, "maps/HILL.json": b"{}"}))


@pytest.mark.parametrize("kind", [stat.S_IFLNK, stat.S_IFIFO, stat.S_IFBLK, stat.S_IFDIR])
def test_links_and_devices_are_refused(kind: int) -> None:
    info = zipfile.ZipInfo("maps/x.json")
    info.external_attr = (kind | 0o777) << 16
    files = {**FILES, "maps/x.json": b"/etc/passwd"}
    data = zipped(("manifest.json", manifest(files)), *FILES.items(), (info, b"/etc/passwd"))
    assert refused(data) == "maps/x.json is a link or a device, not a file."


def test_the_manifest_comes_first() -> None:
    assert "does not begin with a manifest" in refused(
        zipped(*FILES.items(), ("manifest.json", manifest(FILES)))
    )


# ---- sizes
def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    bomb = b"\0" * (customs.LARGEST + 1)
    assert len(whole({"maps/x.json": bomb})) < 2**18
    assert "unpacks to more" in refused(whole({"maps/x.json": bomb}))


def test_a_bomb_that_lies_about_its_size_is_refused() -> None:
    bomb = b" " * (packs.LARGEST_LICENCE + 1000)
    data = bytearray(zipped(("manifest.json", manifest({"licence.txt": bomb})), ("licence.txt", bomb)))
    true, said = len(bomb).to_bytes(4, "little"), (10).to_bytes(4, "little")
    assert data.count(true) == 2
    assert refused(bytes(data.replace(true, said)))


def test_all_together_may_not_be_more_either(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packs, "MOST_UNPACKED", 1000)
    assert "unpacks to more" in refused(whole({f"maps/m{n}.json": b" " * 300 for n in range(4)}))


def test_too_many_files_are_refused_before_their_names_are_read() -> None:
    files = {f"maps/m{n}.json": b"{}" for n in range(packs.MOST_ENTRIES + 1)}
    assert (
        refused(whole(files)) == "this contains more than 500 files, the most that a Hexbench pack may have."
    )
    huge = bytearray(whole(FILES))
    huge[-10:-6] = (2**31).to_bytes(4, "little")  # the directory's size
    assert "more than 500 files" in refused(bytes(huge))


# ---- contents
def test_what_is_not_what_was_packed_is_refused() -> None:
    data = zipped(("manifest.json", manifest(FILES)), *({**FILES, "maps/hill.json": b"{ }"}).items())
    assert refused(data) == "maps/hill.json is not the file that was packed: its checksum differs."


@pytest.mark.parametrize("more", [{"maps/other.json": b"{}"}, {}])
def test_the_manifest_lists_all_and_nothing_else(more: dict[str, bytes]) -> None:
    listed = {**FILES, "maps/other.json": b"{}"} if not more else FILES
    data = zipped(("manifest.json", manifest(listed)), *{**FILES, **more}.items())
    assert refused(data) == "its manifest does not match its contents (maps/other.json)."


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"version": 2}, "written by a newer version of Hexbench"),
        ({"format": "hexbench-map"}, "is needed here"),
        ({"run": "x"}, "no such key"),
        ({"title": "x" * 301}, "licence is too long"),
        ({"files": 3}, "must be a list"),
    ],
)
def test_a_manifest_of_another_kind_is_refused(changes: dict[str, Any], why: str) -> None:
    assert why in refused(whole(FILES, **changes))


@pytest.mark.parametrize("data", [b"", b"PK", b"#!/bin/sh\n", b"PK\x03\x04", zlib.compress(b"x")])
def test_what_is_no_pack_is_refused(data: bytes) -> None:
    assert refused(data)


def test_archives_of_other_kinds_are_refused() -> None:
    sound = whole(FILES)
    assert "cut short" in refused(sound + b"more")
    assert "cut short" in refused(zipped(("manifest.json", manifest({})), comment=b"hello"))
    assert refused(b"#!/bin/sh\n" + sound) == "this is not a Hexbench pack."
    assert "packed in a way" in refused(zipped(("manifest.json", manifest({})), method=zipfile.ZIP_LZMA))
    locked = bytearray(zipped(("manifest.json", manifest({}))))
    for at in (6, locked.rindex(b"PK\x01\x02") + 8):
        locked[at] |= 1
    assert "encrypted" in refused(bytes(locked))


def test_every_cut_and_every_flipped_byte_is_a_sentence_or_changes_nothing() -> None:
    sound = pack_bytes(MADE, FILES)
    for n in range(0, len(sound), 7):
        assert refused(sound[:n])
    for n in range(0, len(sound), 3):
        spoilt = bytearray(sound)
        spoilt[n] ^= 0x41
        assert outcome(bytes(spoilt)) in ("as it was", "a sentence")


def outcome(data: bytes) -> str:
    try:
        found = read_bytes(data).files
    except BadFile as fault:
        return "a sentence" if fault.reason.isprintable() else fault.reason
    return "as it was" if found == FILES else "something else"


def test_what_could_not_be_read_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(BadFile):
        packs.write_pack(tmp_path / "x.hexpack", Manifest(made_with="1", title="x" * 400), FILES)
    assert not list(tmp_path.iterdir())
