"""Checks of open.txt: open.md."""

from . import indexes, open as open_
from .board import read_fen, write_fen
from .rules import make
from .vectors import all_of, one, same, show, text


def check_columns(block):
    games, input_ = map(int, one(block, "frame").split(" "))
    streams = {}
    for line in all_of(block, "stream"):
        kind, _, data = line.partition(" |")
        streams[int(kind)] = bytes.fromhex(data)
    got, numbers = [], {}
    for kind, data in streams.items():
        if kind in open_.NUMBERS:
            numbers[kind] = open_.read_column_of_numbers(data, kind, games, input_)
            got.append(f"{kind} " + " ".join(map(str, numbers[kind][0])))
    for tag, k in open_.GIVEN.items():
        if open_.NUMBERS[k] in numbers and numbers[open_.NUMBERS[k]][1] is not None:
            got += texts(tag, given(tag, numbers, games))
    o = open_.Open({kind: data for kind, data in streams.items() if kind >= open_.PLAYERS}, games, input_)
    for tag in open_.SIDES + open_.TAGS:
        values = o.values(tag)
        if values is not None:
            got += texts(tag, values)
    if o.lines:
        got += [f"moves {line.hex()}".rstrip() for line in o.lines]
    if open_.SIGNATURES in streams:
        for s in open_.read_signatures(streams[open_.SIGNATURES], games):
            known = [s.pieces.hex(), s.squares.hex()] if s.pieces is not None else []
            got.append(" ".join(["signature", str(s.count), *known]).rstrip())
    same("columns", got, all_of(block, "gives"))


def given(tag, numbers, games):
    """The values of a tag by the columns that are there."""
    rows = [[0] * games for _ in open_.NUMBERS]
    for kind, (column, _) in numbers.items():
        rows[kind - open_.NUMBERS[0]] = column
    odd = numbers[open_.NUMBERS[open_.GIVEN[tag]]][1]
    return [odd[g] if g in odd else open_.usual(tag, row) for g, row in enumerate(zip(*rows))]


def texts(tag, values):
    return [f"{tag.decode()} none" if v is None else f"{tag.decode()} | {show(v)}".rstrip() for v in values]


def check_codes(block):
    p = read_fen(one(block, "position"))
    got = [write_fen(p)]
    for m in open_.replay(p, bytes.fromhex(one(block, "bytes", ""))):
        p = make(p, m)
        got.append(write_fen(p))
    same("positions", got, all_of(block, "gives"))


def check_start(block):
    tags = dict(line.split(" | ", 1) if " | " in line else (line.split(" ")[0], "") for line in all_of(block, "tag"))
    fen, variant = (None if tags.get(name) is None else text(tags[name]) for name in ("FEN", "Variant"))
    p = open_.line_start(fen, variant)
    same("start", "none" if p is None else write_fen(p), one(block, "gives"))


def check_tag_values(block):
    def joined(numbers):
        return " ".join(map(str, numbers)) if numbers else "none"

    read = {"date": lambda v: joined(open_.days(v)),
            "rating": lambda v: "none" if open_.rating_of(v) is None else str(open_.rating_of(v)),
            "result": lambda v: str(open_.result_of(v)),
            "eco": lambda v: "none" if open_.eco_of(v) is None else str(open_.eco_of(v)),
            "words": lambda v: show(b" ".join(indexes.words_of(v))) or "none"}
    for key, line in block:
        if key in read:
            value, want = line.rsplit(" | ", 1)
            same(f"{key} {value}", read[key](text(value)), want)


FORMS = {"columns": check_columns, "codes": check_codes, "start": check_start,
         "tag values": check_tag_values}
CHECKS = {"open.txt": lambda block: FORMS[one(block, "form")](block)}
