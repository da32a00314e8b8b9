"""Columns of tags that are identifiers, copies, or FENs: tags.md, sections 10, 11, 13 and 14."""

import functools

from . import lists
from .board import START, read_fen, write_fen
from .coding import Bit
from .models import Model
from .refused import DAMAGED, Refused
from .squares import read_squares

LIST_OF = lists.limit("LIST_GROUP")  # values of one list of method 23


@functools.lru_cache(None)
def identifier_forms():
    """identifiers.txt: from the number of a form to (letters, what identifiers begin with)."""
    out = {}
    for line in lists.lines("identifiers.txt"):
        number, letters, begin = line.encode("latin-1").split(b" ")
        out[int(number)] = (letters, begin)
    return out


def read_identifiers(c, head):
    """Method 18."""
    known = identifier_forms()
    form = head.form(max(known))
    letters, begin = known.get(form, (b"", b"-"))
    if begin == b"-":
        begin = head.bytes()
    if form == 0:
        alphabet = head.take(lists.limit("ALPHABET_SIZE"))
        letters = bytes(x for x in range(256) if alphabet[x // 8] >> x % 8 & 1)
    n = head.small()
    if n > 0 and not letters:
        raise Refused(DAMAGED, "identifiers of no letters")
    head.read_exceptions(len(c.games))
    coder = head.coder()
    odd = Bit("tags: an exception")
    for _ in c.games:
        if odd.read(coder) == 1:
            c.put(head.next_exception())
            continue
        if len(begin) + n > head.tags.limit:
            raise Refused(DAMAGED, "an identifier is longer than the frame's input")
        text = bytearray(begin)
        for _ in range(n):
            text.append(letters[coder.read_below(len(letters))])
        c.put(bytes(text))
    head.all_used(coder)


def read_copies(c, head):
    """Method 19."""
    form = head.form(1)                         # 1: what is behind the last slash
    other = head.reference()
    if other is None:
        raise Refused(DAMAGED, "a copy of no column")
    head.read_exceptions(len(c.games))
    coder = head.coder()
    odd = Bit("tags: an exception")
    for g in c.games:
        if odd.read(coder) == 1:
            c.put(head.next_exception())
            continue
        v = other.value(g) or b""
        c.put(v[v.rfind(b"/") + 1:] if form == 1 else v)
    head.all_used(coder)


def read_positions(c, head):
    """Method 23: lists of positions (lists.md), one for each 512 values."""
    from .positionlist import read_list
    left = len(c.games)
    while left > 0:
        n = min(left, LIST_OF)
        data = head.bytes()
        if data >= b"\x80":
            raise Refused(DAMAGED, "a list of records in a column of tags")
        text = read_list(data, head.tags.limit, head.tags.model)
        if text.count(b"\n") != n or not text.endswith(b"\n"):
            raise Refused(DAMAGED, "a list of positions has the wrong number of lines")
        for line in text.split(b"\n")[:-1]:
            c.put(line)
        left -= n
    head.done("lists of positions")


def read_boards(c, head):
    """Method 24: FENs, each by its squares with the one before as the pattern."""
    head.read_exceptions(len(c.games))
    coder = head.coder()
    limit = lists.limit("TAGS_BOARDS_LIMIT")
    m = Model(coder, "tags.boards", lists.limit("TAGS_FENS_SIZE"), limit)
    squares = Model(coder, "positions.squares", lists.limit("TAGS_SQUARES_SIZE"), limit)
    state = Model(coder, "positions.state", lists.limit("TAGS_STATE_SIZE"), limit)
    last = read_fen(START)
    style = odd = 0
    for _ in c.games:
        x = m.flag(0, odd)
        odd = (odd << 1 | x) & 255
        if x == 1:
            c.put(head.next_exception())
            continue
        style = m.index(1, style, digits=2)
        q = read_squares(squares, state, last)
        if style & 1:
            clock = min(q.clock, 127)
            if m.flag(2, clock) == 0:
                q.clock = m.number(3, clock) & 65535
            n = q.number
            if m.flag(4, n) == 0:
                q.number = (n + m.signed(5, n)) & 65535
        c.put(fen(q, style))
        last = q
    head.all_used(coder)


def fen(q, style):
    """The FEN of q: with files if style is 2 or 3, without counters if it is 0 or 2."""
    text = write_fen(q, style >= 2)
    if style & 1 == 0:
        text = " ".join(text.split(" ")[:4])
    return text.encode("latin-1")
