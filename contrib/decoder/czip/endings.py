"""Solved endings: endings.md, section 1 and the frame of section 2. A base's blocks are read in
endingblock.py, its predictors in endingpredictor.py.

    base = Base(data)               a base such as endgame/data/KBNK.czm
    base.distance(p)                White's moves to mate, None for a drawn position; p has the
                                    pieces of the base, of either colour
    cube = Cube(data)               the classic file of king, bishop and knight
    cube.best(p)                    (move, distance), (None, 0) for a drawn position; the distance
                                    is None in the short form
"""

from . import lists
from .basics import Source, lower_half
from .board import BISHOP, KING, KNIGHT, in_check, kind_at, lowest, occupied, seen, squares
from .coding import Coder
from .endingblock import Block, Shape, flip
from .endingpredictor import read_model
from .refused import CHECKSUM, DAMAGED, VERSION, Refused
from .rules import legal, make

MARKER, VERSION_BYTE = b"CZM", 0
MOST_PIECES = lists.limit("ENDING_MAX_PIECES")
LETTERS = "-PNBRQ"                  # of the kinds
ORDER = "QRBNP"


def damaged(message):
    raise Refused(DAMAGED, message)


def white_side(p):
    """(turn, kind and square of each piece but the kings, White's king, Black's king) with the
    side that has the pieces as White."""
    strong = 0 if occupied(p) ^ p.men[1][KING] == sum(p.men[0][1:7]) else 1
    men = [[seen(x, 56 * strong) for x in p.men[c ^ strong]] for c in (0, 1)]
    if men[0][KING].bit_count() != 1 or men[1][KING].bit_count() != 1 or any(men[1][1:6]):
        raise ValueError("not a position of a solved ending")
    pieces = [(kind, s) for kind in (5, 4, 3, 2, 1) for s in squares(men[0][kind])]
    return p.turn ^ strong, pieces, lowest(men[0][KING]), lowest(men[1][KING])


class Base:
    """name: such as KBNK; shape: endingblock.Shape."""

    def __init__(self, data):
        if len(data) < 8:
            damaged("a base that is too short")
        if data[:3] != MARKER or data[3] != VERSION_BYTE:
            raise Refused(VERSION, "no base of an ending, or an unknown version")
        if int.from_bytes(data[-4:], "little") != lower_half(data[:-4]):
            raise Refused(CHECKSUM, "the checksum of a base")
        src = Source(data, 4, len(data) - 4)
        self.name = src.sized().decode("latin-1")
        letters = self.name[1:-1]
        if (self.name[:1] + self.name[-1:] != "KK" or not 1 <= len(letters) <= MOST_PIECES
                or any(x not in ORDER for x in letters)
                or list(letters) != sorted(letters, key=ORDER.index)):
            damaged("a base of an unknown ending")
        self.shape = Shape([LETTERS.index(x) for x in letters])
        coder = Coder(src.sized())
        self.model = read_model(coder)
        coder.finish()
        places = self.shape.blocks()
        lengths = [src.uvarint() for _ in places]
        self.strings = {place: src.take(n) for place, n in zip(places, lengths)}
        src.done("the blocks of a base")
        self.read = {}

    def block(self, place):
        """The distances of a block: V[last][k]."""
        if place not in self.read:
            self.read[place] = Block(self.shape, self.model, self.strings[place], place).read()
        return self.read[place]

    def check(self):
        """Reads all blocks."""
        for place in self.strings:
            self.block(place)

    def distance(self, p):
        turn, pieces, _, _ = white_side(p)
        if [kind for kind, _ in pieces] != self.shape.kinds:
            raise ValueError("not a position of this ending")
        if turn == 0:
            return self.white_to_move(p) or None
        moves = legal(p)
        if not moves:
            return 0 if in_check(p, p.turn) else None
        worst = 0
        for m in moves:
            q = make(p, m)
            if occupied(q).bit_count() < occupied(p).bit_count():
                return None
            v = self.white_to_move(q)
            if v == 0:
                return None
            worst = max(worst, v)
        return worst

    def white_to_move(self, p):
        """The distance with White to move; 0 for a draw."""
        _, pieces, K, k = white_side(p)
        places = [K, k] + [s for _, s in pieces]
        shape = self.shape
        if places[0] % 8 > 3:
            places = [s ^ 7 for s in places]
        if not shape.pawns:
            if places[0] // 8 > 3:
                places = [s ^ 56 for s in places]
            if places[0] // 8 > places[0] % 8:
                places = [flip(s) for s in places]
        K, k, *rest = places
        last = rest[-1]
        first = rest[0] if shape.two else 0
        m = shape.key(first, k, last)
        if shape.fixed(K):
            m = min(m, shape.key(flip(first), flip(k), flip(last)))
        first, k, last = m
        v = self.block((K, first) if len(rest) == 2 else (K,))[last][k]
        if v is None:
            raise ValueError("an impossible position")
        return v


class Cube:
    """Entries of two bytes, or of one, the move alone."""

    ENTRIES = 64 * 32 * 64 * 64

    def __init__(self, data):
        if len(data) not in (self.ENTRIES, 2 * self.ENTRIES):
            damaged("a cube of a wrong size")
        self.data = data
        self.size = len(data) // self.ENTRIES

    def entry(self, p):
        """(byte 0 or None, byte 1, by how much squares are mirrored)."""
        turn, pieces, K, k = white_side(p)
        if turn != 0 or [kind for kind, _ in pieces] != [BISHOP, KNIGHT]:
            raise ValueError("not a position of the cube")
        mirror = 56 if p.turn else 0
        (_, B), (_, N) = pieces
        if (B % 8 + B // 8) % 2 == 0:
            K, k, B, N = K ^ 7, k ^ 7, B ^ 7, N ^ 7
            mirror ^= 7
        at = (((K * 32 + B // 2) * 64 + N) * 64 + k) * self.size
        if self.size == 1:
            return None, self.data[at], mirror
        return self.data[at], self.data[at + 1], mirror

    def best(self, p):
        """(move, distance)."""
        distance, b, mirror = self.entry(p)
        if b < 64:
            return None, 0
        if distance == 0:
            damaged("an entry of a cube that has a move and no distance")
        kind = (KING, BISHOP, KNIGHT)[b // 64 - 1]
        for m in legal(p):
            if m >> 6 == (b & 63) ^ mirror and kind_at(p, m & 63) == kind:
                return m, distance
        return damaged("a move of the cube is not legal")
