"""Positions in bits: positions.md, sections 5 to 7.

    read_palette(name, data, at, model)     (position, place behind it): classic, default, learned
    read_scheme(name, r, model)             a position by one scheme
    scheme_bits(name, p, model)             how many bits it takes, None if it has no code
    read_packed(data)                       a packed position, all of the bytes given

model: the model of boards, boardmodel.BoardModel, which only the palette learned needs.
"""

from . import lists, schemes
from .board import KING, ROOK, Position, lowest, piece_at, squares
from .refused import DAMAGED, VERSION, Refused
from .trailer import read_trailer, trailer_bits

PALETTES = {
    "classic": ("nibble", "huffman", "piece-list", "xor-diff"),
    "default": ("xor-diff", "piece-list", "huffman", "numbered"),
    "learned": ("learned", "numbered", "piece-list", "huffman"),
}

# How a board is read, and measured, by scheme.
BOARDS = {"huffman": (schemes.read_huffman, schemes.huffman_bits),
          "piece-list": (schemes.read_list, schemes.list_bits),
          "xor-diff": (schemes.read_diff, schemes.diff_bits),
          "numbered": (schemes.read_numbered, schemes.numbered_bits),
          "base13": (schemes.read_base13, schemes.base13_bits),
          "variable": (schemes.read_variable, schemes.variable_bits)}


def damaged(message):
    raise Refused(DAMAGED, message)


def read_scheme(name, r, model=None):
    """A position by a scheme."""
    if name == "learned":
        from . import learnedcode
        return learnedcode.read_position(r, model)
    if name == "nibble":
        return read_nibble(r)
    read, _ = BOARDS[name]
    p = schemes.position_of(read(r))
    read_trailer(p, True, r)
    return p


def scheme_bits(name, p, model=None):
    if name == "learned":
        from . import learnedcode
        return learnedcode.position_bits(p, model)
    if name == "nibble":
        return lists.limit("NIBBLE_BITS") + 1 + trailer_bits(p, marks(p) is None)
    _, bits = BOARDS[name]
    n = bits(schemes.board_of(p))
    return None if n is None else n + trailer_bits(p, True)


def read_palette(name, data, at=0, model=None):
    """The position by a palette that begins at a place, and the place behind it. name: of a
    palette, or the names of the schemes of a palette of one's own."""
    palette = PALETTES.get(name, name)
    r = schemes.BitReader(data, at)
    i = r.read(lists.limit("SELECTOR_BITS"))
    if i >= len(palette):
        damaged("a scheme that the palette does not have")
    p = read_scheme(palette[i], r, model)
    taken = r.taken() - lists.limit("SELECTOR_BITS")
    end = r.to_byte()
    for j, other in enumerate(palette):
        if j == i:
            continue
        n = scheme_bits(other, p, model)
        if n is not None and (n < taken or (n == taken and j < i)):
            damaged("a position by a scheme that is not the shortest")
    return p, end


# --- nibble with marks (section 5)

def read_nibble(r):
    board, found = schemes.read_nibble(r)
    p = schemes.position_of(board)
    bare = r.read(1)
    if not bare:
        for c in (0, 1):
            kings = p.men[c][KING] & 255 << 56 * c
            if kings.bit_count() != 1:
                continue
            king = lowest(kings)
            for s in squares(found & p.men[c][ROOK]):
                p.right[2 * c if s > king else 2 * c + 1] = s % 8 + 1
        pawns = squares(found & (p.men[0][1] | p.men[1][1]))
        if pawns:
            p.ep = pawns[0] ^ 8
    read_trailer(p, bare, r)
    m = marks(p)
    if not bare and (m is None or m != found):
        damaged("marks that do not say the rights and the en passant square")
    if bare and (m is not None or found):
        damaged("marks would say the rights and the en passant square")
    return p


def marks(p):
    """The squares to be marked; None if marks cannot say rights and en passant square."""
    m = 0
    for i in range(4):
        if p.right[i] == 0:
            continue
        c = i // 2
        kings = p.men[c][KING] & 255 << 56 * c
        if kings.bit_count() != 1:
            return None
        king = lowest(kings)
        rook = 56 * c + p.right[i] - 1
        if p.right[i] > 8 or piece_at(p, rook) != ROOK + 6 * c:
            return None
        if (rook > king) != (i % 2 == 0):
            return None
        m |= 1 << king | 1 << rook
    if p.ep > 0:
        pawn = p.ep ^ 8
        if pawn // 8 != 4 - p.turn or piece_at(p, pawn) != (7 if p.turn == 0 else 1):
            return None
        m |= 1 << pawn
    return m


# --- packed positions (section 7)

MAX_CLOCK, MAX_PLY = 65535, 131069


def _field(data, at):
    """A uvarint that need not be in its shortest form, and the place behind it; 0 at the end."""
    if at >= len(data):
        return 0, at
    v = 0
    for shift in range(0, 70, 7):           # what is 2^64 or more is above each limit
        if at >= len(data):
            damaged("a packed position ends inside a number")
        b = data[at]
        at += 1
        v |= (b & 127) << shift
        if b < 128:
            return v, at
    return damaged("a number of a packed position has more than ten bytes")


def read_packed(data):
    data = bytes(data)
    if len(data) < 8:
        damaged("a packed position that is too short")
    occupied = int.from_bytes(data[:8], "big")
    n = occupied.bit_count()
    at = 8 + (n + 1) // 2
    if len(data) < at:
        damaged("a packed position without all its pieces")
    if n % 2 and data[at - 1] >> 4:
        damaged("the last half byte of the pieces is not 0")
    codes = [data[8 + i // 2] >> 4 * (i % 2) & 15 for i in range(n)]
    clock, at = _field(data, at)
    if clock > MAX_CLOCK:
        damaged("the clock of a packed position")
    ply, at = _field(data, at)
    if ply > MAX_PLY:
        damaged("the ply of a packed position")
    variant, at = _field(data, at)
    if variant > 255:
        damaged("the variant of a packed position")
    if variant not in (0, 2, 3):
        raise Refused(VERSION, "an unknown variant of a packed position")
    if any(data[at:]):
        damaged("bytes behind a packed position")
    p = Position()
    rooks = _place(p, squares(occupied), codes)
    p.clock = clock
    p.number = ply // 2 + 1
    p.turn |= ply % 2
    for c, s in rooks:
        _packed_right(p, c, s)
    return p


def _place(p, places, codes):
    """Puts the pieces of a packed position; gives the rooks with a right, as (colour, square)."""
    rooks = []
    for s, code in zip(places, codes):
        kind, c = code // 2 + 1, code % 2
        if code == 12:
            if s // 8 not in (3, 4) or p.ep:
                damaged("a pawn cannot have jumped here")
            kind, c = 1, s // 8 - 3
            p.ep = s ^ 8
        elif code in (13, 14):
            kind, c = ROOK, code - 13
            if s // 8 != 7 * c:
                damaged("a rook with a right is not on its home rank")
            rooks.append((c, s))
        elif code == 15:
            kind, c = KING, 1
            p.turn = 1
        p.men[c][kind] |= 1 << s
    return rooks


def _packed_right(p, c, s):
    kings = p.men[c][KING] >> 56 * c & 255
    king = (kings & -kings).bit_length() - 1 if kings else 4
    i = 2 * c + (s % 8 < king)
    if s % 8 == king or p.right[i]:
        damaged("a right that a packed position cannot have")
    p.right[i] = s % 8 + 1
