"""The dump of streams of index frames, and of metas: indexes.md.

    DUMPS[kind](f, streams)         f: dump.Fields of the stream
    note_meta(out, meta, frame)     what a meta says; frame: None if it is not known
"""

from . import indexes, indexgames, openingtable, openingtext
from .columns import read_column
from .refused import Refused

COLUMNS = ("White's rating", "Black's rating", "first day", "days", "result", "ECO", "half-moves")
SEVERAL_FRAMES = (1029, 1032, 1033)


def note_meta(out, meta, frame):
    if frame is not None and meta == openingtext.DIRECTORY_META and not frame.games:
        out.note("the frame has the directory of a table of openings", 1)
        return
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
    if s.filter:
        out.note(f"names: {s.probes} probes in {8 * len(s.filter)} bits", 1)


def indexed(streams):
    """The frame that an index frame is about: the first games frame before it."""
    frames = streams.member.frames
    n = len(frames) - 2
    while n >= 0 and not frames[n].games:
        n -= 1
    return frames[n] if n >= 0 else None


def dump_whose(f, streams):
    if any(kind in streams.frame.streams for kind in SEVERAL_FRAMES):
        f.some(8, "checksum of the checksums of frames, the highest byte first")
        return
    frame = indexed(streams)
    checksum = f.a_number(4, "checksum {:#010x} of a frame")
    f.a_number(4, "checksum of its input: {:#010x}")
    if frame is not None and checksum == frame.checksum:
        f.out.note(f"of frame {streams.member.frames.index(frame) + 1}")


def texts(f, what, limit):
    """A column of texts with its size; gives its values."""
    from .dumpstreams import dump_column
    n = f.an_uvarint("bytes of " + what + ": {}")
    end, f.end = f.end, f.at + n
    begin = f.at
    if f.end > end:
        f.end = end
        indexes.damaged("a column is cut off")
    dump_column(f, limit)
    data = f.data[begin:f.end]
    f.end = end
    return read_column(data, limit)


def numbers(f, what, games):
    f.an_uvarint(what + ", least: {}")
    width = f.a_byte("{} bits each")
    if width:
        f.some((games * width + 7) // 8, "numbers")


def dump_replay(f, streams):
    frame = indexed(streams)
    left = frame.games
    limit = 2 * frame.input + 200 * frame.games
    while left > 0:
        n = min(left, indexgames.GROUP)
        values = texts(f, f"the replay moves of {n} games", limit)
        for value in values:
            indexgames.replay(value)
        left -= n


def dump_numbers(f, streams):
    games = indexed(streams).games
    for what in COLUMNS:
        numbers(f, what, games)


def dump_statistics(f, streams):
    first = f.an_uvarint("first frame, from 0: {}")
    f.an_uvarint("1 + frame of the metas before, or 0: {}")
    n = f.an_uvarint("frames: {}")
    lengths = [f.an_uvarint(f"bytes of the meta of frame {first + i}: {{}}") for i in range(n)]
    for i, length in enumerate(lengths):
        if length:
            meta = f.some(length, f"meta of frame {first + i}")
            note_meta(f.out, meta, streams.member.frames[first + i])


def dump_signatures(f, streams):
    from .dumpstreams import dump_column
    begin = f.at
    games = indexed(streams).games
    dump_column(f, 14 * games)
    indexgames.read_signatures(f.data[begin:f.end], games)


def dump_players(f, streams):
    games = indexed(streams).games
    texts(f, "the names", 128 * games)
    numbers(f, "White", games)
    numbers(f, "Black", games)


def dump_values(f, streams, tags=indexgames.TAGS):
    games = indexed(streams).games
    has = f.a_byte("tags 0x{:x}")
    for i, name in enumerate(tags):
        if has >> i & 1:
            texts(f, f"the values of [{name}]", indexgames.VALUES_MOST)
            texts(f, f"the places of [{name}]", 2 * games)


def dump_spellings(f, streams):
    dump_values(f, streams, indexgames.SPELLED)


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


DUMPS = {1024: dump_whose, 1027: dump_replay, 1028: dump_numbers, 1029: dump_statistics,
         1030: dump_signatures, 1031: dump_players, 1032: dump_block, 1033: dump_directory,
         1034: dump_values, 1035: dump_spellings}
