"""Spelling of moves: games.md, section 7.

    expected(d, p, m)       the spelling, 15 bits, that dialect d makes of the legal move m of p
    spelled(p, m, s)        the text of m in the spelling s, a str
    text_of(d, p, m, form)  the text of a move in a dialect, with the form of its departure or 0
"""

from .board import KING, PAWN, attackers, has, kind_at, occupied, square_name, squares
from .rules import castles, legal, passes
from .san import check_sign


def text_of(d, p, m, form):
    return spelled(p, m, expected(d, p, m) ^ form)


def spelled(p, m, s):
    origin = m & 63
    target = m >> 6 & 63
    sign = ("", "+", "#", "++")[s >> 2 & 3]
    castling = castles(p, m)
    if castling and (s >> 9 & 3) < 3:
        o = "O0o"[s >> 9 & 3]
        return (f"{o}-{o}-{o}" if target < origin else f"{o}-{o}") + sign
    if castling and (s >> 9 & 7) == 3:
        target = origin // 8 * 8 + (2 if target < origin else 6)
    text = "PNBRQK"[kind_at(p, origin) - 1] if s >> 14 & 1 else ""
    name = square_name(origin)
    if s & 1:
        text += name[0]
    if s & 2:
        text += name[1]
    text += ("", "x", ":", "-")[s >> 4 & 3] + square_name(target)
    letter = ("", "", "N", "B", "R", "Q")[m >> 12]
    if letter:
        if s >> 8 & 1:
            letter = letter.lower()
        text += ("=%s", "%s", "(%s)", "/%s")[s >> 6 & 3] % letter
    return text + ("", "e.p.", "ep", " e.p.")[s >> 12 & 3] + sign


def expected(d, p, m):
    s = 0
    kind = kind_at(p, m & 63)
    target = m >> 6 & 63
    letters = d >> 14 & 1 == 0
    if castles(p, m):
        s = (d >> 11 & 7) << 9
        if letters:
            s |= 1 << 14
        if d >> 11 & 3 == 3:
            if d & 3 == 2:
                s |= 3
            if d >> 7 & 1:
                s |= 3 << 4
        return s | sign(d, p, m) << 2
    if kind == PAWN:
        s |= (d >> 8 & 7) << 6
    elif letters:
        s |= 1 << 14
    takes = has(occupied(p), target) or passes(p, m)
    if takes:
        s |= (1, 0, 2, 1)[d >> 5 & 3] << 4
    elif d >> 7 & 1:
        s |= 3 << 4
    if d & 3 == 2:
        s |= 3
    elif kind == PAWN:
        if takes:
            s |= 1
    else:
        s |= _origin(d, p, m, kind)
    return s | sign(d, p, m) << 2


def _origin(d, p, m, kind):
    """Which of file (1) and rank (2) of the origin the dialect shows, for a piece."""
    origin = m & 63
    target = m >> 6 & 63
    if d >> 2 & 1 and kind != KING:
        found = attackers(p.men[p.turn], p.turn, target, occupied(p)) & p.men[p.turn][kind]
        others = [s for s in squares(found) if s != origin]
    else:
        others = [x & 63 for x in legal(p)
                  if x >> 6 & 63 == target and x & 63 != origin and kind_at(p, x & 63) == kind]
    if not others:
        return 0
    if all(s % 8 != origin % 8 for s in others):
        return 1
    if all(s // 8 != origin // 8 for s in others) and d & 3 != 1:
        return 2
    return 3


def sign(d, p, m):
    """The check sign: 0 none, 1 +, 2 #, 3 ++."""
    policy = d >> 3 & 3
    if policy == 2:
        return 0
    c = check_sign(p, m)
    if c == 0:
        return 0
    if policy == 1:
        return 1
    return 3 if c == 2 and policy == 3 else c
