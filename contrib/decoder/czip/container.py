"""The container: container.md. Reading from front to back; from its end: find.py.

    inputs(data)            generates the input of an archive, or of archives laid end to end,
                            as bytes, a frame at a time
    parts(data)             generates (what, part) from front to back, where what is "header",
                            "frame" or "footer"; everything is checked but what the streams hold
    read_header(data, at), read_frame(data, at), read_footer(data, at, member)
    metas_of(member)        what the footer and seals that hold say of all frames; empty for nothing
    Header, Frame, Footer, Member, Parameters
"""

from . import lists, trace
from .basics import Source, lower_half, uvarint, xxh64
from .blocks import is_blocks, read_blocks, read_front
from .refused import (CHECKSUM, CLAIM, DAMAGED, FEATURE, LEVEL, NOT_AN_ARCHIVE, TRUNCATED,
                      VERSION, Refused)

HEADER = bytes.fromhex("C7435A1A")
FRAME = bytes.fromhex("C74652E1")
FOOTER = bytes.fromhex("C74958E2")

MAX_COUNT = lists.limit("MAX_COUNT")
SEAL = lists.limit("SEAL_KIND")
KNOWN_FEATURES = 0
WHOSE = 1024                            # the stream that makes an index frame
FORMS = 31                              # all bits of the form in the parameters

# What this reader takes of a frame (container.md, 3).
MOST_INPUT = lists.limit("MAX_FRAME_INPUT")
MOST_LENGTH = 5 * 2**20


class Parameters:
    """Section 6. model: the lower half of the number of the model of moves, or None; form: how
    new frames are written."""

    def __init__(self, data):
        if not data or data[0] != lists.limit("FRAMES_VERSION"):
            raise Refused(VERSION, "an unknown version of the frames")
        if len(data) not in (4, 8):
            raise Refused(DAMAGED, "parameters of a wrong length")
        if int.from_bytes(data[1:3], "little") != lists.limit("FRAMES_TABLES"):
            raise Refused(VERSION, "frames that depend on other tables")
        self.form = data[3]
        if self.form > FORMS:
            raise Refused(DAMAGED, "an unknown form")
        self.model = int.from_bytes(data[4:], "little") if len(data) == 8 else None
        if self.model is not None and self.model not in models():
            raise Refused(LEVEL, f"no model at hand has the number {self.model:08x}")


def models():
    """The models of moves at hand: paths by the lower halves of their numbers."""
    return {file.model & 0xFFFFFFFF: path for path, file in lists.files().items()
            if file.model is not None and file.document == "moves.md"}


class Header:
    """Section 2. at, end: its place; parameters: their bytes; hash: H, 8 bytes."""


class Frame:
    """Section 3.

    at, end, length  its place in the file
    games, input     how many games, and bytes of input
    streams          a map from kinds to bytes, ascending, without seal
    places           a list of (kind, place of its bytes in the file, length), with seal
    seal             the bytes of the stream 16383, or None; seal_end: where it ends in the file
    checksum, check  numbers; sums: the 8 bytes of both
    """

    def is_index(self):
        return self.games == 0 and self.input == 0 and WHOSE in self.streams


class Footer:
    """Section 4. at, end, length: its place; metas: of each frame, bytes; note: bytes;
    checksum: 4 bytes."""


class Member:
    """What has been read of one archive: header, frames, and of the last footer the frames
    that came behind it."""

    def __init__(self, header):
        self.header = header
        self.frames = []
        self.footer = None
        self.footers = []
        self.behind = []                # frames behind the last footer

    def add_frame(self, frame):
        self.frames.append(frame)
        self.behind.append(frame)

    def add_footer(self, footer):
        self.footer = footer
        self.footers.append(footer)
        self.behind = []


def _marker(data, at, *markers):
    """Whether less than 4 bytes are left which begin one of the markers."""
    left = bytes(data[at:at + len(HEADER)])
    return len(left) < len(HEADER) and any(m.startswith(left) for m in markers)


def read_header(data, at):
    """Section 2: the header at a place."""
    if _marker(data, at, HEADER):
        raise Refused(TRUNCATED, "the header's marker is cut off")
    if data[at:at + 4] != HEADER:
        raise Refused(NOT_AN_ARCHIVE, "no marker of a header")
    src = Source(data, at + 4, ends=TRUNCATED)
    if src.byte() != lists.limit("CONTAINER_VERSION"):
        raise Refused(VERSION, "an unknown version of the container")
    header = Header()
    header.at = at
    header.mandatory = src.uvarint()
    header.optional = src.uvarint()
    length = src.uvarint()
    if length > lists.limit("MAX_PARAMETERS"):
        raise Refused(CLAIM, "too many bytes of parameters")
    header.parameters = src.take(length)
    covered = data[at:src.at]
    checksum = src.take(4)
    value = xxh64(covered)
    if int.from_bytes(checksum, "little") != value & 0xFFFFFFFF:
        raise Refused(CHECKSUM, "the header's checksum")
    if header.mandatory & ~KNOWN_FEATURES:
        raise Refused(FEATURE, "an unknown feature")
    header.hash = value.to_bytes(8, "little")
    header.end = src.at
    return header


