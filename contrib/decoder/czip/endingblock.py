"""Blocks of a base of an ending: endings.md, sections 2.1 and 2.3.

    shape = Shape(kinds)            what an ending has beside White's king, one or two kinds
    Block(shape, model, string, place).read()       V[last][k]; place: (K,) or (K, first)
"""

from . import lists
from .basics import clamp, quo
from .board import BISHOP, KING_ATTACKS, KNIGHT, PAWN, attacks, squares
from .coding import Coder

MOST = lists.limit("ENDING_MAX_MOVES")
SQUARES = range(64)
NEXT = ((-1, 0), (1, 0), (0, -1), (0, 1))
FAR = ((-1, -1), (1, -1), (1, 1), (-1, 1), (-2, 0), (2, 0), (0, -2), (0, 2))


def flip(s):
    """Files and ranks exchanged."""
    return 8 * (s % 8) + s // 8


def light(s):
    return (s % 8 + s // 8) % 2


def steps(a, b):
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


def shifted(s, d):
    """The square d files to the right and ranks up; None off the board."""
    if s is None:
        return None
    f, r = s % 8 + d[0], s // 8 + d[1]
    return 8 * r + f if 0 <= f <= 7 and 0 <= r <= 7 else None


def reach(kind, s, occupied):
    """What a piece of White's attacks."""
    return attacks(kind, 0, s, occupied)


class Shape:
    def __init__(self, kinds):
        self.kinds = kinds
        self.two = len(kinds) == 2
        self.pawns = PAWN in kinds
        self.last = kinds[-1]
        self.alike = self.two and kinds[0] == kinds[1]

    def home(self, K):
        return K % 8 <= 3 and (self.pawns or K // 8 <= K % 8)

    def fixed(self, K):
        return not self.pawns and K % 8 == K // 8

    def blocks(self):
        found = []
        for K in SQUARES:
            if not self.home(K):
                continue
            if not self.two:
                found.append((K,))
                continue
            for first in SQUARES:
                if first != K and not (self.fixed(K) and first // 8 > first % 8):
                    found.append((K, first))
        return found

    def key(self, first, k, last):
        """The squares in the order by which alike placements are compared."""
        if self.alike and last < first:
            first, last = last, first
        return first, k, last

    def stored(self, K, first, k, last):
        m = first, k, last
        return m <= self.key(first, k, last) and (
            not self.fixed(K) or m <= self.key(flip(first), flip(k), flip(last)))


# --- blocks (2.1)

class Block:
    """The names are those of the document; sets of squares are ints, as in board.py."""

    def __init__(self, shape, model, string, place):
        self.shape = shape
        self.distances, self.draws = (p.copy() for p in model)
        self.coder = Coder(string)
        self.K = place[0]
        self.first = place[1] if shape.two else 0
        self.V = [[None for _ in SQUARES] for _ in SQUARES]
        self.Lost = [[None for _ in SQUARES] for _ in SQUARES]
        self.done = [False for _ in SQUARES]

    def read(self):
        shape = self.shape
        order = SQUARES
        if shape.last == PAWN:
            order = reversed(SQUARES)
        elif shape.last == KNIGHT:
            order = sorted(order, key=lambda s: light(s) != light(self.first))
        for last in order:
            if not self.passed_over(last):
                self.read_plane(last)
                self.done[last] = True
        self.coder.finish()
        return self.V

    def passed_over(self, last):
        places = [self.K, self.first, last] if self.shape.two else [self.K, last]
        if len(set(places)) < len(places):
            return True
        return any(kind == PAWN and s // 8 in (0, 7)
                   for kind, s in zip(self.shape.kinds, places[1:]))

    def read_plane(self, last):
        shape, K, first = self.shape, self.K, self.first
        self.last = last
        self.now = V = self.V[last]
        self.others = 1 << K | (1 << first if shape.two else 0)
        self.occupied = self.others | 1 << last
        self.attacked = KING_ATTACKS[K]
        for kind, s in zip(shape.kinds, [first, last] if shape.two else [last]):
            self.attacked |= reach(kind, s, self.occupied)
        self.known = 0
        for k in SQUARES:
            if V[k] is not None:
                self.known |= 1 << k
        self.find_needs()
        drawn = shape.alike and shape.last == BISHOP and light(first) == light(last)
        both = shape.fixed(K) and (not shape.two or first % 8 == first // 8)
        free = self.occupied | self.attacked
        for k in SQUARES:
            if free >> k & 1 or self.known >> k & 1 or not shape.stored(K, first, k, last):
                continue
            v = 0 if drawn else self.read_cell(k)
            self.set(k, v)
            if both:
                self.V[flip(last)][flip(k)] = v
                if flip(last) == last:
                    self.set(flip(k), v)
        self.find_lost()

    def set(self, k, v):
        self.now[k] = v
        self.known |= 1 << k
        for a in squares(KING_ATTACKS[k] & self.open):
            if v == 0 or v >= self.Need[a]:
                self.open &= ~(1 << a)

    def replies(self, a):
        return KING_ATTACKS[a] & ~self.attacked

    def standing(self):
        return squares(~(self.occupied | KING_ATTACKS[self.K]) & (1 << 64) - 1)

    def moves(self, k):
        """Where last can go without taking, or have come from if it is no pawn; Black's king is
        on k."""
        last = self.last
        occ = self.others | 1 << k
        if self.shape.last != PAWN:
            return squares(reach(self.shape.last, last, occ | 1 << last) & ~occ)
        two = last + 16 if last // 8 == 1 else last + 8
        found = []
        for s in range(last + 8, two + 1, 8):
            if occ >> s & 1:
                break
            found.append(s)
        return found

    def find_needs(self):
        self.Need = [None for _ in SQUARES]
        self.open = 0
        if self.shape.last == PAWN:
            return              # the planes that a pawn may have come from are read later
        V, done, now, known = self.V, self.done, self.now, self.known
        for a in self.standing():
            r = self.replies(a)
            if r == 0 or r & self.occupied:
                continue
            need = 0
            for p in self.moves(a):
                if done[p] and V[p][a] is not None:
                    need = max(need, V[p][a] - 1)
            if need == 0:
                continue
            self.Need[a] = need
            if not any(now[x] == 0 or now[x] >= need for x in squares(r & known)):
                self.open |= 1 << a

    def find_lost(self):
        Lost = self.Lost[self.last]
        now = self.now
        for a in self.standing():
            r = self.replies(a)
            if r & ~self.known:
                continue
            if r == 0:
                Lost[a] = 0 if self.attacked >> a & 1 else None
                continue
            values = [now[x] for x in squares(r)]
            if min(values) > 0:
                Lost[a] = max(values)

    def bound(self, k):
        found = [self.Lost[p][k] + 1 for p in self.moves(k)
                 if self.done[p] and self.Lost[p][k] is not None]
        return min(found) if found else None

    def demand(self, k):
        need = others = 0
        for a in squares(KING_ATTACKS[k] & self.open):
            if self.Need[a] < need:
                continue
            rest = (self.replies(a) & ~self.known & ~(1 << k)).bit_count()
            if self.Need[a] > need or rest < others:
                need, others = self.Need[a], rest
        return need, others

    # --- a cell (2.3)

    def near(self, p, s):
        return 0 if p is None or s is None else self.V[p][s] or 0

    def read_cell(self, k):
        last, near = self.last, self.near
        kind = self.shape.last
        beside = 1
        same = not self.shape.two or light(last) == light(self.first)
        if kind == BISHOP or kind == KNIGHT and same:
            beside = 0
        beyond = FAR[:4] if beside else FAR[4:]
        self.beside, self.k = beside, k
        west, south = shifted(k, (-1, 0)), shifted(k, (0, -1))
        self.w, self.ww = near(last, west), near(last, shifted(k, (-2, 0)))
        self.s, self.ss = near(last, south), near(last, shifted(k, (0, -2)))
        self.sw = near(last, shifted(k, (-1, -1)))
        self.se = near(last, shifted(k, (1, -1)))
        self.far1 = near(shifted(last, beyond[0]), k)
        found = [near(shifted(last, d), k) for d in beyond[1:]]
        self.far2 = next((x for x in found if x), 0)
        self.guess_from(west, south)
        self.to_last, self.to_king = min(steps(k, last), 7), min(steps(k, self.K), 7)
        self.bd = self.bound(k)
        self.need, self.left = self.demand(k)
        if self.bd is None and self.drawn() == 1:
            return 0
        floor = 1
        ceiling = MOST if self.bd is None else min(self.bd, MOST)
        if self.need and self.left == 0:
            floor = min(self.need, ceiling)
        v = clamp(self.guess + 2 >> 2, floor, ceiling)
        if v == floor or self.at_least(v, 0) == 1:
            while v < ceiling and self.at_least(v + 1, 1) == 1:
                v += 1
            return v
        v -= 1
        while v > floor and self.at_least(v, 2) == 0:
            v -= 1
        return v

    def guess_from(self, west, south):
        """Sets guess, low and high."""
        last, k, near = self.last, self.k, self.near
        values = []
        bent = m = 0
        for d in NEXT if self.beside else FAR:
            p = shifted(last, d)
            x = near(p, k)
            if x == 0:
                continue
            values.append(x)
            for c, y in ((self.w, near(p, west)), (self.s, near(p, south))):
                if c > 0 and y > 0:
                    bent += c - y + x
                    m += 1
        self.low, self.high = min(values, default=0), max(values, default=0)
        beside = [x for x in (self.w, self.s, self.sw, self.se) if x]
        if m > 0:
            self.guess = quo(4 * bent, m)
        elif values:
            self.guess = 4 * sum(values) // len(values)
        elif beside:
            self.guess = 4 * sum(beside) // len(beside)
        else:
            self.guess = 88

    def at_least(self, t, way):
        """Whether the distance is at least t."""
        q = 2 * way + self.beside
        b = 0 if self.bd is None else 1 + clamp(self.bd - t, 0, 6)
        nd = 0 if self.need == 0 else 4 + clamp(self.need - t, -3, 3)
        ot = 0 if self.need == 0 else min(self.left, 3)
        g = 16 + clamp(self.guess - 4 * t + 2, -16, 15)

        def rel(x):
            return 15 if x == 0 else 7 + clamp(x - t, -7, 7)

        def pair(x, y):
            return (16 * q + rel(x)) * 16 + rel(y)

        at = ((32 * q + g) * 8 + b, pair(self.w, self.s), pair(self.low, self.high),
              pair(self.ww, self.w), pair(self.ss, self.s), pair(self.far1, self.far2),
              ((8 * q + b) * 8 + nd) * 4 + ot,
              ((8 * q + b) * 8 + self.to_last) * 8 + self.to_king,
              (34 * q + t) * 16 + rel(self.se))
        return self.distances.read(self.coder, at, 8 * q + b)

    def touch(self, p):
        if steps(p, self.k) != 1:
            return 0
        return 2 if self.attacked >> p & 1 else 1

    def state(self, x):
        if x is None or not self.known >> x & 1:
            return 0
        return 1 if self.now[x] == 0 else 2

    def drawn(self):
        """Whether the cell is drawn."""
        k, last, K, two = self.k, self.last, self.K, self.shape.two
        first = self.first if two else last
        h = 3 * self.touch(last) + (self.touch(first) if two else 0)
        edge = int(k % 8 in (0, 7) or k // 8 in (0, 7))
        m = 0
        for d in NEXT + FAR[:4]:
            p = shifted(last, d)
            m += p is not None and self.done[p] and self.V[p][k] == 0
        n = sum(self.now[x] == 0 for x in squares(KING_ATTACKS[k] & self.known))

        def apart(a, b):
            return min(steps(a, b), 4)

        left, down, right = (self.state(shifted(k, d)) for d in ((-1, 0), (0, -1), (1, -1)))
        at = (4 * h + 2 * edge + self.beside, (8 * h + min(m, 7)) * 8 + min(n, 7),
              (5 * h + apart(last, first)) * 8 + self.to_king,
              ((5 * h + apart(K, last)) * 5 + apart(K, first)) * 2 + edge,
              (((3 * left + down) * 3 + right) * 8 + last // 8) * 2 + self.beside)
        return self.draws.read(self.coder, at, h)
