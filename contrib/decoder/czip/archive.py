"""Section 8: header, frames, footer, and what checks them."""

from . import Checksum, Claim, Corrupt, Feature, NotAnArchive, Truncated, Version
from .xxh64 import xxh64

HEADER, FRAME, FOOTER = b"\xc7CZ\x1a", b"\xc7FR\xe1", b"\xc7IX\xe2"
SEAL = 16383    # the kind of the stream that ends a sealed frame
M32 = 0xFFFFFFFF


class Reader:
    """Reads integers and bytes from the front of a byte string."""

    def __init__(self, data, pos=0, end=None, what="input"):
        self.data, self.pos, self.what = data, pos, what
        self.end = len(data) if end is None else end

    def bytes(self, n):
        if n > self.end - self.pos:
            refusal = Truncated if self.what in ("archive", "blob") else Corrupt
            raise refusal(f"{self.what}: {n} bytes wanted at {self.pos}, {self.end - self.pos} left")
        self.pos += n
        return self.data[self.pos - n:self.pos]

    def byte(self):
        return self.bytes(1)[0]

    def fixed(self, n):
        return int.from_bytes(self.bytes(n), "little")

    def uv(self):
        """A uvarint in its shortest form."""
        v = shift = 0
        while True:
            b = self.byte()
            v |= (b & 127) << shift
            shift += 7
            if b < 128 or shift == 70:
                break
        if (b == 0 and shift > 7) or b >= 128 or v >= 1 << 64:
            raise Corrupt(f"{self.what}: a uvarint before {self.pos} has more than 64 bits or is not in its shortest form")
        return v

    def rest(self):
        return self.bytes(self.end - self.pos)

    def done(self):
        if self.pos != self.end:
            raise Corrupt(f"{self.what}: {self.end - self.pos} bytes left over at {self.pos}")


class Header:
    def __init__(self, r):
        self.start = start = r.pos
        marker = r.data[start:min(start + 4, r.end)]
        if not HEADER.startswith(marker):
            raise NotAnArchive("no archive: the header's marker is missing")
        r.bytes(4)
        self.version = r.byte()
        if self.version != 2:
            raise Version(f"header: version {self.version} is not known")
        self.mandatory, self.optional = r.uv(), r.uv()
        n = r.uv()
        if n > 65536:
            raise Claim(f"header: {n} bytes of parameters")
        self.parameters = r.bytes(n)
        body = r.data[start:r.pos]
        self.hash = xxh64(body)
        if r.fixed(4) != self.hash & 0xFFFFFFFF:
            raise Checksum("header: checksum mismatch")
        if self.mandatory:
            raise Feature(f"header: features {self.mandatory:#x} are needed and not known")
        self.end = r.pos


class Frame:
    """A frame: games, input (bytes), streams {kind: bytes}, where (kind, start, end).

    A seal is no stream of it; sealed is whether it holds, which is for the archive to say."""

    def __init__(self, r):
        self.start = start = r.pos
        if r.bytes(4) != FRAME:
            raise Corrupt(f"no frame at {start}")
        self.games, self.input = r.uv(), r.uv()
        n = r.uv()
        if self.games > 1 << 40 or self.input > 1 << 40 or n > 256:
            raise Claim(f"frame at {start}: {self.games} games, {self.input} bytes, {n} streams")
        table, last = [], -1
        for _ in range(n):
            kind, size = r.uv(), r.uv()
            if size > 1 << 40:
                raise Claim(f"frame at {start}: a stream of {size} bytes")
            if kind <= last or kind > 65535 or kind == SEAL and size < 8:
                raise Corrupt(f"frame at {start}: stream {kind} after {last}")
            table.append((kind, size))
            last = kind
        self.table = r.pos
        self.streams, self.where = {}, []
        for kind, size in table:
            self.where.append((kind, r.pos, r.pos + size))
            self.streams[kind] = r.bytes(size)
        self.sums = r.pos
        self.seal = self.streams.pop(SEAL, None)
        self.sealed = False
        body, low, check = r.data[start:r.pos], r.fixed(4), r.bytes(4)
        if low != xxh64(body + check) & M32:
            raise Checksum(f"frame at {start}: checksum mismatch")
        self.check = int.from_bytes(check, "little")
        self.hash = self.check << 32 | low
        self.end = r.pos

    def facts(self):
        """What an index says of the frame."""
        return (uvarint(self.end - self.start) + uvarint(self.games) + uvarint(self.input)
                + (self.hash & M32).to_bytes(4, "little"))