def read_frame(data, at):
    """Section 3: the frame at a place."""
    if _marker(data, at, FRAME):
        raise Refused(TRUNCATED, "a frame's marker is cut off")
    if data[at:at + 4] != FRAME:
        raise Refused(DAMAGED, "no marker of a frame")
    src = Source(data, at + 4, ends=TRUNCATED)
    frame = Frame()
    frame.at = at
    frame.games, frame.input, count = src.uvarint(), src.uvarint(), src.uvarint()
    if max(frame.games, frame.input) > MAX_COUNT or count > lists.limit("MAX_STREAMS"):
        raise Refused(CLAIM, "a frame claims too much")
    if frame.input > MOST_INPUT:
        raise Refused(CLAIM, "a frame with more input than this reader takes")
    if src.left() < 2 * count:
        raise Refused(TRUNCATED, "a frame's table of streams is cut off")
    table = _read_table(src, count)
    frame.end = src.at + sum(length for _, length in table) + 8
    frame.length = frame.end - at
    if frame.length > MOST_LENGTH:
        raise Refused(CLAIM, "a frame longer than this reader takes")
    if frame.end > len(data):
        raise Refused(TRUNCATED, "a frame is cut off")
    frame.places = []
    frame.streams = {}
    for kind, length in table:
        frame.places.append((kind, src.at, length))
        frame.streams[kind] = src.take(length)
    covered = bytes(data[at:frame.places[0][1] if table else src.at])
    for kind, stream in frame.streams.items():
        covered += stream[:read_front(stream)[3]] if is_blocks(kind) else stream
    frame.sums = src.take(8)
    frame.checksum = int.from_bytes(frame.sums[:4], "little")
    frame.check = int.from_bytes(frame.sums[4:], "little")
    if frame.checksum != lower_half(covered, frame.sums[4:]):
        raise Refused(CHECKSUM, "a frame's checksum")
    for kind, stream in frame.streams.items():
        if is_blocks(kind):
            read_blocks(kind, frame.games, stream)
    frame.seal = None
    frame.seal_end = src.at - 8
    if table and table[-1][0] == SEAL:
        frame.seal = frame.streams.pop(SEAL)
    return frame


def _read_table(src, count):
    """The table of streams of a frame: a list of (kind, length)."""
    table = []
    for _ in range(count):
        kind, length = src.uvarint(), src.uvarint()
        if kind > lists.limit("MAX_KIND") or (table and kind <= table[-1][0]):
            raise Refused(DAMAGED, "a wrong kind of a stream")
        if length > MAX_COUNT:
            raise Refused(CLAIM, "a stream that is too long")
        if kind == SEAL and length < 8:
            raise Refused(DAMAGED, "a seal that is too short")
        table.append((kind, length))
    return table


def read_footer(data, at, member):
    """Section 4: the footer at a place, which must fit the frames of the member before it."""
    if _marker(data, at, FOOTER):
        raise Refused(TRUNCATED, "a footer's marker is cut off")
    if data[at:at + 4] != FOOTER:
        raise Refused(DAMAGED, "no marker of a footer")
    src = Source(data, at + 4, ends=TRUNCATED)
    length = src.uvarint()
    if length > MAX_COUNT:
        raise Refused(DAMAGED, "a footer that is too long")
    body = Source(src.take(length))
    end = src.at
    if src.fixed(4) != end - at:
        raise Refused(DAMAGED, "a footer's distance")
    covered = member.header.hash
    if len(member.frames) == 1:
        covered += member.frames[0].sums
    covered += bytes(data[at:src.at])
    footer = Footer()
    footer.checksum = src.take(4)
    if body.uvarint() != at - member.header.at:
        raise Refused(DAMAGED, "a footer's reach")
    if body.uvarint() != len(member.frames):
        raise Refused(DAMAGED, "a footer has another number of frames")
    footer.metas = _read_entries(body, member, at)
    footer.note = body.sized()
    body.done("a footer")
    if footer.checksum != lower_half(covered).to_bytes(4, "little"):
        raise Refused(CHECKSUM, "a footer's checksum")
    footer.at, footer.end, footer.length = at, src.at, src.at - at
    return footer


