"""Section 5.4: what stands in a column."""

from . import Checksum, Corrupt, Method, NotCovered
from .archive import Reader
from .board import START, parse_fen
from .fast import BitReader, Played, Ranked, read_move
from .features import Past
from .learned import Known, model_numbered, read_choice
from .palettes import CLASSIC, DEFAULT, read_position
from .rangecoder import Decoder
from .spelling import name, spell
from .xxh64 import xxh64

SAN, FROM_TO, LEGAL_INDEX, FAST, V1, V1_MAX = range(0x41, 0x47)
WHOLE = 0x10                     # of a game, more than of its moves
POSITION_DEFAULT, POSITION_CLASSIC = 0x61, 0x62
LENGTHS = (300, 200, 300, 700, 1400, 5000, 16000, 33000, 8300, 200, 64, 16, 8, 8, 8, 8, 8, 4, 4, 4, 2, 2)
MAX_PLIES = 1 << 20


def limited(r, limit):
    """A uvarint, at most limit."""
    v = r.uv()
    if v > limit:
        raise Corrupt("moves: a number too large")
    return v


def length(r):
    """The number of plies, and the places of the null moves."""
    n = r.byte()
    if n < 254:
        return n, set()
    if n == 254:
        return 254 + limited(r, MAX_PLIES - 254), set()
    plies = limited(r, MAX_PLIES)
    nulls, next = set(), 0
    for _ in range(limited(r, plies - 1) + 1):
        next += limited(r, plies - 1 - next)
        nulls.add(next)
        next += 1
    return plies, nulls


def replay(p, plies, nulls, choose):
    """The moves that choose gives, where there is no null move."""
    moves = []
    for i in range(plies):
        m = 0
        if i not in nulls:
            legal = p.legal()
            if not legal:
                raise Corrupt("moves: the game goes on where no move is legal")
            m = choose(p, legal)
        moves.append(m)
        p = p.play(m)
    return moves


def read_san(r, p):
    moves = []
    line = bytearray()
    while (b := r.byte()) != 10:
        line.append(b)
    for word in bytes(line).split(b" ") if line else ():
        m = 0
        if word != b"--":
            legal = p.legal()
            named = [m for m in legal if spell(0, p, m, legal, 0) == word]
            if not named:
                raise Corrupt("moves: not canonical SAN")
            m = named[0]
        moves.append(m)
        p = p.play(m)
    return moves


class Padded(BitReader):
    def number(self, n):
        v = 0
        for _ in range(n):
            v = v << 1 | self.bit()
        return v

    def end(self, r):
        """Puts r behind the bytes that were begun, whose padding must be zero."""
        while self.pos % 8:
            if self.bit():
                raise Corrupt("moves: the padding is not zero")
        r.pos += self.pos // 8


def read_from_to(r, p):
    plies, nulls = length(r)
    bits = Padded(r.data[r.pos:r.end])

    def choose(p, legal):
        s, t = bits.number(6), bits.number(6)
        m = s | t << 6
        if p.kind_at(s) == 1 and (t < 8 or t > 55):
            m |= bits.number(2) + 2 << 12
        if m not in legal:
            raise Corrupt("moves: an illegal move")
        return m
    moves = replay(p, plies, nulls, choose)
    bits.end(r)
    return moves


def read_index(r, p):
    plies, nulls = length(r)
    used = value = 0

    def close():
        if value:
            raise Corrupt("moves: an integer is not used up by its digits")

    def choose(p, legal):
        nonlocal used, value
        if used == 0:
            data = r.bytes(r.uv())
            if data and data[-1] == 0:
                raise Corrupt("moves: a zero byte on top of an integer")
            value = int.from_bytes(data, "little")
        value, i = divmod(value, len(legal))
        used = (used + 1) % 4096
        if used == 0:
            close()
        return legal[i]
    moves = replay(p, plies, nulls, choose)
    close()
    return moves


def read_fast(r, p):
    plies, nulls = length(r)
    bits = Padded(r.data[r.pos:r.end])
    last = [None, None]              # of the opponent of the side to move, of that side
    moves = []
    for i in range(plies):
        m = 0 if i in nulls else read_move(bits, Ranked(p, last[0], last[1]))
        last = [Played(p, m) if m else None, last[0]]
        moves.append(m)
        p = p.play(m)
    bits.end(r)
    return moves


def read_learned(r, p, known, model):
    if model.deep:
        raise NotCovered("search, which V1Max needs")
    d = Decoder(r.bytes(limited(r, r.end - r.pos)))
    place, c, n = d.place(), 0, 0
    while n < len(LENGTHS) and place >= c + LENGTHS[n]:
        c += LENGTHS[n]
        n += 1
    if n == len(LENGTHS):
        raise Corrupt("moves: no such length")
    d.take(c, LENGTHS[n])
    plies, k = min(n, 1), n - 1
    while k > 0:
        step = min(k, 16)
        plies = plies << step | d.raw(step)
        k -= step
    if plies > MAX_PLIES:
        raise Corrupt("moves: too many plies")
    nulls = d.bit(32)
    known.plies = plies
    past, moves = Past(), []
    for _ in range(plies):
        m = 0 if nulls and d.bit(32) else read_choice(d, model, p, past, known)
        moves.append(m)
        past = past.next(p, m)
        p = p.play(m)
    d.done()
    return moves


