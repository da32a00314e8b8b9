"""The dump of an archive: what each of its bytes is, by container.md. The streams of frames are
in dumpstreams.py.

    dump(data, write)       write(line) for each line: the place in the file, the bytes, what they
                            are; and lines without a place for what follows from them
"""

from . import container
from .basics import Source
from .container import FRAME, FOOTER, HEADER, Member, Parameters
from .refused import DAMAGED, Refused

WIDTH = 16                          # bytes of a line
WHOLE = 4                           # lines of bytes up to which all are shown
BLANK = " " * 59


class Out:
    """Writes lines. data: the file."""

    def __init__(self, data, write):
        self.data = data
        self.write = write
        self.begun = False

    def title(self, text):
        if self.begun:
            self.write("")
        self.begun = True
        self.write("# " + text)

    def note(self, text, depth=0):
        self.write((BLANK + "  " * depth + text).rstrip())

    def part(self, at, end, text):
        """The bytes from at to end, and what they are."""
        rows = [(i, self.data[i:min(i + WIDTH, end)]) for i in range(at, end, WIDTH)]
        for n, (i, row) in enumerate(rows or [(at, b"")]):
            if len(rows) > WHOLE and 2 <= n < len(rows) - 1:
                if n == 2:
                    self.write("          ...")
                continue
            line = f"{i:08x}  {bytes(row).hex(' ').ljust(47)}  {text if n == 0 else ''}"
            self.write(line.rstrip())

    def fields(self, at, end):
        return Fields(self, at, end)


class Fields(Source):
    """Reads fields in their order, and writes a line for each; {} in a text is its value."""

    def __init__(self, out, at, end):
        super().__init__(out.data, at, end)
        self.out = out

    def _write(self, begin, text, value):
        self.out.part(begin, self.at, text.format(value))
        return value

    def a_byte(self, text):
        begin = self.at
        return self._write(begin, text, self.byte())

    def an_uvarint(self, text):
        begin = self.at
        return self._write(begin, text, self.uvarint())

    def a_number(self, n, text):
        begin = self.at
        return self._write(begin, text, self.fixed(n))

    def some(self, n, text):
        begin = self.at
        return self._write(begin, text, self.take(n))

    def a_rest(self, text):
        return self.some(self.left(), text)

    def a_sized(self, what):
        """A string with its size."""
        n = self.an_uvarint("bytes of " + what + ": {}")
        return self.some(n, what)


def dump(data, write):
    """Writes the dump; raises Refused behind the lines of what could be read."""
    out = Out(data, write)
    at = 0
    while at < len(data):
        at = dump_member(out, at)


def dump_member(out, at):
    """One archive; gives where it ends."""
    member = Member(container.read_header(out.data, at))
    dump_header(out, member.header)
    parameters = Parameters(member.header.parameters)
    at = member.header.end
    while at < len(out.data):
        marker = bytes(out.data[at:at + 4])
        if marker == HEADER:
            break
        if marker == FRAME:
            frame = container.read_frame(out.data, at)
            member.add_frame(frame)
            dump_frame(out, member, frame, parameters)
            at = frame.end
        elif marker == FOOTER:
            footer = container.read_footer(out.data, at, member)
            dump_footer(out, member, footer)
            member.add_footer(footer)
            at = footer.end
        else:
            raise Refused(DAMAGED, f"no marker at {at:08x}")
    return at


def dump_header(out, header):
    out.title("header (container.md, 2)")
    f = out.fields(header.at, header.end)
    f.some(4, "marker")
    f.a_byte("version {}")
    f.an_uvarint("mandatory features: {}")
    f.an_uvarint("optional features: {:#x}")
    n = f.an_uvarint("{} bytes of parameters")
    f.a_byte("version {} of the frames")
    if n >= 4:
        f.a_number(2, "tables {:#06x}")
        f.a_byte("new frames are written in the form {:#x}")
    if n == 8:
        f.a_number(4, "model {:#010x}")
    f.a_number(4, "checksum {:#010x}")


def dump_frame(out, member, frame, parameters):
    from . import dumpstreams
    number = len(member.frames)
    out.title(f"frame {number} (container.md, 3)")
    f = out.fields(frame.at, frame.end)
    f.some(4, "marker")
    f.an_uvarint("games: {}")
    f.an_uvarint("bytes of input: {}")
    f.an_uvarint("streams: {}")
    streams = dumpstreams.Streams(out, member, frame, parameters)
    for kind, _, length in frame.places:
        begin = f.at
        f.uvarint(), f.uvarint()
        out.part(begin, f.at, f"stream {kind}, {streams.name(kind)}: {length} bytes")
    for kind, at, length in frame.places:
        out.title(f"frame {number}, stream {kind}: {streams.name(kind)} ({streams.where(kind)})")
        streams.dump(kind, at, at + length)
        f.at = at + length
    out.title(f"frame {number}, end")
    f.a_number(4, "checksum {:#010x}")
    f.a_number(4, "checksum of the input: {:#010x}")


def dump_footer(out, member, footer):
    from .dumpindexes import dump_note, note_meta
    out.title("footer (container.md, 4)")
    f = out.fields(footer.at, footer.end)
    f.some(4, "marker")
    f.an_uvarint("bytes of the body: {}")
    f.an_uvarint("bytes from the header's first to the marker: {}")
    n = f.an_uvarint("frames: {}")
    for i in range(n):
        f.an_uvarint(f"frame {i + 1}: bytes skipped before it: {{}}")
        if n > 1:
            f.an_uvarint("its length: {}")
            f.an_uvarint("its games: {}")
            f.an_uvarint("its bytes of input: {}")
            f.a_number(4, "its checksum: {:#010x}")
        length = f.an_uvarint("bytes of meta: {}")
        if length:
            meta = f.some(length, "meta")
            note_meta(out, meta)
    length = f.an_uvarint("bytes of the note: {}")
    if length:
        end, f.end = f.end, f.at + length
        dump_note(f, n)
        f.end = end
    f.a_number(4, "from the marker to here: {:#010x}")
    f.a_number(4, "checksum {:#010x}")
