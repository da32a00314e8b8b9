"""The quick order: moves.md, section 7.

    past = START_QUICK; past = quick_next(past, p, m)
    quick_scores(p, past)       a score for each legal move
    order(scores)               the indexes of the moves, best first
    read_quick(bits, p, past)   the next move of a source of bits
    Bits(data)                  such a source
"""

import functools

from . import lists, trace
from .board import (BISHOP, KING, KNIGHT, NO_MEN, PAWN, QUEEN, ROOK, SQUARES, attacks, lowest,
                    seen, side, squares, write_fen)
from .refused import damaged
from .rules import legal

C1, C2, C3, C4 = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93
M64 = (1 << 64) - 1
WEIGHTS = lists.limit("QUICK_WEIGHTS")
LAST_SYMBOL = lists.limit("QUICK_SYMBOLS") - 1
LATER_BITS = lists.limit("QUICK_LATER_BITS")
OPENING_MOVES = lists.limit("QUICK_OPENING_MOVES")
OPENING_BITS = lists.limit("QUICK_OPENING_BITS")

_table = lists.data("internal/model/fast/fast.bin")
if _table[:4] != b"CZR\x01" or len(_table) != 4 + WEIGHTS + 16 * lists.limit("QUICK_CODES"):
    raise ValueError("fast.bin is not the table of the quick order")
weight = memoryview(_table)[4:4 + WEIGHTS].cast("b")            # by number
_first = lists.quick_parts()
PATHS, TRADES, REPLIES = _first["paths"], _first["trades"], _first["replies"]
ATTACKS, SHELTERS, RESCUES = _first["attacks"], _first["shelters"], _first["rescues"]
CHECKS, RECAPTURES = _first["checks"], _first["recaptures"]
PROMOTIONS, AGAINS, OPENINGS = _first["promotions"], _first["agains"], _first["openings"]


def words(code, n):
    """How many words of n bits a code has."""
    return _table[3 + WEIGHTS + 16 * code + n]


class View:
    """The board from the side to move, which has men[0] and whose pawns go up."""

    __slots__ = ("flip", "men", "own", "them", "occ", "kinds", "reach", "loose", "hang", "king",
                 "phase", "check", "pinned", "gap", "planes", "rings")


def view(p):
    v = View()
    v.flip = flip = 56 * p.turn
    v.men = [[seen(x, flip) for x in p.men[p.turn]], [seen(x, flip) for x in p.men[1 - p.turn]]]
    v.own = side(v, 0)
    v.them = side(v, 1)
    v.occ = v.own | v.them
    v.kinds = kinds = [0 for _ in SQUARES]
    for k in (1, 2, 3, 4, 5, 6):
        for s in squares(v.men[0][k] | v.men[1][k]):
            kinds[s] = k
    return v


class Reach:
    """What one side attacks: by[k] by a piece of kind k, once by any, twice by two or more."""

    __slots__ = ("by", "once", "twice")


def reach(men, c, occ):
    r = Reach()
    r.by = by = list(NO_MEN)
    once = twice = 0
    for k in (1, 2, 3, 4, 5):
        found = 0
        for s in squares(men[k]):
            a = attacks(k, c, s, occ)
            found |= a
            twice |= once & a
            once |= a
        by[k] = found
    for s in squares(men[KING]):            # several kings count as one piece
        by[KING] |= attacks(KING, c, s, occ)
    r.twice = twice | once & by[KING]
    r.once = once | by[KING]
    return r


def least(r, s):
    """The lowest kind that attacks s, 0 for none."""
    if not r.once >> s & 1:
        return 0
    by = r.by
    for k in (1, 2, 3, 4, 5):
        if by[k] >> s & 1:
            return k
    return KING


def hanging(men, defenders, by_foe):
    """Pieces but kings that are attacked, and either not defended or worth more than what
    attacks."""
    by = by_foe.by
    attacked = by_foe.once
    open_ = attacked & ~defenders.once
    cheap = open_ | by[PAWN]
    found = men[PAWN] & open_ | (men[KNIGHT] | men[BISHOP]) & cheap
    cheap |= by[KNIGHT] | by[BISHOP]
    return found | men[ROOK] & cheap | men[QUEEN] & (cheap | by[ROOK])


def best_grade(men, set_):
    """Of the best piece in the set: 0 none, 1 pawn, 2 knight or bishop, 3 rook, 4 queen."""
    if set_ & men[QUEEN]:
        return 4
    if set_ & men[ROOK]:
        return 3
    if set_ & (men[KNIGHT] | men[BISHOP]):
        return 2
    return int(set_ != 0)


# What is remembered: (last, prior), the last moves of the opponent and of the side to move,
# each as (kind, target, victim).
NO_MOVE = (0, None, 0)
START_QUICK = (NO_MOVE, NO_MOVE)


def quick_next(past, p, m):
    """The past after m; p is the position before it."""
    if m == 0:
        return NO_MOVE, past[0]
    s = m & 63
    t = m >> 6 & 63
    kind = victim = 0
    own = p.men[p.turn]
    them = p.men[1 - p.turn]
    for k in (1, 2, 3, 4, 5, 6):
        if own[k] >> s & 1:
            kind = k
        if them[k] >> t & 1:
            victim = k
    return (kind, t, victim), past[0]