def salt_of(model, known):
    b = model.number.to_bytes(8, "little") + bytes((known.result, known.ending))
    return xxh64(b + b"".join((n % (1 << 64)).to_bytes(8, "little") for n in (*known.elo, known.seconds)))


def summed(p):
    """What a checksum takes of a position."""
    sets = [sum(p.kinds[k] for k in range(1, 7) if k >> i & 1) for i in range(3)] + [p.colours[1]]
    rights = sum(file << 4 * i for i, file in enumerate(p.rights))
    return (b"".join(s.to_bytes(8, "little") for s in sets) + bytes((p.turn,)) + rights.to_bytes(2, "little") +
            bytes((max(p.ep, 0),)) + p.clock.to_bytes(2, "little") + p.number.to_bytes(2, "little"))


def read_moves(r, method, p, known):
    # What ends inside moves is damaged, not cut off: a flipped bit may have made them longer.
    r.what = "moves"
    if method in (V1, V1_MAX):
        return read_learned(r, p, known, model_for(method))
    readers = {SAN: read_san, FROM_TO: read_from_to, LEGAL_INDEX: read_index, FAST: read_fast}
    if method not in readers:
        raise NotCovered(f"moves by method {method:02x}")
    return readers[method](r, p)


def model_for(method):
    model = model_numbered()
    if method == V1_MAX:
        raise NotCovered("search, which V1Max needs")
    return model


def read_blob(blob, method, start=None, known=None):
    """What a blob holds that must be by the method, all of it: a position, and moves or None."""
    r = Reader(blob, what="blob")
    first = r.byte()
    checked = first == method ^ 0xC0
    if first != method and not checked:
        raise Method(f"blob: the first byte {first:02x} is not that of method {method:02x}")
    given = r.fixed(2) if checked else 0
    at, salt, moves = r.pos, 0, None
    known = known or Known()
    if method >> 4 == POSITION_DEFAULT >> 4:
        palette = {POSITION_DEFAULT: DEFAULT, POSITION_CLASSIC: CLASSIC}.get(method)
        if not palette:
            raise NotCovered(f"positions by method {method:02x}")
        start, rest = read_position(blob[at:], palette)
        r.pos = len(blob) - len(rest)
    elif method >> 4 == SAN + WHOLE >> 4:
        start, rest = read_position(blob[at:], DEFAULT)
        r.pos = len(blob) - len(rest)
        moves = read_moves(r, method - WHOLE, start, Known())
    else:
        if method in (V1, V1_MAX):
            salt = salt_of(model_for(method), known)
        moves = read_moves(r, method, start, known)
    if checked:
        s = bytes((first,)) + salt.to_bytes(8, "little") + blob[at:r.pos] + summed(start)
        s += b"".join(m.to_bytes(2, "little") for m in moves or ())
        if xxh64(s) & 0xFFFF != given:
            raise Checksum("blob: its checksum differs")
    r.done()
    return start, moves


def move_text(m):
    return name(m & 63) + name(m >> 6 & 63) + ("", "", "n", "b", "r", "q")[m >> 12] if m else "0000"


def vectors(text):
    """The vectors of a file: blocks of lines, each with a key, a colon and a value."""
    for block in text.split("\n\n"):
        v = dict(line.split(": ", 1) for line in block.splitlines() if line and line[0] != "#" and ": " in line)
        if v:
            yield v


def known_of(text):
    """What a vector says to be known: five numbers."""
    known = Known()
    if text:
        known.result, known.ending, *elo, known.seconds = (int(x) for x in text.split())
        known.elo = elo
    return known


def check(text):
    """Reads the vectors of a file. Yields for each its name, and what is wrong or None."""
    for v in vectors(text):
        start = parse_fen(START if v.get("start") == "startpos" else v["start"]) if "start" in v else None
        try:
            p, moves = read_blob(bytes.fromhex(v["blob"]), int(v["method"], 16), start, known_of(v.get("known")))
            got = [] if "start" in v else [p.fen()]
            if moves is not None:
                got.append(" ".join(move_text(m) for m in moves))
            got = " | ".join(got)
        except NotCovered as e:
            yield v["name"], f"SKIPPED, {e}"
            continue
        except Corrupt as e:
            yield v["name"], None if v.get("refused") == e.refusal else f"DIFFERS: refused as {e.refusal}: {e}"
            continue
        want = v.get("gives", "a refusal")
        yield v["name"], None if got == want else f"DIFFERS: gives {got}, want {want}"
