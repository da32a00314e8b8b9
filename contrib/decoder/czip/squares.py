"""Positions square by square: section 9.10, and the columns of section 9.8 that are boards."""

from . import Corrupt
from .board import START, Position, parse_fen
from .mixed import Model, tables
from .rangecoder import Decoder
from .values import all_taken, next_exception, read_exceptions

TABLES = tables("positionlist")
TURN, SAME_RIGHTS, RIGHTS, EN_PASSANT, EN_PASSANT_SQUARE = range(5)                                   # positions.state
EXCEPTION, STYLE, SAME_CLOCK, CLOCK, SAME_NUMBER, NUMBER = range(6)                                   # tags.boards


def bits16(rights):
    return rights[0] | rights[1] << 4 | rights[2] << 8 | rights[3] << 12


def pieces(count):
    """How many pieces but pawns there are of each kind, by their numbers."""
    v = 0
    for piece in (2, 3, 4, 5, 6, 8, 9, 10, 11, 12):
        v = v << 2 | min(count[piece], 3)
    return v


class Boards:
    """Reads positions by their squares."""

    def __init__(self, d):
        self.d = d
        self.squares = Model(19, 250, TABLES["positions.squares"])
        self.state = Model(14, 250, TABLES["positions.state"])

    def read(self, pattern):
        """A position, like the pattern but for what is coded."""
        d, model = self.d, self.squares
        p = Position()
        before, count, was, others = 2166136261, [0] * 13, 0, 0
        at = [15] * 100                  # with a border: square s is 10 (row + 1) + file + 1
        for row in range(7, -1, -1):
            for x in range(8):
                s = 8 * row + x
                o = pattern.at(s)
                i = 10 * (row + 1) + x + 1
                fields = (s, 16 * s | o, was & 255, was & 65535, was & 7, 16 * at[i - 1] | at[i + 10], 16 * at[i + 9] | at[i + 11],
                          before, int(o == 0), min(others, 31), 16 * min(count[1], 15) | min(count[7], 15),
                          at[10 * (8 - row) + x + 1] if row < 4 else 15, pieces(count))
                same = model.flag(d, model.use(0, *fields))
                c = o if same else model.index(d, model.use(1, *fields[:3], *fields[5:8], *fields[10:]), 4)
                if c > 12:
                    raise Corrupt("positions: no such piece")
                was = was << 1 | same
                others += not same
                at[i] = c
                before = (before ^ c) * 16777619 & 0xFFFFFFFF
                count[c] += 1
                p.put(s, c)
        state = self.state
        p.turn = state.flag(d, state.use(TURN, pattern.turn, was & 255))
        rights = bits16(pattern.rights)
        if state.flag(d, state.use(SAME_RIGHTS, rights)):
            p.rights = pattern.rights
        else:
            p.rights = tuple(state.index(d, state.use(RIGHTS, rights), 4) for _ in range(4))
        if state.flag(d, state.use(EN_PASSANT, pattern.ep if pattern.ep >= 0 else 0)):
            p.ep = state.index(d, state.use(EN_PASSANT_SQUARE, p.turn), 6)
        p.clock, p.number = pattern.clock, pattern.number
        return p


def BoardColumn(tags, col, r):
    exceptions = read_exceptions(r)
    d = Decoder(r.rest())
    model, boards = Model(14, 250, tables("tags")["tags.boards"]), Boards(d)
    p, style, answers = parse_fen(START), 0, 0
    col.values = []
    for _ in col.games:
        odd = model.flag(d, model.use(EXCEPTION, answers))
        answers = answers << 1 | odd
        if odd:
            col.values.append(next_exception(exceptions))
            continue
        style = model.index(d, model.use(STYLE, style), 2)
        p = boards.read(p)
        if style & 1:
            clock, number = min(p.clock, 127), p.number
            if not model.flag(d, model.use(SAME_CLOCK, clock)):
                p.clock = model.number(d, model.use(CLOCK, clock))
            if not model.flag(d, model.use(SAME_NUMBER, number)):
                p.number += model.signed(d, model.use(NUMBER, number))
        col.values.append(p.fen(6 if style & 1 else 4, style & 2 > 0).encode())
    d.done()
    all_taken(exceptions)
