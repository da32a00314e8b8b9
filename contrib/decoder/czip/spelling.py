"""Section 9.5: how a move is spelled, by a dialect and a form."""

from .board import BISHOP, KNIGHT, KNIGHTS, PAWN, PAWNS, QUEEN, ROOK, _bishop, _rook, attacks, squares

FILES = "abcdefgh"
# Bits of a spelling, which are those of a form.
FILE, ROW, LETTER = 1, 2, 1 << 14


def name(s):
    return FILES[s & 7] + str((s >> 3) + 1)


def spelling(dialect, position, m, legal):
    """How the dialect spells a legal move, as the bits of a form."""
    s, t, promotion = m & 63, m >> 6 & 63, m >> 12
    kind = position.kind_at(s)
    castling = position.is_castling(m)
    bits = 0
    if kind != PAWN and not dialect >> 14 & 1:
        bits |= LETTER
    as_king = castling and dialect >> 11 & 3 == 3
    if not castling or as_king:
        bits |= origin(dialect, position, m, legal, kind, castling)
    after = position.play(m)
    check = 0
    if may_check(position, m, kind, castling) and after.in_check():
        mate = not after.legal()
        check = {0: 2 if mate else 1, 1: 1, 2: 0, 3: 3 if mate else 1}[dialect >> 3 & 3]
    bits |= check << 2
    if not castling and position.is_capture(m):
        bits |= {0: 1, 1: 0, 2: 2, 3: 0}[dialect >> 5 & 3] << 4
    elif dialect >> 7 & 1 and (not castling or as_king):
        bits |= 3 << 4
    bits |= (dialect >> 8 & 7) << 6
    bits |= (dialect >> 11 & 7) << 9
    return bits


def may_check(position, m, kind, castling):
    """Whether a move could give a check that there was not before."""
    us, k = position.turn, position.kinds
    own = position.colours[us]
    king = position.king(1 - us)
    if king < 0:
        return False
    s, t = m & 63, m >> 6 & 63
    diagonals, straights = _bishop.mask[king], _rook.mask[king]
    others = own & ~(1 << s)
    if diagonals >> s & 1 and diagonals & others & (k[QUEEN] | k[BISHOP]):
        return True
    if straights >> s & 1 and straights & others & (k[QUEEN] | k[ROOK]):
        return True
    if kind == PAWN:
        passing = (s ^ t) & 7 and not position.colours[1 - us] >> t & 1
        return m >> 12 != 0 or bool(passing) or (PAWNS[0][king] | PAWNS[1][king]) >> t & 1 == 1
    if kind == KNIGHT:
        return KNIGHTS[king] >> t & 1 == 1
    lines = {BISHOP: diagonals, ROOK: straights, QUEEN: diagonals | straights}.get(kind, 0)
    return castling or lines >> t & 1 == 1


def origin(dialect, position, m, legal, kind, castling):
    """Whether file and row of the origin are shown."""
    how = dialect & 3
    if how == 2:
        return FILE | ROW
    s, t = m & 63, m >> 6 & 63
    if castling:
        return 0
    if kind == PAWN:
        return FILE if position.is_capture(m) else 0
    if dialect >> 2 & 1:
        others = _reaching(position, kind, t)
    else:
        others = [q & 63 for q in legal if q >> 6 & 63 == t and position.kind_at(q & 63) == kind
                  and not position.is_castling(q)]
    others = {q for q in others if q != s}
    if not others:
        return 0
    if all(q & 7 != s & 7 for q in others):
        return FILE
    if how == 0 and all(q >> 3 != s >> 3 for q in others):
        return ROW
    return FILE | ROW


def _reaching(position, kind, t):
    """The own men of a kind that could go to t, were they not pinned."""
    us = position.turn
    occupied = position.colours[0] | position.colours[1]
    own = position.kinds[kind] & position.colours[us]
    return [q for q in squares(own) if attacks(kind, us, q, occupied) >> t & 1]


def spell(dialect, position, m, legal, form):
    """The text of a legal move in the given deviation from a dialect."""
    bits = spelling(dialect, position, m, legal) ^ (form if form != 32768 else 0)
    s, t, promotion = m & 63, m >> 6 & 63, m >> 12
    kind = position.kind_at(s)
    check = ("", "+", "#", "++")[bits >> 2 & 3]
    castling = position.is_castling(m)
    style = bits >> 9 & 7
    if castling and style & 3 < 3:
        king_side = t > s
        zero = "O0o"[style & 3]
        return (zero + "-" + zero + ("" if king_side else "-" + zero) + check).encode()
    if castling and style == 3:
        t = (s & 56) + (6 if t > s else 2)
    out = ""
    if bits & LETTER:
        out += ".PNBRQK"[kind]
    if bits & FILE:
        out += FILES[s & 7]
    if bits & ROW:
        out += str((s >> 3) + 1)
    out += ("", "x", ":", "-")[bits >> 4 & 3] + name(t)
    if promotion:
        letter = "..NBRQ"[promotion]
        how = bits >> 6 & 7
        if how & 4:
            letter = letter.lower()
        out += ("={}", "{}", "({})", "/{}")[how & 3].format(letter)
    out += ("", "e.p.", "ep", " e.p.")[bits >> 12 & 3]
    return (out + check).encode()
