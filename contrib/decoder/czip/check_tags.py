"""Checks of tags.txt, tagrefusals.txt and forms.txt: tags.md."""

from .board import START, read_fen
from .tagforms import converted, difference, find_number, total, write_number
from .tags import Tags
from .vectors import same, text

LIMIT = 1 << 22


def check_tags(block):
    names, plies, want = [], [], []
    streams = {}
    for key, value in block:
        if key == "game":
            plies.append(int(value))
            names.append([])
            want.append([])
        elif key == "tag":
            name, _, value = value.partition(" |")
            value = value[1:]                   # behind a blank, if there is one
            names[-1].append(text(name))
            want[-1].append(text(value))
        elif key == "stream":
            kind, _, data = value.partition(" | ")
            streams[int(kind)] = bytes.fromhex(data)
    t = Tags(names, plies, streams, LIMIT, _openings_of(streams, plies, lambda: t), 1)
    t.decode_all()
    for g, values in enumerate(want):
        same(f"game {g}", t.game(g), values)


def _openings_of(streams, plies, tags):
    """The function `named` of Tags, None without stream 14. tags: gives the Tags."""
    if 14 not in streams:
        return None

    def named():
        from . import openings
        t = tags()
        games = range(len(plies))
        fens = [t.first(g, b"FEN") for g in games]
        starts = [read_fen(fen or START) or read_fen(START) for fen in fens]
        return openings.named_games(streams[14], starts, [t.last(g, b"White") for g in games],
                                    [t.last(g, b"Black") for g in games], plies)
    return named


def check_forms(block):
    form = None
    for key, value in block:
        if key == "form":
            form = int(value)
            continue
        *numbers, last = value.split(" | ", 1 if value.startswith("none") or key == "write" else 3)
        if key == "find":
            line = text(last)
            found = find_number(form, line)
            got = ["none"]
            if found is not None:
                number, before, behind = found
                got = [str(number), str(len(before)), str(len(line) - len(behind))]
            same(f"find in {last}", got, numbers)
        elif key == "write":
            same(f"write {numbers[0]}", write_number(form, int(numbers[0])), text(last))
        elif key in ("sum", "apart", "from"):
            a, b = map(int, numbers)
            function = {"sum": total, "apart": difference, "from": converted}[key]
            same(f"{key} {value}", function(form, a, b), int(last))


CHECKS = {"tags.txt": check_tags, "tagrefusals.txt": check_tags, "forms.txt": check_forms}
