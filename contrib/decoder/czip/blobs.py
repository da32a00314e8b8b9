"""Values in columns of databases: positions.md, section 10.

    value = read_blob(method, data, start, known, model, boards, palette)
        value.position, value.moves     the position a value says (None if it says moves alone),
                                        the moves (None if it is a position)
    read_block(block)                   what a vector of blobs.txt says
"""

from . import boardmodel, learnedcode, lists, positions, schemes
from .basics import xxh64
from .board import START, read_fen, side, square_name, write_fen
from .learned import of_file
from .methods import read_moves
from .past import Known
from .refused import CHECKSUM, METHOD, TRUNCATED, Refused

OWN_PALETTE, OWN_BOARDS, OWN_MOVES = 0x6F, 0x6E, 0x4F
PALETTES = {0x61: "default", 0x62: "classic", 0x63: "learned"}


class Value:
    """What a value says."""

    def __init__(self, position, moves):
        self.position = position
        self.moves = moves


def read_blob(method, data, start=None, known=None, model=None, boards=None, palette=None):
    """method: the first byte of the plain form that the reader takes; start: the position before
    moves alone; known: a past.Known; model, boards, palette: models of one's own, and the id
    of a palette of one's own, before the names of its schemes."""
    data = bytes(data)
    if not data:
        raise Refused(TRUNCATED, "a value without its first byte")
    checked = {plain: second for plain, second, _ in lists.blobs()}
    if method not in checked or data[0] not in (method, checked[method]):
        raise Refused(METHOD, f"{data[0]:02x} is not a value of method {method:02x}")
    known = known or Known()
    body = data[1:]
    if data[0] != method:
        if len(data) < 3:
            raise Refused(TRUNCATED, "a value ends in its checksum")
        body = data[3:]
    value, end = _read_body(method, body, start, known, model, boards, palette)
    if data[0] != method:
        salt = _salt(method, known, model, boards, palette)
        covered = (data[:1] + salt.to_bytes(8, "little") + body[:end]
                   + state(value.position or start, value.moves or []))
        if xxh64(covered) & 0xFFFF != int.from_bytes(data[1:3], "little"):
            raise Refused(CHECKSUM, "the checksum of a value")
    if end != len(body):
        positions.damaged("bytes behind a value")
    return value


def _read_body(method, body, start, known, model, boards, palette):
    """What a body says, and the place behind it."""
    if method >> 4 == 4:
        moves, end = read_moves(method, body, start, known, model)
        return Value(None, moves), end
    if method >> 4 == 5:
        p, at = positions.read_palette("default", body)
        moves, end = read_moves(method - 0x10, body[at:], p, None, model)
        return Value(p, moves), at + end
    if method in (0x64, OWN_BOARDS):
        p, end = _read_code(method, body, boards)
    elif method == OWN_PALETTE:
        if not body:
            raise Refused(TRUNCATED, "a position without the id of its palette")
        if body[0] != palette[0]:
            raise Refused(METHOD, "the position is of another palette")
        p, end = positions.read_palette(palette[1:], body, 1)
    else:
        name = PALETTES[method]
        used = boardmodel.shipped() if name == "learned" else None
        p, end = positions.read_palette(name, body, 0, used)
    return Value(p, None), end


def _read_code(method, body, boards):
    """A position by the learned code, and the place behind it."""
    at = 0
    if method == OWN_BOARDS:
        if not body:
            raise Refused(TRUNCATED, "a position without the byte of its model")
        if body[0] != boards.number & 255:
            raise Refused(METHOD, "the position is of another model")
        at = 1
    else:
        boards = boardmodel.shipped()
    r = schemes.BitReader(body, at)
    p = learnedcode.read_position(r, boards)
    return p, r.to_byte()


def _salt(method, known, model, boards, palette):
    if method == OWN_PALETTE:
        return xxh64("".join(name + "\n" for name in palette[1:]).encode())
    if method == 0x64:
        return boardmodel.shipped().number
    if method == OWN_BOARDS:
        return boards.number
    if method not in (0x45, 0x46, OWN_MOVES):
        return 0
    if method != OWN_MOVES:
        model = of_file(lists.file_named("default.czm" if method == 0x45 else "max.czm"))
    data = model.number.to_bytes(8, "little") + bytes([known.result & 255, known.ending & 255])
    for x in (known.elo[0], known.elo[1], known.seconds):
        data += x.to_bytes(8, "little", signed=True)
    return xxh64(data)


def state(p, moves):
    """What the checksum covers of a position and of moves."""
    sets = [0, 0, 0, side(p, 1)]
    for kind in range(1, 7):
        for i, bit in enumerate((1, 2, 4)):
            if kind & bit:
                sets[i] |= p.men[0][kind] | p.men[1][kind]
    castling = sum(p.right[i] << 4 * i for i in range(4))
    out = b"".join(x.to_bytes(8, "little") for x in sets)
    out += bytes([p.turn]) + castling.to_bytes(2, "little") + bytes([p.ep])
    out += p.clock.to_bytes(2, "little") + p.number.to_bytes(2, "little")
    return out + b"".join(m.to_bytes(2, "little") for m in moves)


def coordinates(m):
    """A move as origin and target, castling as the king taking his rook; 0000 for none."""
    if m == 0:
        return "0000"
    return square_name(m & 63) + square_name(m >> 6 & 63) + "  nbrq"[m >> 12].strip()


def said(value):
    """What a value says, as blobs.txt has it."""
    parts = []
    if value.position is not None:
        parts.append(write_fen(value.position))
    if value.moves is not None:
        parts.append(" ".join(map(coordinates, value.moves)))
    return " | ".join(parts)


def read_block(block):
    """What the value of a block of blobs.txt says."""
    given = dict(block)
    start = None
    if "start" in given:
        start = read_fen(START if given["start"] == "startpos" else given["start"])
    known = Known()
    if "known" in given:
        result, ending, white, black, seconds = map(int, given["known"].split())
        known = Known(result, ending, (white, black), seconds)
    own = given.get("own", "")
    model = of_file(lists.file_named(own)) if own.endswith(".czm") else None
    boards = boardmodel.shipped() if own == "squares.czs" else None
    words = own.split()
    palette = None if model or boards or not words else (int(words[0]), *words[1:])
    return said(read_blob(int(given["method"], 16), bytes.fromhex(given["blob"]), start, known, model,
                          boards, palette))
