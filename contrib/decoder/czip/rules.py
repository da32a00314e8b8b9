"""Legal moves in their order, and making a move: moves.md, sections 4 and 5.

    legal(p)            the legal moves, a list that must not be changed; the index of a move is
                        its place there
    make(p, m)          the position after a legal move or the null move
    castles(p, m), passes(p, m), legal_ep(p), usable(p, i)

The results are those of the document; pins and checks are found in a faster way.
"""

from .board import (ALL, BETWEEN, BISHOP, DIAGONALS, KING, KING_ATTACKS, KNIGHT, PAWN,
                    PAWN_ATTACKS, QUEEN, ROOK, STRAIGHTS, Position, attackers, attacks, kind_at,
                    lowest, occupied, side, squares)


def legal(p):
    """The legal moves in their order."""
    if p.moves is None:
        p.moves = _legal(p)
    return p.moves


def _legal(p):
    us = p.turn
    men = p.men[us]
    theirs = side(p, 1 - us)
    own = side(p, us)
    occ = own | theirs
    king = None                                         # square of the only king
    if men[KING].bit_count() == 1:
        king = lowest(men[KING])
    mask, pins = ALL, {}
    if king is not None:
        mask, pins = _bonds(p, king, own, occ)
    moves = []
    for s in squares(men[PAWN]):
        targets = pawn_targets(p, s, occ, theirs) & mask & pins.get(s, ALL)
        targets |= _passing(p, s, occ, king)
        for t in squares(targets):
            m = s + 64 * t
            if t < 8 or t > 55:
                moves += [m + 4096 * k for k in (2, 3, 4, 5)]
            else:
                moves.append(m)
    for kind in (KNIGHT, BISHOP, ROOK, QUEEN):
        for s in squares(men[kind]):
            targets = attacks(kind, us, s, occ) & ~own & mask & pins.get(s, ALL)
            while targets:
                low = targets & -targets
                moves.append(s + 64 * (low.bit_length() - 1))
                targets ^= low
    them = p.men[1 - us]
    for s in squares(men[KING]):
        for t in squares(KING_ATTACKS[s] & ~own):
            if king is None or not attackers(them, 1 - us, t, occ & ~(1 << s)) & ~(1 << t):
                moves.append(s + 64 * t)
    for queen_side in (1, 0):
        rook = castling_rook(p, queen_side)
        if rook is not None:
            moves.append(king + 64 * rook)
    return moves


def _bonds(p, king, own, occ):
    """(targets that pieces but the king may have, {square of a pinned piece: its line})."""
    c = 1 - p.turn
    them = p.men[c]
    mask = ALL
    checkers = attackers(them, c, king, occ)
    if checkers:
        mask = 0
        if checkers.bit_count() == 1:
            mask = checkers | BETWEEN[king][lowest(checkers)]
    pins = {}
    sliders = (DIAGONALS[king] & (them[BISHOP] | them[QUEEN])
               | STRAIGHTS[king] & (them[ROOK] | them[QUEEN]))
    for s in squares(sliders):
        line = BETWEEN[king][s]
        shield = line & occ
        if shield & own and shield.bit_count() == 1:
            pins[lowest(shield)] = line | 1 << s
    return mask, pins


def pawn_targets(p, s, occ, theirs):
    """What a pawn on s may reach, but en passant."""
    us = p.turn
    found = PAWN_ATTACKS[us][s] & theirs
    up = 8 - 16 * us
    one = s + up
    if 0 <= one <= 63 and not occ >> one & 1:
        found |= 1 << one
        if s // 8 == 1 + 5 * us and not occ >> one + up & 1:
            found |= 1 << one + up
    return found


def can_pass(p):
    """Whether a theirs's pawn stands in front of the en passant square and may have come over it."""
    us = p.turn
    up = 8 - 16 * us
    if p.ep // 8 != 5 - 3 * us or occupied(p) & (1 << p.ep | 1 << p.ep + up):
        return 0
    return p.men[1 - us][PAWN] >> p.ep - up & 1


