"""Boards of lists by the learned code: lists.md, section 5.

    boards = ListBoards(coder)
    p = boards.read(pattern, last, counters)
"""

from . import boardmodel
from .boardwalk import ORDER, Walk
from .schemes import board_of

M32 = 0xFFFFFFFF


class ListBoards:
    """The chooser of boardwalk.Walk that codes what is likely by flags."""

    def __init__(self, coder):
        from .positioncoder import model
        self.pieces = model(coder, "positions.pieces", "POSITIONS_PIECES_SIZE")
        self.kings = model(coder, "positions.kings", "POSITIONS_KINGS_SIZE")
        self.properties = model(coder, "positions.properties", "POSITIONS_PROPERTIES_SIZE")

    def read(self, pattern, last, counters):
        self.pattern, self.last = pattern, last
        self.pattern_board, self.last_board = board_of(pattern), board_of(last)
        self.same = 255
        self.stage = None
        return Walk(boardmodel.shipped(), self, None, bool(counters)).run()

    def bit(self, f, features, stage, answer):
        if stage != self.stage:
            self.stage = stage
            self.path = 1
            self.zeros = self.ones = 0
        before = self.zeros << 8 | self.ones if stage == 0 else self.path & M32
        first = third = 0
        if len(features) >= 3:
            first, third = features[0], features[2]
        b = self.properties.flag(0, odds(f[1]), stage, before,
                                 self.has_of(self.pattern, self.pattern_board),
                                 self.has_of(self.last, self.last_board), first, third)
        self.path = (self.path << 1 | b) & M32
        self.ones = self.ones + 1 if b else 0
        self.zeros += 1 - b
        return b

    def has_of(self, p, board):
        stage = self.stage
        if stage == 0:
            return board.count(ORDER[min(self.zeros, 9)])
        if stage == 4:
            return p.turn
        if stage == 5:
            return p.right[0] + 16 * p.right[1] + 256 * p.right[2] + 4096 * p.right[3]
        if stage == 6:
            return p.ep
        return p.clock if stage == 7 else p.number

    def piece(self, f, features, s, things, pawns, answer):
        was, old = self.pattern_board[s], self.last_board[s]
        F = features
        if pawns:
            exact, near, count, rank = F[11], F[5], F[0], F[21]
        else:
            exact, near, count = F[15], F[11], F[0] if s < 32 else F[1]
            rank = count ^ F[16]
            if old in (1, 7):
                old = 0
        same = self.same
        flag = self.pieces.flag

        def ask(i, chance):
            x = things[i]
            like = 1 if x == was else 2 if was == 0 else 3 if x == 0 else 0
            return flag(0, chance, like, same, same, x, s, was, old, exact, near, count, rank)

        i = pick(f, ask)
        self.same = (same << 1 | (things[i] == was)) & 255
        return i

    def square(self, f, features, free, c, answer):
        king = 6 + 6 * c
        flag = self.kings.flag

        def ask(i, chance):
            s = free[i]
            like = (self.pattern_board[s] == king) + 2 * (self.last_board[s] == king)
            return flag(0, chance, like, self.same, s, c)

        return pick(f, ask)


def odds(p):
    from .positioncoder import odds as scale
    return scale(p)


def pick(f, ask):
    """A place in f by flags, the likeliest first."""
    total = 65536
    left = sorted(range(len(f)), key=lambda i: -f[i])
    for i in left[:-1]:
        if ask(i, odds((f[i] << 16) // total)):
            return i
        total -= f[i]
    return left[-1]
