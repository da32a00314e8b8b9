"""The search of captures of levels 7 to 9: moves.md, part 3.

    balance(men), captures(men, c, value, low, high, depth), loss_grade(d)
    search(v, o, x, all), search_cells(v, o, a)         features 48 to 54
"""

from functools import reduce
from operator import mul, or_

from . import lists
from .board import (BISHOP, KING, KING_ATTACKS, KNIGHT, KNIGHT_ATTACKS, PAWN, QUEEN, ROOK,
                    SQUARES, attackers, bishop_attacks, rook_attacks, seen, squares)
from .features import rescue

M64 = (1 << 64) - 1
INFINITE = lists.limit("SEARCH_INFINITE")
MATE = lists.limit("SEARCH_MATE")
LOSS_LIMIT = lists.limit("SEARCH_LOSS_LIMIT")
REPLY_DEPTH = lists.limit("SEARCH_REPLY_DEPTH")
MENACE_DEPTH = lists.limit("SEARCH_MENACE_DEPTH")


# --- Worth of a position (section 20), in hundredths of a pawn

VALUES = {PAWN: 100, KNIGHT: 320, BISHOP: 330, ROOK: 500, QUEEN: 950, KING: 0}


def square_value(kind, s):
    """What a kind gains on s, its own pawns going up."""
    file = s % 8
    rank = s // 8
    center = 3 - max(3 - file, file - 4)
    middle = 3 - max(3 - rank, rank - 4)
    if kind == PAWN:
        return 4 * rank + center * rank // 2
    if kind == KNIGHT:
        return 8 * (center + middle) - 20
    if kind == BISHOP:
        return 4 * (center + middle) - 8
    if kind == ROOK:
        return 2 * center + 15 * (rank == 6)
    if kind == QUEEN:
        return 2 * (center + middle)
    return 0


SQUARE = {kind: [square_value(kind, s) for s in SQUARES] for kind in VALUES}
WORTH = {kind: [VALUES[kind] + x for x in SQUARE[kind]] for kind in VALUES}


def balance(men):
    """What the pieces are worth for side 0."""
    total = 0
    for k in (1, 2, 3, 4, 5, 6):
        worth = WORTH[k]
        for s in squares(men[0][k]):
            total += worth[s]
        for s in squares(men[1][k]):
            total -= worth[s ^ 56]
    return total


# --- The search of captures (section 21)

NOT_A, NOT_H = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F


def reached(men, c, occ):
    """reach(men, c, occ).once"""
    pawns = men[PAWN]
    if c == 0:
        found = (pawns & NOT_A) << 7 | (pawns & NOT_H) << 9
    else:
        found = (pawns & NOT_A) >> 9 | (pawns & NOT_H) >> 7
    for s in squares(men[KNIGHT]):
        found |= KNIGHT_ATTACKS[s]
    for s in squares(men[BISHOP] | men[QUEEN]):
        found |= bishop_attacks(s, occ)
    for s in squares(men[ROOK] | men[QUEEN]):
        found |= rook_attacks(s, occ)
    for s in squares(men[KING]):
        found |= KING_ATTACKS[s]
    return found


def captures(men, c, value, low, high, depth):
    """The best value for side c if it may capture or stop; value is what the position is worth
    for it as it stands."""
    own = men[c]
    them = men[1 - c]
    occ = reduce(or_, own) | reduce(or_, them)
    flip = 56 * c
    within = reached(own, c, occ)
    if them[KING] & within:
        return MATE
    best = value
    low = max(low, value)
    for victim in (5, 4, 3, 2, 1):
        if value + VALUES[victim] + 80 <= low:
            break
        for to in squares(seen(them[victim] & within, flip)):
            t = to ^ flip
            won = value + WORTH[victim][to ^ 56]
            who = attackers(own, c, t, occ)
            defended = depth == 1 and attackers(them, 1 - c, t, occ) != 0
            for kind in (1, 2, 3, 4, 5, 6):
                if kind == KING and defended:
                    break
                for origin in squares(seen(who & own[kind], flip)):
                    arrives = kind
                    after = won - SQUARE[kind][origin]
                    if kind == PAWN and to >= 56:
                        arrives = QUEEN
                        after += VALUES[QUEEN] - VALUES[PAWN]
                    after += SQUARE[arrives][to]
                    if after <= low:
                        continue
                    result = after
                    if depth > 1:
                        mine, theirs = own[:], them[:]
                        mine[kind] &= ~(1 << (origin ^ flip))
                        mine[arrives] |= 1 << t
                        theirs[victim] &= ~(1 << t)
                        following = (theirs, mine) if c else (mine, theirs)
                        result = -captures(following, 1 - c, -after, -high, -low, depth - 1)
                    elif defended:
                        result = after - VALUES[arrives]
                    if result > best:
                        best = result
                        if result >= high:
                            return result
                        low = max(low, result)
    return best


def loss_grade(d):
    """Of a difference; it is a number of 64 bits."""
    if abs(d) > d:
        return -(-d // 5) & M64
    # The grades grow ever more slowly, so the least of these lines is the one that counts.
    return min(d // 5, 4 + d // 10, 13 + d // 40, 19 + d // 100, 29 + (d >= 5000))


def search(v, o, x, all_):
    """Sets what features 48 to 54 know: rows in x, v.gap, and value, menace and loss of the
    moves. all_: what look says of each legal move, in order."""
    now = balance(v.men)
    danger = loss_grade(captures(v.men, 1, -now, -INFINITE, INFINITE, REPLY_DEPTH) + now)
    best = -INFINITE
    for a in all_:
        after = balance(a.men)
        limit = min(INFINITE, LOSS_LIMIT - best)
        a.value = after
        if -after < limit:
            a.value = -captures(a.men, 1, -after, -INFINITE, limit, REPLY_DEPTH)
        best = max(best, a.value)
        a.menace = captures(a.men, 0, after, -INFINITE, INFINITE, MENACE_DEPTH) - after
    first = second = -INFINITE
    for a in all_:
        second = max(second, min(first, a.value))
        first = max(first, a.value)
    v.gap = loss_grade(first - second)
    for a in all_:
        a.loss = loss_grade(first - a.value)
    x[49] = 16 * o.elo + o.pace
    x[51] = 16 * v.phase + o.result
    x[53] = o.elo
    x[54] = danger


def search_cells(v, o, a):
    """(group, place) of features 48 to 54."""
    k = a.kind
    menace = loss_grade(a.menace)
    return [
        (v.gap, a.loss),                                                # 48 loss
        (2 * a.victim + a.check // 2, 2 * a.loss + a.check % 2),        # 49 lossskill
        (32 * k + a.gain, a.loss),                                      # 50 losskind
        (4 * o.left + a.check, a.loss),                                 # 51 lossphase
        (8 * menace + k, a.gain),                                       # 52 menace
        (menace >> 1, 2 * a.loss + menace % 2),                         # 53 menaceloss
        (4 * k + rescue(v, a), a.loss),                                 # 54 danger
    ]
