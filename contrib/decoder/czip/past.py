"""What is known of a game and what is remembered of it: moves.md, sections 11 and 12.

    known = Known()             what is known of a game
    START_PAST, learned_next(past, p, m), repeats(past, q)
    board_mix, mix, rotl        numbers of 64 bits, for features and fingerprints
"""

from . import lists
from .board import PAWN, kind_at, side
from .quick import C1, C2, C3, C4, M64, planes

SEEN = lists.limit("LEARNED_SEEN")


class Known:
    """What is known of a game; 0 is unknown everywhere."""

    __slots__ = ("result", "ending", "elo", "seconds", "plies")

    def __init__(self, result=0, ending=0, elo=(0, 0), seconds=0, plies=0):
        self.result = result            # 1 White won, 2 Black won, 3 drawn
        self.ending = ending            # 1 on the board, 2 by forfeit
        self.elo = list(elo)
        self.seconds = seconds
        self.plies = plies


class Past:
    """last: the last four moves, the latest first, as (kind, origin, target, victim)."""

    __slots__ = ("last", "seen", "kept", "ply")

    def __init__(self, last, seen, kept, ply):
        self.last = last
        self.seen = seen
        self.kept = kept
        self.ply = ply


NO_MOVE = (0, 0, 0, 0)
START_PAST = Past((NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE), (None,) * SEEN, 0, 0)


def learned_next(past, p, m):
    """The past after m; p is the position before it."""
    ply = min(past.ply + 1, 65535)
    if m == 0:
        return Past((NO_MOVE,) + past.last[:-1], past.seen, 0, ply)
    t = m >> 6 & 63
    kind = kind_at(p, m & 63)
    victim = kind_at(p, t) if side(p, 1 - p.turn) >> t & 1 else 0
    last = ((kind, m & 63, t, victim),) + past.last[:-1]
    if kind == PAWN or victim:
        return Past(last, past.seen, 0, ply)
    seen = list(past.seen)
    seen[past.ply % SEEN] = fingerprint(p)
    return Past(last, tuple(seen), min(past.kept + 1, SEEN), ply)


def repeats(past, q):
    """Whether q, reached by a move from here, was on the board before."""
    mark = fingerprint(q)
    return int(any(back <= past.kept and past.seen[(past.ply - back) % SEEN] == mark
                   for back in range(3, SEEN, 2)))


def fingerprint(p):
    return board_mix(planes(p), side(p, 1)) & 65535


def board_mix(P, set_):
    return mix(P[0] * C1 ^ rotl(P[1] * C2, 17) ^ rotl(P[2] * C3, 31) ^ rotl(set_ * C4, 47))


def mix(x):
    x &= M64
    x = (x ^ x >> 32) * C4 & M64
    return x ^ x >> 32


def rotl(x, n):
    x &= M64
    n &= 63
    return (x << n | x >> (64 - n)) & M64