def _passing(p, s, occ, king):
    """The en passant square as a set, if the pawn on s may legally capture there, else 0."""
    if not PAWN_ATTACKS[p.turn][s] >> p.ep & 1 or not can_pass(p):
        return 0
    if king is not None:
        c = 1 - p.turn
        taken = 1 << 8 * (s // 8) + p.ep % 8
        men = p.men[c][:]
        men[PAWN] &= ~taken
        if attackers(men, c, king, occ & ~taken & ~(1 << s) | 1 << p.ep):
            return 0
    return 1 << p.ep


def usable(p, i):
    """Whether right i does not lie idle."""
    c = i // 2
    if not p.right[i] or p.men[c][KING].bit_count() != 1:
        return 0
    king = lowest(p.men[c][KING])
    rook = 56 * c + p.right[i] - 1
    return int(king // 8 == 7 * c and p.men[c][ROOK] >> rook & 1 == 1 and (rook < king) == i % 2)


def span(a, b):
    """All squares from a to b on their rank, both included."""
    low, high = (a, b) if a < b else (b, a)
    return (1 << high + 1) - (1 << low)


def castling_rook(p, queen_side):
    """The square of the rook with which the side to move may castle, or None."""
    us = p.turn
    right = 2 * us + queen_side
    if not usable(p, right):
        return None
    king = lowest(p.men[us][KING])
    rook = 56 * us + p.right[right] - 1
    king_to = 56 * us + 6 - 4 * queen_side
    rook_to = 56 * us + 5 - 2 * queen_side
    way = span(king, king_to)
    others = occupied(p) & ~(1 << king) & ~(1 << rook)
    if others & (way | span(rook, rook_to)):
        return None
    them = p.men[1 - us]
    # What attacks the way through the square of the rook attacks king_to behind castling, and
    # where the rook lands it shields nothing.
    attacked = any(attackers(them, 1 - us, s, others) for s in squares(way))
    return None if attacked else rook


def legal_ep(p):
    """The en passant square if a pawn can legally capture there, else 0."""
    return p.ep if p.ep and any(passes(p, m) for m in legal(p)) else 0


def make(p, m):
    """The position after the legal or null move m."""
    us = p.turn
    q = Position.__new__(Position)
    men = p.men[us][:]
    them = p.men[1 - us][:]
    q.men = (them, men) if us else (men, them)
    q.turn = 1 - us
    q.right = p.right[:]
    q.ep = 0
    q.clock = p.clock + 1 if p.clock < 65535 else 65535
    q.number = min(p.number + us, 65535)
    q.moves = None
    if m == 0:
        return q
    s = m & 63
    t = m >> 6 & 63
    kind = kind_at(p, s)
    if castles(p, m):
        queen_side = t < s
        men[KING] = men[KING] & ~(1 << s) | 1 << 56 * us + 6 - 4 * queen_side
        men[ROOK] = men[ROOK] & ~(1 << t) | 1 << 56 * us + 5 - 2 * queen_side
        q.right[2 * us] = q.right[2 * us + 1] = 0
        return q
    taken = 1 << t
    if passes(p, m):
        taken = 1 << 8 * (s // 8) + t % 8
    if kind == PAWN:
        q.clock = 0
        if t - s == 16 or s - t == 16:
            q.ep = (s + t) // 2
    for k in (1, 2, 3, 4, 5, 6):
        if them[k] & taken:
            q.clock = 0
            them[k] &= ~taken
    men[kind] &= ~(1 << s)
    men[m >> 12 or kind] |= 1 << t
    if kind == KING:
        q.right[2 * us] = q.right[2 * us + 1] = 0
    for i in range(4):
        if q.right[i]:
            rook = 56 * (i // 2) + q.right[i] - 1
            if rook == s or rook == t:
                q.right[i] = 0
    return q


def castles(p, m):
    return p.men[p.turn][KING] >> (m & 63) & 1 == 1 and side(p, p.turn) >> (m >> 6 & 63) & 1 == 1


def passes(p, m):
    """Whether m captures en passant."""
    s = m & 63
    t = m >> 6 & 63
    return (s % 8 != t % 8 and (p.men[0][PAWN] | p.men[1][PAWN]) >> s & 1 == 1
            and not occupied(p) >> t & 1)
