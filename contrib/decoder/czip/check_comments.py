"""Checks of comments.txt: comments.md."""

from .board import START, read_fen, square_name
from .commentcut import CLOCK, NUMBER, cut
from .commentnumbers import format_of
from .comments import About, Group, Place
from .rules import legal, make
from .vectors import all_of, one, same, show, text

LIMIT = 1 << 22


def _names(block):
    """The five names; the first key of a block is its own name."""
    values = all_of(block, "name")[1:]
    return [text(v) if v else None for v in values] or [None] * 5


def _check_cut(block):
    parts = cut(text(one(block, "text")), _names(block))
    want = [(k, v) for k, v in block if k in ("template", "slot", "format")]
    if parts is None:
        return same("cut", [("template", "-")], want)
    template, slots = parts
    got = [("template", show(template))]
    for s in slots:
        got.append(("slot", f"{s.kind} {s.key} {s.value} {s.places} {s.minus:d} {s.plus:d} "
                            f"{s.lead} {s.parts} {s.zero:d} | {show(s.text)}"))
        if s.kind in (NUMBER, CLOCK):
            got.append(("format", " ".join(map(str, format_of(s, None)))))
    return same("cut", got, want)


def _check_formats(block):
    form = None
    for line in all_of(block, "takes"):
        word, _, want = line.partition(" | ")
        form = format_of(cut(text(word), [None] * 5)[1][0], form)
        same(word, " ".join(map(str, form)), want)


def _move(p, word):
    """The legal move with these two squares, None for 0000."""
    if word == "0000":
        return None
    promotion = " nbrq".index(word[4:] or " ")
    for m in legal(p):
        name = square_name(m & 63) + square_name(m >> 6 & 63)
        if name == word[:4] and m >> 12 == (promotion + 1 if promotion else 0):
            return m
    raise AssertionError("no such move: " + word)


def _check_group(block):
    group = Group(bytes.fromhex(one(block, "string", "")),
                  [text(v) for v in all_of(block, "spelled")], LIMIT)
    names = _names(block)
    broken = one(block, "refused") is not None
    for key, value in block:
        if key == "game":
            line = [read_fen(START)]                # positions, the newest last
            move = None
            about = About()
            about.names = names
            group.begin_game(about)
            ply = 0
        elif key == "move":
            move = _move(line[-1], value)
            line.append(make(line[-1], move))
            ply += 1
        elif key == "comment":
            place, _, want = value.partition(" |")
            want = want[1:]                     # nothing where the comment is empty
            *numbers, other = place.split(" ")
            mark, nth, last, result, about.control, about.added = map(int, numbers)
            about.result = result
            pos = (line[::-1] + [None, None])[:3]
            other = _move(pos[1], other) if pos[1] else None
            got = group.read(Place(ply, (ply + 1) % 2, mark, nth, last, pos, move, other))
            if not broken:                      # else it may differ before it is refused
                same(f"comment of ply {ply}", show(got), want)
    group.end()


def check_comments(block):
    if one(block, "text") is not None:
        return _check_cut(block)
    if all_of(block, "takes"):
        return _check_formats(block)
    return _check_group(block)


CHECKS = {"comments.txt": check_comments}