def _read_entries(body, member, at):
    """The entries of a footer, which must fit the frames; gives the metas."""
    end = member.header.end
    alone = len(member.frames) == 1
    metas = []
    fits = True
    for frame in member.frames:
        skip = body.uvarint()
        if not alone:
            said = (body.uvarint(), body.uvarint(), body.uvarint(), body.fixed(4))
            fits = fits and said == (frame.length, frame.games, frame.input, frame.checksum)
        metas.append(body.sized())
        fits = fits and skip == frame.at - end
        end = frame.end
    if not fits or end != at:
        raise Refused(DAMAGED, "a footer does not fit its frames")
    return metas


def room(length):
    """How many bytes may follow a footer of this length until the end of a batch."""
    least, most = lists.limit("LEAST_ROOM"), lists.limit("MOST_ROOM")
    return 2 * min(max(length, least), most)


def holds(member, frame):
    """Section 5: whether the seal of a frame, the last of member.behind, holds."""
    foot = member.footer.at
    distance = frame.seal[-8:-4]
    if int.from_bytes(distance, "little") != frame.seal_end - 8 - foot:
        return False
    if frame.end > member.footer.end + room(member.footer.length):
        return False
    covered = member.header.hash + member.footer.checksum
    before = member.behind[:member.behind.index(frame)]
    for f in before:
        covered += uvarint(f.at - foot) + uvarint(f.length) + uvarint(f.games)
        covered += uvarint(f.input) + f.sums[:4]
    if int.from_bytes(frame.seal[-4:], "little") != lower_half(covered, distance):
        return False
    batch = 1
    while batch <= len(before) and before[-batch].seal is None:
        batch += 1
    return len(frame.seal) == 8 or seal_metas(frame.seal, batch) is not None


def seal_metas(seal, count):
    """The metas that a seal says of the frames of its batch, or None if it is malformed."""
    src = Source(seal, 0, len(seal) - 8)
    try:
        metas = [src.sized() for _ in range(count)]
        src.done()
    except Refused:
        return None
    return metas if any(metas) else None


def metas_of(member):
    metas = list(member.footer.metas) if member.footer else []
    metas += [b""] * (len(member.frames) - len(metas))
    begin = len(member.frames) - len(member.behind)
    batch = 0
    for i, frame in enumerate(member.behind if member.footer else [], begin + 1):
        batch += 1
        if frame.seal is None:
            continue
        found = seal_metas(frame.seal, batch)
        if found and holds(member, frame):
            metas[i - batch:i] = found
        batch = 0
    return metas


def parts(data):
    """Section 8, from front to back: generates ("header", Header), ("frame", Frame) and
    ("footer", Footer); then Refused if there is something wrong."""
    at = 0
    while True:
        member = Member(read_header(data, at))
        at = member.header.end
        yield "header", member.header
        ended = False
        while True:
            if ended and at == len(data):
                return
            here = data[at:at + 4]
            if ended and here == HEADER:
                break
            if _marker(data, at, FRAME, FOOTER, *([HEADER] if ended else [])):
                raise Refused(TRUNCATED, "the archive ends too early")
            if here == FRAME:
                frame = read_frame(data, at)
                at = frame.end
                member.add_frame(frame)
                ended = bool(member.footer and frame.seal is not None and holds(member, frame))
                yield "frame", frame
            elif here == FOOTER:
                footer = read_footer(data, at, member)
                at = footer.end
                member.add_footer(footer)
                ended = True
                yield "footer", footer
            else:
                raise Refused(DAMAGED, "neither a frame nor a footer")


def frame_input(frame, parameters):
    """What a frame stands for; an index frame for nothing."""
    if frame.is_index():
        return b""
    from . import frames
    if trace.sink:
        trace.say(f"# frame at byte {frame.at}: {frame.games} games, input of {frame.input} bytes")
        for kind, data in frame.streams.items():
            trace.say(f"stream {kind}: {data[:32].hex()}" + "..." * (len(data) > 32))
    out = frames.read_frame(frame, parameters)
    if len(out) != frame.input:
        raise Refused(DAMAGED, "a frame stands for another number of bytes")
    if lower_half(out) != frame.check:
        raise Refused(CHECKSUM, "the check of a frame's input")
    return out


def inputs(data):
    """The input of all members, a frame at a time."""
    parameters = None
    for what, part in parts(data):
        if what == "header":
            parameters = Parameters(part.parameters)
        elif what == "frame":
            yield frame_input(part, parameters)
