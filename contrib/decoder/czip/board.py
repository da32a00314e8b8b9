"""Squares, pieces, positions, FEN and attacks: moves.md, sections 1 to 3.

A square is 0 (a1) to 63 (h8); a set of squares is an int of 64 bits. A move is an int:
origin + 64 * target + 4096 * promotion, 0 is the null move; castling goes to the own rook.

    p = read_fen("...")         a Position, or None if the text is no FEN (text: bytes or str)
    write_fen(p)                the FEN, a str; write_fen(p, files=True) one "with files"
    squares(X), count(X), lowest(X), bit(s), has(X, s)
    attacks(kind, c, s, occ), attackers(men, c, s, occ), in_check(p, c)

Legal moves and making moves are in rules.py.
"""

import re

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = 1, 2, 3, 4, 5, 6
ALL = ~0                                # all squares, and no end
SQUARES = range(64)
NO_MEN = (0, 0, 0, 0, 0, 0, 0)          # sets of pieces by kind; that of kind 0 is not used
LETTERS = "PNBRQKpnbrqk"                # of the pieces 1 to 12
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def bit(s):
    return 1 << s


def has(X, s):
    return X >> s & 1


def count(X):
    return X.bit_count()


def lowest(X):
    """The first square of X; 0, that is a1, if X is empty."""
    return (X & -X).bit_length() - 1 if X else 0


def squares(X):
    """The squares of X in ascending order, a list."""
    found = []
    while X:
        low = X & -X
        found.append(low.bit_length() - 1)
        X ^= low
    return found


def seen(X, flip):
    """The set of s ^ flip for all s of X; flip is 0 or 56."""
    return int.from_bytes(X.to_bytes(8, "little"), "big") if flip else X


def square_name(s):
    return "abcdefgh"[s & 7] + "12345678"[s >> 3]


def move_name(m):
    """Origin, target and what a pawn becomes, such as e7e8q; 0000 for the null move."""
    if m == 0:
        return "0000"
    return square_name(m & 63) + square_name(m >> 6 & 63) + ("", "", "n", "b", "r", "q")[m >> 12]


class Position:
    """A position has fields as in section 2, and remembers its legal moves. It is not changed
    once it is made; who must change one takes a copy() first and changes that before all else."""

    __slots__ = ("men", "turn", "right", "ep", "clock", "number", "moves")

    def __init__(self):
        self.men = (list(NO_MEN), list(NO_MEN))  # men[c][kind]
        self.turn = 0
        self.right = [0, 0, 0, 0]
        self.ep = 0
        self.clock = 0
        self.number = 1
        self.moves = None                       # rules.legal keeps its list here

    def copy(self):
        q = Position.__new__(Position)
        q.men = (self.men[0][:], self.men[1][:])
        q.turn = self.turn
        q.right = self.right[:]
        q.ep = self.ep
        q.clock = self.clock
        q.number = self.number
        q.moves = None
        return q

    def same(self, other):
        """Whether all fields are equal."""
        return (self.men == other.men and self.turn == other.turn and self.right == other.right
                and self.ep == other.ep and self.clock == other.clock
                and self.number == other.number)


def kind_at(p, s):
    """The kind of the piece on s, 0 for none; p may be a view, too."""
    a, b = p.men
    x = 1 << s
    for k in (1, 2, 3, 4, 5, 6):
        if (a[k] | b[k]) & x:
            return k
    return 0


def piece_at(p, s):
    """The piece on s: 0 for none, 1 to 6 White's kinds, 7 to 12 Black's."""
    k = kind_at(p, s)
    return k + 6 if k and not has(p.men[0][k], s) else k


def side(p, c):
    m = p.men[c]
    return m[1] | m[2] | m[3] | m[4] | m[5] | m[6]


def occupied(p):
    return side(p, 0) | side(p, 1)


# --- FEN (section 2)

def home_king(p, c):
    """The file of the lowest king on his first rank, or None."""
    kings = p.men[c][KING] >> 56 * c & 255
    return lowest(kings) if kings else None


