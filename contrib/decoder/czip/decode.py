"""The input of an archive, frame by frame."""

from . import Checksum, Corrupt, LevelMissing, Version
from .archive import M32, archives
from .columns import read_column
from .games import FrameGames
from .learned import model_numbers
from .xxh64 import xxh64

VERSION = 5      # of the streams, the first byte of the header's parameters


def frame_input(frame, archive):
    """The bytes that a frame stands for."""
    s = frame.streams
    if frame.input == 0 and frame.games == 0:
        return b""
    if 1 in s:
        out = s[1]
    elif 2 in s:
        out = read_column(s[2])[0]
    elif 12 in s:
        from .positions import read_positions
        out = read_positions(s[12])
    else:
        out = b"".join(FrameGames(frame, *openers(archive)).texts())
    if len(out) != frame.input:
        raise Corrupt(f"frame at {frame.start}: {len(out)} bytes, not {frame.input}")
    if xxh64(out) & M32 != frame.check:
        raise Checksum(f"frame at {frame.start}: the checksum of its input does not fit")
    return out


def openers(archive):
    """What opens the streams of learned moves and of comments."""
    def moves(data):
        from .learned import LearnedMoves
        return LearnedMoves(data, archive.header.parameters)

    def comments(data, frame):
        from .comments import Comments
        return Comments(data, frame)
    return moves, comments


def decode(data):
    """The input of an archive, or of several end to end."""
    return b"".join(frame_input(f, a) for a in archives(data) if known(a.header) for f in a.frames)


def known(header):
    """Refuses an archive of another version of the frames, or of a model that is not at hand."""
    parameters = header.parameters
    if parameters[:1] != bytes([VERSION]):
        raise Version("header: not the version of the streams that this decoder knows")
    if len(parameters) not in (1, 5):
        raise Corrupt(f"header: {len(parameters)} bytes of parameters")
    if len(parameters) == 5 and int.from_bytes(parameters[1:], "little") not in model_numbers():
        raise LevelMissing("header: its model is none of the embedded ones")
    return True
