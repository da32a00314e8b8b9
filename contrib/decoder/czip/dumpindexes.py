"""The dump of streams of index frames, of metas and of the note: indexes.md.

    DUMPS[kind](f, streams)         f: dump.Fields of the stream
    note_meta(out, meta)            what a meta says
    dump_note(f, frames)            the note of a footer of so many frames
"""

from . import indexes, openingtable, openingtext
from .columns import read_column
from .refused import Refused
from .vectors import show

SHOWN = 8                           # names that are shown at most


def note_meta(out, meta):
    try:
        s = indexes.Statistics(meta)
    except Refused as refused:
        out.note(f"no statistics: {refused}", 1)
        return
    for what, pair in (("ratings", s.ratings), ("earliest last and latest first day", s.dates),
                       ("half-moves", s.half_moves)):
        if pair:
            out.note(f"{what}: {pair[0]}, {pair[1]}", 1)
    if s.results:
        out.note(f"results: {s.results:#x}", 1)
    if s.eco:
        out.note(f"ECO: {s.eco:#x}", 1)
    if s.open:
        out.note(f"open columns: {s.open:#x}", 1)


def dump_note(f, frames):
    note = indexes.Note(f.data[f.at:f.end], frames)
    f.an_uvarint("1 + frame of the directory of the table of openings, or 0: {}")
    for _ in range(f.an_uvarint("frames with filters of names: {}")):
        f.an_uvarint("frames on: {}")
        f.an_uvarint("frames back to the first one with a filter: {}")
    f.an_uvarint("frames that lists and summary are of: {}")
    for what in ("players", "events") if note.covers else ():
        f.an_uvarint(f"frame of the list of {what}: {{}}")
        f.an_uvarint("its blocks: {}")
    if note.covers:
        f.a_rest("summary")
        results, *tables = indexes.read_summary(note.summary, indexes.MOST_GAMES)
        f.out.note(f"results: {results}", 1)
        for what, table in zip(("years", "ratings", "ECO codes"), tables):
            f.out.note(f"{what}: {len(table)}", 1)


def dump_whose(f, _):
    f.some(8, "checksum of the checksums of frames, the highest byte first")


def dump_filters(f, _):
    first = f.an_uvarint("first frame, from 0: {}")
    for i in range(f.an_uvarint("frames: {}")):
        f.a_sized(f"the filter of frame {first + i}")


def dump_named(f, _):
    from .dumpstreams import dump_column
    n = f.an_uvarint("bytes of the names: {}")
    end, f.end = f.end, min(f.at + n, f.end)
    begin = f.at
    dump_column(f, indexes.MAX_NAMED)
    names = read_column(f.data[begin:f.end], indexes.MAX_NAMED)
    f.end = end
    begin = f.at
    games = [f.uvarint() for _ in names]
    f.out.part(begin, f.at, f"games of each: {' '.join(map(str, games[:SHOWN]))}"
               + (" ..." if len(games) > SHOWN else ""))


def dump_front(f, streams):
    f.an_uvarint("names: {}")
    f.a_byte("1 if some are left out: {}")
    for _ in range(f.an_uvarint("blocks: {}")):
        key = f.a_sized("the key of the first name")
        f.out.note(show(key), 1)
    dump_named(f, streams)


def dump_block(f, streams):
    begin = f.at
    f.an_uvarint("positions: {}")
    f.a_rest("string of the range coder")
    directory = find_directory(streams)
    if directory is None:
        f.out.note("its directory is not found")
        return
    for row in openingtable.read_block(f.data[begin:f.end], directory):
        first, *moves = openingtext.lines_of(row)
        f.out.note(first)
        for line in moves:
            f.out.note(line, 1)


def find_directory(streams):
    """The directory of the block at hand: it stands in the first frame behind it with one."""
    from . import container
    data = streams.out.data
    at = streams.frame.end
    n = len(streams.member.frames)
    try:
        while True:
            frame = container.read_frame(data, at)
            if openingtext.DIRECTORY in frame.streams:
                return openingtable.Directory(frame.streams[openingtext.DIRECTORY], n)
            at = frame.end
            n += 1
    except Refused:
        return None


def dump_directory(f, streams):
    f.an_uvarint("games of a position, at least: {}")
    f.an_uvarint("frames: {}")
    f.an_uvarint("games: {}")
    f.an_uvarint("last year: {}")
    left = f.an_uvarint("frames that are left out: {}")
    blocks = f.an_uvarint("blocks: {}")
    for _ in range(left):
        f.an_uvarint("frames between, and one that is left out: {}")
    for _ in range(blocks):
        f.an_uvarint("positions: {}")
        same = f.a_byte("bytes of the first key as before: {}")
        f.some(max(openingtable.KEY_SIZE - same, 0), "first key")


DUMPS = {1024: dump_whose, 1029: dump_filters, 1032: dump_block, 1033: dump_directory,
         1036: dump_front, 1037: dump_named}