def outer_rook(p, c, queen_side):
    """The file of the outermost rook on that side of this king."""
    rooks = p.men[c][ROOK] >> 56 * c & 255
    king = home_king(p, c)
    if king is None:
        return 0 if queen_side else 7
    if queen_side:
        return lowest(rooks & bit(king) - 1)
    beyond = rooks >> king
    return king + beyond.bit_length() - 1 if beyond else 7


def read_right(p, c, letter):
    """(queen side, file) of a letter in upper case, or None."""
    if letter == "K":
        return 0, outer_rook(p, c, 0)
    if letter == "Q":
        return 1, outer_rook(p, c, 1)
    file = "ABCDEFGH".find(letter)
    king = home_king(p, c)
    if file not in SQUARES or file == king:
        return None
    return int(file < (4 if king is None else king)), file


def read_fen(text):
    """The position, or None if the text is no FEN."""
    if not isinstance(text, str):
        text = bytes(text).decode("latin-1")
    fields = [x for x in re.split("[ \t\r\n]+", text) if x]
    if not 4 <= len(fields) <= 6:
        return None
    p = Position()
    if not _read_board(p, fields[0]) or fields[1] not in ("w", "b"):
        return None
    p.turn = int(fields[1] == "b")
    if fields[2] != "-" and not _read_rights(p, fields[2]):
        return None
    if fields[3] != "-":
        if not re.fullmatch("[a-h][36]", fields[3]):
            return None
        p.ep = ord(fields[3][0]) - 97 + 8 * (int(fields[3][1]) - 1)
    counters = [0, 1]
    for i, field in enumerate(fields[4:]):
        if not re.fullmatch("0*[0-9]{1,5}", field) or int(field.lstrip("0") or "0") > 65535:
            return None
        counters[i] = int(field.lstrip("0") or "0")
    p.clock, p.number = counters
    return p