def uvarint(v):
    out = bytearray()
    while v >= 128:
        out.append(v & 127 | 128)
        v >>= 7
    return bytes(out) + bytes([v])


class Tail:
    """The frames behind a footer."""

    def __init__(self, header, footer):
        self.at, self.behind = footer.start, footer.end
        self.covered = header.hash.to_bytes(8, "little") + footer.sum
        self.open = 0

    def add(self, frame):
        """Adds a frame, and says whether its seal holds; then its metas are known."""
        self.open += 1
        if frame.seal is not None:
            frame.sealed = self.holds(frame)
            self.open = 0
        self.covered += uvarint(frame.start - self.at) + frame.facts()
        return frame.sealed

    def holds(self, frame):
        s = Reader(frame.seal, 0, len(frame.seal) - 8, "seal")
        distance = frame.seal[-8:-4]
        if int.from_bytes(distance, "little") != frame.sums - 8 - self.at:
            return False
        room = min(max(self.behind - self.at, 65536), 4 << 20)
        if frame.end - self.behind > 2 * room or frame.seal[-4:] != (xxh64(self.covered + distance) & M32).to_bytes(4, "little"):
            return False
        metas = []
        if s.pos < s.end:
            try:
                metas = [s.bytes(s.uv()) for _ in range(self.open)]
                s.done()
            except Corrupt:
                return False
            if not any(metas):
                return False
        return True


class Footer:
    """A footer and the entries of its frames: (skip, length, games, input, checksum, meta)."""

    def __init__(self, r, header, frames):
        self.start = start = r.pos
        if r.bytes(4) != FOOTER:
            raise Corrupt(f"no footer at {start}")
        size = r.uv()
        self.body = r.pos
        body = Reader(r.data, r.pos, r.pos + size, "footer")
        r.bytes(size)
        if body.uv() != start - header.start:
            raise Corrupt(f"footer at {start}: its reach is not the {start - header.start} bytes before it")
        count = body.uv()
        if count != len(frames):
            raise Corrupt(f"footer at {start}: {count} frames, {len(frames)} before it")
        self.metas = []
        at = header.end
        for f in frames:
            skip = body.uv()
            if count > 1:
                entry = body.uv(), body.uv(), body.uv(), body.fixed(4)
                if entry != (f.end - f.start, f.games, f.input, f.hash & 0xFFFFFFFF):
                    raise Corrupt(f"footer at {start}: entry {entry} does not fit the frame at {f.start}")
            if at + skip != f.start:
                raise Corrupt(f"footer at {start}: a frame at {at + skip}, not {f.start}")
            at = f.end
            self.metas.append(body.bytes(body.uv()))
        body.done()
        distance = r.fixed(4)
        if distance != body.end - start:
            raise Corrupt(f"footer at {start}: distance {distance}")
        covered = header.hash.to_bytes(8, "little")
        if count == 1:
            covered += frames[0].hash.to_bytes(8, "little")
        covered += r.data[start:r.pos]
        self.sum = r.bytes(4)
        if int.from_bytes(self.sum, "little") != xxh64(covered) & M32:
            raise Checksum(f"footer at {start}: checksum mismatch")
        self.end = r.pos


class Archive:
    """An archive that is read as from a pipe; parts are its frames and footers in order.

    It begins at pos of the data and ends where they do, or where another begins."""

    def __init__(self, data, pos=0):
        r = Reader(data, pos, what="archive")
        self.header = Header(r)
        self.frames, self.footers, self.parts = [], [], []
        ended, tail = False, None
        while r.pos < r.end and not (ended and data[r.pos:r.pos + 4] == HEADER):
            if data[r.pos:r.pos + 4] == FOOTER:
                part = Footer(r, self.header, self.frames)
                self.footers.append(part)
                ended, tail = True, Tail(self.header, part)
            else:
                part = Frame(r)
                self.frames.append(part)
                ended = tail is not None and tail.add(part)
            self.parts.append(part)
        if not ended:
            raise Truncated("archive: it ends neither with a footer nor with a sealed frame")
        self.end = r.pos


def archives(data):
    """The archives that lie end to end in the data: one, as a rule."""
    pos = 0
    while pos < len(data) or pos == 0:
        a = Archive(data, pos)
        yield a
        pos = a.end
