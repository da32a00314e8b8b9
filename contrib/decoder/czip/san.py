"""SAN: moves.md, section 6.

    san(p, m)           the standard notation of a legal move or the null move, a str
    check_sign(p, m)    0 none, 1 check, 2 mate
    find_san(p, word)   the legal move, or 0, whose notation is the word, or None
"""

from .board import (BISHOP, DIAGONALS, EMPTY, KING, KNIGHT, PAWN, PAWN_ATTACKS, QUEEN, ROOK,
                    STRAIGHTS, attacks, in_check, kind_at, lowest, occupied, square_name)
from .rules import castles, legal, make, passes


def san(p, m):
    if not m:
        return "--"
    return without_sign(p, m) + ("", "+", "#")[check_sign(p, m)]


def without_sign(p, m):
    """The notation of a legal move but for the sign of check."""
    s = m & 63
    t = m >> 6 & 63
    kind = kind_at(p, s)
    if castles(p, m):
        return "O-O-O" if t < s else "O-O"
    takes = occupied(p) >> t & 1 or passes(p, m)
    if kind == PAWN:
        text = square_name(s)[0] if takes else ""
    else:
        text = "NBRQK"[kind - 2] + origin_shown(p, m, kind)
    if takes:
        text += "x"
    text += square_name(t)
    promotion = m >> 12
    if promotion:
        text += "=" + "NBRQ"[promotion - 2]
    return text


def origin_shown(p, m, kind):
    s = m & 63
    pieces = p.men[p.turn][kind]
    others = [l & 63 for l in legal(p)
              if l >> 6 == m >> 6 and l & 63 != s and pieces >> (l & 63) & 1]
    if not others:
        return ""
    name = square_name(s)
    if all(o % 8 != s % 8 for o in others):
        return name[0]
    if all(o // 8 != s // 8 for o in others):
        return name[1]
    return name


def check_sign(p, m):
    """0 none, 1 check, 2 mate."""
    if not may_check(p, m):
        return 0
    q = make(p, m)
    if not in_check(q, q.turn):
        return 0
    return 1 if legal(q) else 2


def may_check(p, m):
    us = p.turn
    s = m & 63
    t = m >> 6 & 63
    kind = kind_at(p, s)
    foe_kings = p.men[1 - us][KING]
    if foe_kings.bit_count() != 1:
        return False
    king = lowest(foe_kings)
    men = p.men[us]
    here = 1 << s
    if DIAGONALS[king] & here and DIAGONALS[king] & (men[BISHOP] | men[QUEEN]) & ~here:
        return True
    if STRAIGHTS[king] & here and STRAIGHTS[king] & (men[ROOK] | men[QUEEN]) & ~here:
        return True
    if kind == PAWN:
        near = PAWN_ATTACKS[0][king] | PAWN_ATTACKS[1][king]
        return m >> 12 in (KNIGHT, BISHOP, ROOK, QUEEN) or passes(p, m) or near >> t & 1 == 1
    if kind == KING:
        return castles(p, m)
    return attacks(kind, us, king, EMPTY) >> t & 1 == 1


def find_san(p, word):
    """The move whose notation is exactly the word; 0 for "--", None if there is none."""
    if word == "--":
        return 0
    plain = word[:-1] if word[-1:] in ("+", "#") else word
    for m in legal(p):
        if without_sign(p, m) == plain and san(p, m) == word:
            return m
    return None