def quick_scores(p, past):
    """The scores of the legal moves, in the legal order."""
    v = view(p)
    flip, kinds, occ, men = v.flip, v.kinds, v.occ, v.men
    own = reach(men[0], 0, occ)
    them = reach(men[1], 1, occ)
    loose = hanging(men[0], own, them)
    hang = best_grade(men[0], loose)
    foe_king = lowest(men[1][KING])
    zone = king_zone(lowest(men[0][KING]))
    last, prior = past
    reply = (last[0] - 1) * 64 + (last[1] ^ flip) if last[0] else 384
    retaken = last[1] ^ flip if last[2] else None
    again = prior[1] ^ flip if prior[0] else None
    opening = opening_hash(v) if p.number <= OPENING_MOVES else None
    scores = []
    for m in legal(p):
        s = (m & 63) ^ flip
        t = (m >> 6 & 63) ^ flip
        kind = kinds[s]
        victim = kinds[t] if v.them >> t & 1 else 0
        goal = (kind - 1) * 64 + t
        from_origin = kind * 16 + least(them, s) * 2 + (own.once >> s & 1) - 16
        at_target = (victim + least(them, t) * 8 + (own.once >> t & 1) * 64
                     + (own.twice >> t & 1) * 128)
        score = (weight[PATHS + (kind - 1) * 4096 + s * 64 + t]
                 + weight[TRADES + from_origin * 256 + at_target]
                 + weight[REPLIES + reply * 384 + goal]
                 + weight[ATTACKS + foe_king * 384 + goal]
                 + weight[SHELTERS + zone * 384 + goal]
                 + weight[RESCUES + (hang * 2 + (loose >> s & 1)) * 256 + at_target])
        if kind < KING and attacks(kind, 0, t, occ) >> foe_king & 1:
            score += weight[CHECKS + (kind - 1) * 256 + at_target]
        if t == retaken:
            score += weight[RECAPTURES + (last[2] - 1) * 96 + from_origin]
        promotion = m >> 12
        if promotion:
            score += weight[PROMOTIONS + promotion * 256 + at_target]
        if s == again:
            score += weight[AGAINS + last[0] * 96 + from_origin]
        if opening is not None:
            score += weight[OPENINGS + opening_slot(opening, m)]
        scores.append(score)
    return scores


def king_zone(s):
    file, rank = s % 8, s // 8
    if rank == 0:
        return file
    if rank == 1:
        return 8 + file // 2
    return (12 if rank < 4 else 14) + file // 4


def planes(v):
    """The sets of pieces whose kind has bit 0, 1, 2; v is a view or a position."""
    a, b = v.men
    return (a[1] | a[3] | a[5] | b[1] | b[3] | b[5], a[2] | a[3] | a[6] | b[2] | b[3] | b[6],
            a[4] | a[5] | a[6] | b[4] | b[5] | b[6])


def opening_hash(v):
    """What of opening_slot does not depend on the move."""
    P = planes(v)
    return P[0] * C1 ^ P[1] * C2 ^ P[2] * C3 ^ v.own * C4


def opening_slot(h, m):
    h ^= m * 0xFF51AFD7ED558CCD
    return (h * 0xC4CEB9FE1A85EC53 & M64) >> (64 - OPENING_BITS)


@functools.lru_cache(None)
def chance(d):
    """How likely a move is whose score is d below the best, in 1/2^20; 0 long before d is 255."""
    c = 1 << 20
    for _ in range(d):
        c = c * 61565 >> 16
    return c


def order(scores):
    """The indexes of the moves, the highest score first, equal scores by index."""
    return sorted(range(len(scores)), key=lambda i: -scores[i])


def quick_code(scores):
    """Which code a position with two legal moves or more uses."""
    n = len(scores)
    best = order(scores)
    top_score = scores[best[0]]
    total = sum(chance(top_score - x) for x in scores)
    top = max(20, total.bit_length() - 1)
    spread = min(4 * (top - 20) + (total >> (top - 2) & 3), 19)
    below = top_score - scores[best[1]]
    gap = sum(below >= limit for limit in (3, 8, 14, 22, 32))
    grade = min(n - 2, 2) + (n >= 8) + (n >= 16)
    return (grade * 20 + spread) * 6 + gap


class Bits:
    """Bits of bytes, the highest of each first."""

    def __init__(self, data):
        self.data = data
        self.at = 0
        self.end = 8 * len(data)

    def next(self):
        at = self.at
        if at >= self.end:
            damaged("the bits of moves end too early")
        self.at = at + 1
        return self.data[at >> 3] >> (7 - (at & 7)) & 1

    def number(self, n):
        v = 0
        for _ in range(n):
            v = 2 * v + self.next()
        return v

    def done(self):
        """Refuses what is left, but for zero bits that fill the last byte."""
        if self.end - self.at >= 8:
            damaged("a byte is left over behind moves")
        while self.at < self.end:
            if self.next():
                damaged("bits behind moves are not zero")


def read_quick(bits, p, past):
    """The next move."""
    moves = legal(p)
    if not moves:
        damaged("a move where none is legal")
    if len(moves) == 1:
        return moves[0]
    scores = quick_scores(p, past)
    code = quick_code(scores)
    word = first = symbol = n = 0
    while True:                         # some word always fits
        n += 1
        word = 2 * word + bits.next()
        here = words(code, n)
        if word - first < here:
            break
        symbol += here
        first = 2 * (first + here)
    at = symbol + word - first
    if at == LAST_SYMBOL:
        at += bits.number(LATER_BITS)
    if at >= len(moves):
        damaged("a place of the quick order that no move has")
    m = moves[order(scores)[at]]
    if trace.sink:
        trace.say(f"quick order {write_fen(p)}: code {code}, place {at} of {len(moves)}, {m}")
    return m
