"""Section 5: positions behind a selector."""

from . import Corrupt
from .board import KING, PAWN, ROOK, Position, squares
from .boards import (Bits, diff_bits, diff_read, huffman_bits, huffman_read, list_bits, list_read, numbered_bits,
                     trailer_bits, trailer_read)
from .numbering import board_numbered


def king_at_home(p, colour):
    """The file of the only king of a colour on its first row, or -1."""
    files = [x for x in range(8) if (p.kinds[KING] & p.colours[colour]) >> 56 * colour + x & 1]
    return files[0] if len(files) == 1 else -1


def marks(p):
    """The squares of the men that are marked to say rights and en passant; None if these cannot be said."""
    out = set()
    for colour in (0, 1):
        home, king = 56 * colour, king_at_home(p, colour)
        for side in (0, 1):
            file = p.rights[2 * colour + side]
            if not file:
                continue
            rook = home + file - 1
            if king < 0 or file > 8 or p.at(rook) != ROOK + 6 * colour or (file - 1 > king) != (side == 0):
                return None
            out |= {home + king, rook}
    if p.ep >= 0:
        pawn = p.ep ^ 8
        if pawn >> 3 != 4 - p.turn or p.at(pawn) != PAWN + 6 * (1 - p.turn):
            return None
        out.add(pawn)
    return out


def nibble_read(bits):
    p, found = Position(), set()
    for s in range(64):
        code = bits.read(4)
        if code > 12:
            if s >> 3 not in ((3, 4) if code == 15 else (0, 7)):
                raise Corrupt("nibble: a mark where none can be")
            found.add(s)
            code = (KING, ROOK, PAWN)[code - 13] + 6 * (s >> 5)
        p.put(s, code)
    whole = bits.read(1)
    if not whole:
        rights = [0] * 4
        for s in sorted(found):
            colour = s >> 5
            if p.kind_at(s) == ROOK and king_at_home(p, colour) >= 0:
                rights[2 * colour + (s & 7 < king_at_home(p, colour))] = (s & 7) + 1
            elif p.kind_at(s) == PAWN:
                p.ep = s ^ 8
        p.rights = tuple(rights)
    trailer_read(bits, p, marked=not whole)
    want = marks(p)
    if (want is None) != bool(whole) or (want or set()) != found:
        raise Corrupt("nibble: the marks are not those of the position")
    return p


def nibble_bits(p):
    return 256 + 1 + trailer_bits(p, marked=marks(p) is not None)


def trailed(read):
    def position(bits):
        p = Position()
        read(bits, p)
        trailer_read(bits, p)
        return p
    return position


def numbered_read(bits, p):
    board_numbered(bits.read(152), p)


def whole(measure):
    def bits(p):
        n = measure(p)
        return None if n is None else n + trailer_bits(p)
    return bits


NIBBLE = nibble_read, nibble_bits
HUFFMAN = trailed(huffman_read), whole(huffman_bits)
LIST = trailed(list_read), whole(list_bits)
DIFF = trailed(diff_read), whole(diff_bits)
NUMBERED = trailed(numbered_read), whole(numbered_bits)
CLASSIC = NIBBLE, HUFFMAN, LIST, DIFF
DEFAULT = DIFF, LIST, HUFFMAN, NUMBERED


def read_position(data, palette):
    """A position by a palette, and the bytes after it."""
    bits = Bits(data)
    scheme = bits.read(2)
    p = palette[scheme][0](bits)
    rest = bits.rest()
    lengths = [(n, i) for i, (_, measure) in enumerate(palette) if (n := measure(p)) is not None]
    if min(lengths)[1] != scheme:
        raise Corrupt("position: not by its shortest scheme")
    return p, rest
