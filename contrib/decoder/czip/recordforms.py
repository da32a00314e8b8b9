"""Training records of 40 bytes and in the plain form: records.md, sections 2 and 3.

    write_40(record, padding), write_plain(record)      its bytes
    kind_of(p, m)           what a move is: 0, or PROMOTES, PASSES, CASTLES

What a form cannot hold is refused.
"""

from . import lists
from .board import KING, PAWN, ROOK, has, lowest, outer_rook, piece_at, square_name, write_fen
from .positioncoder import damaged

PROMOTES, PASSES, CASTLES = 1, 2, 3
POSITION_BITS = 256
MAX_CLOCK = lists.limit("RECORD_MAX_CLOCK")


class Record:
    """p; move, 0 for none; score, ply, result, for the side to move."""

    def __init__(self):
        self.p = self.move = self.score = self.ply = self.result = None


def kind_of(p, m):
    """What a move is, also one that is not legal."""
    s, t = m & 63, m >> 6 & 63
    if m >> 12:
        return PROMOTES
    c = int(has(p.men[1][KING] | p.men[1][PAWN], s))
    if has(p.men[c][KING], s) and has(p.men[c][ROOK], t):
        return CASTLES
    if has(p.men[c][PAWN], s) and p.ep and t == p.ep and s % 8 != t % 8:
        return PASSES
    return 0


# --- 40 bytes

class Bits:
    """Bits from the lowest of the first byte up; numbers have their lowest bit first."""

    def __init__(self):
        self.value = 0
        self.n = 0

    def put(self, v, n):
        self.value |= v << self.n
        self.n += n


def write_40(record, padding):
    m = record.move
    move = 0
    if m:
        kind = kind_of(record.p, m)
        promotion = (m >> 12) - 2 if kind == PROMOTES else 0
        move = m >> 6 & 63 | (m & 63) << 6 | promotion << 12 | kind << 14
    out = _position_40(record.p).to_bytes(32, "little")
    out += (record.score & 0xFFFF).to_bytes(2, "little") + move.to_bytes(2, "little")
    return out + record.ply.to_bytes(2, "little") + bytes([record.result & 255, padding])


def _position_40(p):
    bits = Bits()
    bits.put(p.turn, 1)
    for c in (0, 1):
        if p.men[c][KING].bit_count() != 1:
            damaged("a record of 40 bytes without its two kings")
        bits.put(lowest(p.men[c][KING]), 6)
    for rank in range(7, -1, -1):
        for s in range(8 * rank, 8 * rank + 8):
            x = piece_at(p, s)
            if x in (KING, KING + 6):
                continue
            if x == 0:
                bits.put(0, 1)
            else:
                bits.put(1 | (x - 1) % 6 << 1 | x // 7 << 4, 5)
    for i in range(4):
        if p.right[i] and p.right[i] - 1 != outer_rook(p, i // 2, i % 2):
            damaged("a right that a record of 40 bytes cannot have")
        bits.put(int(p.right[i] > 0), 1)
    if p.ep:
        if p.ep // 8 not in (2, 5):
            damaged("an en passant square on a wrong rank")
        bits.put(1 | p.ep << 1, 7)
    else:
        bits.put(0, 1)
    if p.clock > MAX_CLOCK:
        damaged("a clock that a record of 40 bytes cannot have")
    bits.put(p.clock & 63, 6)
    bits.put(p.number, 16)
    bits.put(p.clock >> 6, 1)
    if bits.n > POSITION_BITS:
        damaged("a position that a record of 40 bytes cannot hold")
    return bits.value


# --- the plain form

def write_plain(record):
    p, m = record.p, record.move
    move = "0000"
    if m:
        s, t = m & 63, m >> 6 & 63
        kind = kind_of(p, m)
        if kind == CASTLES and s in (4, 60) and t in (s - 4, s + 3):
            t = s + 2 if t > s else s - 2
        move = square_name(s) + square_name(t)
        if kind == PROMOTES:
            move += "  nbrq"[m >> 12]
    return (f"fen {write_fen(p)}\nmove {move}\nscore {record.score}\nply {record.ply}\n"
            f"result {record.result}\ne\n").encode()
