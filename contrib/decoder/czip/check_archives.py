"""Checks of archives.txt and refusals.txt, and of the archives of vectors: container.md, and
all that lies in the frames."""

import importlib
import os

from . import container, find, worked
from .refused import Refused
from .vectors import all_of, one, same, text


def joined(block, key):
    """The bytes of all lines of a key; N x in front of them means N times."""
    out = bytearray()
    for line in all_of(block, key):
        times, _, digits = line.rpartition(" x ")
        out += int(times or "1") * bytes.fromhex(digits)
    return bytes(out)


def check_archives(block):
    data = joined(block, "archive")
    members = find.members(data)[::-1]                  # found from the end
    forth = [p.at for what, p in container.parts(data) if what == "frame"]
    frames = [f for m in members for f in m.frames]
    same("frames found from the end", [f.at for f in frames], forth)
    if len(data) < 1 << 20:
        told = []
        saved = [f.at - 1 for _, f in find.saved(b"\xc7" + data, told.append)]
        same("frames saved behind another byte", saved, forth)
        same("what is told", told, ["1 bytes at 0 are missing"])
    got = b"".join(container.inputs(data))
    same("input", got, int(one(block, "times", "1")) * text(one(block, "input")))
    for line in all_of(block, "game"):
        number, at = line.split(" | ")
        frame, within = find.game(members, int(number))
        same("game " + number, f"{frame.at} {within}", at)
    if all_of(block, "game"):
        metas = [meta for m in members for meta in container.metas_of(m)]
        found = [f"{f.at} | {meta.hex()}" for f, meta in zip(frames, metas) if meta]
        same("metas", [x for x in found if len(x) < 2 * 4096], all_of(block, "meta"))


def check_refusals(block):
    data = joined(block, "bytes")
    if one(block, "reader") == "end":
        find.find(data, len(data))
        return
    for _ in container.inputs(data):
        pass


CHECKS = {"archives.txt": check_archives, "refusals.txt": check_refusals}


def _plain(folder, name):
    """The plain file of an archive of vectors/README.md: its bytes."""
    def read(path):
        with open(os.path.join(folder, path), "rb") as file:
            return file.read()
    if name.startswith("appended-"):
        return read("games.pgn") + 3 * read("more.pgn")
    if name.startswith("mixed-"):
        return read("open.pgn") + read("games.pgn")
    stem = name.rsplit("-", 1)[0]
    return read(stem + (".fen" if os.path.exists(os.path.join(folder, stem + ".fen")) else ".pgn"))


def _whole(folder, name):
    """Checks an archive with its plain file, dump and table; generates (what, function)."""
    stem = os.path.join(folder, name[:-len(".czip")])
    with open(stem + ".czip", "rb") as file:
        data = file.read()
    yield "input", lambda: same("input", b"".join(container.inputs(data)), _plain(folder, name))
    for end, tool in ((".txt", "dump.dump"), (".table", "indexes.opening_table")):
        if os.path.exists(stem + end):
            with open(stem + end, encoding="latin-1", newline="\n") as file:
                want = file.read()
            yield end, lambda tool=tool, want=want: _output(tool, data, want)


def _output(tool, data, want):
    """Compares what a function module.name(data, write) writes."""
    module, name = tool.split(".")
    lines = []
    function = getattr(importlib.import_module("." + module, __package__), name)
    function(data, lines.append)
    got = "".join(line + "\n" for line in lines)
    for i, (a, b) in enumerate(zip(got.split("\n"), want.split("\n"))):
        same(f"line {i + 1}", a, b)
    same("length", len(got), len(want))


def _worked(folder):
    """Compares the blocks of the worked frame."""
    with open(os.path.join(folder, "../docs/spec/worked.md"), encoding="utf-8") as file:
        document = file.read()
    with open(os.path.join(folder, "worked-1.czip"), "rb") as file:
        same("worked.md", worked.filled(document, file.read()), document)


def check_folder(folder):
    """The archives of vectors: plain files, dumps, tables, and those that must be refused.
    Prints what differs; gives whether all was the same."""
    jobs = []
    for name in sorted(os.listdir(folder)):
        if name.endswith(".czip"):
            jobs += [(f"{name} {what}", False, f) for what, f in _whole(folder, name)]
    for name in sorted(os.listdir(os.path.join(folder, "refused"))):
        with open(os.path.join(folder, "refused", name), "rb") as file:
            data = file.read()
        jobs.append(("refused/" + name, True, lambda data=data: list(container.inputs(data))))
    jobs.append(("docs/spec/worked.md", False, lambda: _worked(folder)))
    good = 0
    for what, refused, function in jobs:
        try:
            function()
            said = "was not refused" if refused else None
        except Refused as error:
            said = None if refused else f"refused: {error}"
        except Exception as error:      # one that fails must not stop the others
            said = f"{type(error).__name__}: {error}"
        good += said is None
        if said:
            print(f"{what}: {said[:500]}")
    print(f"archives: {good} same, {len(jobs) - good} different")
    return good == len(jobs)