def _read_board(p, field):
    """Sets p.men; whether the first field of a FEN is a board."""
    ranks = field.split("/")
    if len(ranks) != 8:
        return False
    for rank, row in enumerate(reversed(ranks)):
        row = re.sub("[1-8]", lambda digit: " " * int(digit.group()), row)
        if len(row) != 8:
            return False
        for file, x in enumerate(row):
            if x in LETTERS:
                piece = LETTERS.index(x)
                p.men[piece // 6][piece % 6 + 1] |= 1 << 8 * rank + file
            elif x != " ":
                return False
    return True


def _read_rights(p, field):
    """Sets p.right; whether the third field of a FEN is of letters of rights."""
    for x in field:
        c = int(x not in "ABCDEFGHKQ")
        got = read_right(p, c, x.upper()) if x in "ABCDEFGHKQabcdefghkq" else None
        if got is None or p.right[2 * c + got[0]]:
            return False
        p.right[2 * c + got[0]] = got[1] + 1
    return True


def write_board(p):
    """The first field of a FEN."""
    rows = []
    for rank in range(7, -1, -1):
        row = ""
        empty = 0
        for s in range(8 * rank, 8 * rank + 8):
            piece = piece_at(p, s)
            if piece == 0:
                empty += 1
                continue
            if empty:
                row += str(empty)
                empty = 0
            row += LETTERS[piece - 1]
        rows.append(row + (str(empty) if empty else ""))
    return "/".join(rows)


def write_rights(p, files=False):
    """The third field of a FEN; files: one with files."""
    text = ""
    for i in range(4):
        if not 1 <= p.right[i] <= 8:          # 9 to 15 count as none
            continue
        letter = right_letter(p, i, files)
        text += letter.lower() if i > 1 else letter
    return text or "-"


def right_letter(p, i, files):
    """The letter of right i in upper case."""
    c, queen_side, file = i // 2, i % 2, p.right[i] - 1
    letter = "ABCDEFGH"[file]
    if files and read_right(p, c, letter) == (queen_side, file):
        return letter
    return "KQ"[queen_side] if outer_rook(p, c, queen_side) == file else letter


def write_fen(p, files=False):
    """All six fields, one space between two."""
    ep = square_name(p.ep) if p.ep else "-"
    return f"{write_board(p)} {'wb'[p.turn]} {write_rights(p, files)} {ep} {p.clock} {p.number}"


# --- Attacks (section 3). Those of kinds that do not slide are tables; those of bishops and
# rooks are kept by what stands on the lines of the square.

DIAGONAL = ((1, 1), (-1, 1), (-1, -1), (1, -1))
STRAIGHT = ((1, 0), (0, 1), (-1, 0), (0, -1))
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def _walk(s, steps, occ, slides):
    found = 0
    for dx, dy in steps:
        x, y = s % 8 + dx, s // 8 + dy
        while 0 <= x <= 7 and 0 <= y <= 7:
            found |= 1 << 8 * y + x
            if not slides or occ >> 8 * y + x & 1:
                break
            x += dx
            y += dy
    return found


EMPTY = 0
PAWN_ATTACKS = [[_walk(s, ((-1, up), (1, up)), EMPTY, False) for s in SQUARES] for up in (1, -1)]
KNIGHT_ATTACKS = [_walk(s, JUMPS, EMPTY, False) for s in SQUARES]
KING_ATTACKS = [_walk(s, DIAGONAL + STRAIGHT, EMPTY, False) for s in SQUARES]
DIAGONALS = [_walk(s, DIAGONAL, EMPTY, True) for s in SQUARES]
STRAIGHTS = [_walk(s, STRAIGHT, EMPTY, True) for s in SQUARES]
_bishop = [{} for _ in SQUARES]
_rook = [{} for _ in SQUARES]


def bishop_attacks(s, occ):
    occ &= DIAGONALS[s]
    found = _bishop[s].get(occ)
    if found is None:
        found = _bishop[s][occ] = _walk(s, DIAGONAL, occ, True)
    return found


def rook_attacks(s, occ):
    occ &= STRAIGHTS[s]
    found = _rook[s].get(occ)
    if found is None:
        found = _rook[s][occ] = _walk(s, STRAIGHT, occ, True)
    return found


def attacks(kind, c, s, occ):
    """What a piece on s attacks. Colour c counts only for pawns."""
    if kind == PAWN:
        return PAWN_ATTACKS[c][s]
    if kind == KNIGHT:
        return KNIGHT_ATTACKS[s]
    if kind == BISHOP:
        return bishop_attacks(s, occ)
    if kind == ROOK:
        return rook_attacks(s, occ)
    if kind == QUEEN:
        return bishop_attacks(s, occ) | rook_attacks(s, occ)
    return KING_ATTACKS[s]


def attackers(men, c, t, occ):
    """The pieces of colour c (men is men[c] of a position) that attack t."""
    queens = men[QUEEN]
    found = (PAWN_ATTACKS[1 - c][t] & men[PAWN] | KNIGHT_ATTACKS[t] & men[KNIGHT]
             | KING_ATTACKS[t] & men[KING])
    sliders = men[BISHOP] | queens
    if sliders & DIAGONALS[t]:
        found |= bishop_attacks(t, occ) & sliders
    sliders = men[ROOK] | queens
    if sliders & STRAIGHTS[t]:
        found |= rook_attacks(t, occ) & sliders
    return found


def attacked(p, s, by):
    return int(attackers(p.men[by], by, s, occupied(p)) != 0)


def in_check(p, c):
    king = p.men[c][KING]
    if king.bit_count() != 1:
        return 0
    return attacked(p, king.bit_length() - 1, 1 - c)


def _between(a, b):
    dx = (b % 8 > a % 8) - (b % 8 < a % 8)
    dy = (b // 8 > a // 8) - (b // 8 < a // 8)
    if a == b or not (DIAGONALS[a] | STRAIGHTS[a]) >> b & 1:
        return 0
    found = 0
    s = a + dx + 8 * dy
    while s != b:
        found |= 1 << s
        s += dx + 8 * dy
    return found


# BETWEEN[a][b]: the squares between two squares of one line; 0 where they are on none.
BETWEEN = [[_between(a, b) for b in SQUARES] for a in SQUARES]
