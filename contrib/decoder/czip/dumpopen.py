"""The dump of streams of blocks: container.md, 3.1; open.md.

    name(kind)                          what an open column is, or None
    dump_blocks(f, streams, kind)       f: dump.Fields of the stream
"""

from . import open as open_
from .vectors import show

NUMBERS = ("White's rating", "Black's rating", "first day", "days", "result", "ECO", "half-moves")
SHOWN = 8                               # games, or values, of which this many are shown at most


def name(kind):
    if kind in open_.NUMBERS:
        return "open: " + NUMBERS[kind - open_.NUMBERS[0]]
    if kind == open_.PLAYERS:
        return "open: [White] and [Black]"
    if kind in open_.LISTS:
        return f"open: [{open_.TAGS[kind - open_.LISTS[0]].decode()}]"
    return "open: moves" if kind == open_.MOVES else None


def dump_blocks(f, streams, kind):
    data = f.data[f.at:f.end]
    frame = streams.frame
    count = f.an_uvarint("blocks: {}")
    f.a_sized("the head")
    lengths = [f.an_uvarint(f"bytes of block {i + 1}: {{}}") for i in range(count)]
    for i in range(count):
        f.a_number(4, f"sum of block {i + 1}: {{:#010x}}")
    f.a_number(4, "sum of kind, games and all before: {:#010x}")
    for i, length in enumerate(lengths):
        f.some(length, f"block {i + 1}")
    _note(f.out, data, kind, frame.games, frame.input)


def _note(out, data, kind, games, input_):
    """What it says."""
    if kind in open_.NUMBERS:
        numbers, odd = open_.read_column_of_numbers(data, kind, games, input_)
        _some(out, "numbers", numbers)
        for game, value in list((odd or {}).items())[:SHOWN]:
            out.note(f"game {game + 1}: {show(value)}", 1)
    elif kind == open_.PLAYERS or kind in open_.LISTS:
        values, sides = open_.read_list(data, kind, games, input_)
        _some(out, "values", [show(v) for v in values])
        for side in sides:
            _some(out, "games", side)
    elif kind == open_.MOVES:
        for g, line in enumerate(open_.read_lines(data, games, input_)[:SHOWN]):
            out.note(f"game {g + 1}: {line.hex(' ')}", 1)
    elif kind == open_.SIGNATURES:
        for g, s in enumerate(open_.read_signatures(data, games)[:SHOWN]):
            known = f" {s.pieces.hex()} {s.squares.hex()}" if s.pieces is not None else ""
            out.note(f"game {g + 1}: {s.count}{known}".rstrip(), 1)


def _some(out, what, found):
    out.note(f"{what}: {' '.join(map(str, found[:SHOWN]))}"
             + (f" ... ({len(found)})" if len(found) > SHOWN else ""), 1)
