"""Archives by number, and saving frames: container.md, section 8.

    find(data, end)     the Member that ends at a place
    members(data)       all members of a file, found from its end, the last first
    game(members, n)    (frame, place in it) of game n of members that stand in their order
    saved(data, tell), saved_inputs(data, tell)
                        frames that are whole, wherever they lie, for who saves a damaged file
"""

from . import container
from .basics import Source
from .refused import DAMAGED, TRUNCATED, Refused


def find(data, end):
    """The archive that ends at a place."""
    if end < 16:
        raise Refused(TRUNCATED, "too few bytes for an archive")
    for at, behind in ((end - 8, False), (end - 16, True)):
        distance = int.from_bytes(data[at:at + 4], "little")
        foot = at - distance
        if distance < 8 or distance > at or data[foot:foot + 4] != container.FOOTER:
            continue
        src = Source(data, foot + 4, end)
        try:
            length = src.uvarint()
            stop = src.at + length + 8
            reach = src.uvarint()
        except Refused:
            continue
        if not behind and stop != end:
            continue
        if behind and (end - stop < 23 or end > stop + container.room(stop - foot)):
            continue
        if reach > foot or length > end - foot:
            continue
        return _read(data, foot - reach, foot, end)
    raise Refused(DAMAGED, "no archive ends here")


def _read(data, start, foot, end):
    """The archive from start, whose last footer is at foot, up to the last seal that holds."""
    member = container.Member(container.read_header(data, start))
    at = member.header.end
    ends = None
    while at < end:
        here = data[at:at + 4]
        if here == container.FOOTER and at <= foot:
            footer = container.read_footer(data, at, member)
            member.add_footer(footer)
            at = ends = footer.end
        elif here == container.FRAME:
            frame = container.read_frame(data, at)
            member.add_frame(frame)
            at = frame.end
            if member.footer and frame.seal is not None and container.holds(member, frame):
                ends = at
        else:
            break
    if ends != end or not member.footer or member.footer.at != foot:
        raise Refused(DAMAGED, "an archive does not end where it should")
    return member


def members(data):
    """All members of a file, the last first."""
    if not data:
        raise Refused(TRUNCATED, "a file of no bytes")
    out = []
    end = len(data)
    while end:
        out.append(find(data, end))
        end = out[-1].header.at
    return out


def game(members, n):
    """The frame that has game n, and which of its games that is."""
    for member in members:
        for frame in member.frames:
            if n < frame.games:
                return frame, n
            n -= frame.games
    raise IndexError("the file has fewer games")


def saved(data, tell):
    """What can be saved of a damaged file: generates (header or None, frame) of all frames that
    are whole, wherever they lie, with the last whole header before each. tell(text) is told of
    every gap: bytes that are no part of a header, a frame or a footer that could be read."""
    at = done = 0
    member = None
    while at < len(data):
        part = None
        try:
            here = data[at:at + 4]
            if here == container.HEADER:
                part = container.read_header(data, at)
                member = container.Member(part)
            elif here == container.FRAME:
                part = container.read_frame(data, at)
            elif here == container.FOOTER and member:
                part = container.read_footer(data, at, member)
        except Refused as refused:
            tell(f"at {at}: {refused}")
        if part is None:
            following = data.find(b"\xc7", at + 1)
            at = following if following > at else len(data)
            continue
        if at > done:
            tell(f"{at - done} bytes at {done} are missing")
        if isinstance(part, container.Frame):
            if member:
                member.add_frame(part)
            yield member.header if member else None, part
        elif isinstance(part, container.Footer):
            member.add_footer(part)
        at = done = part.end
    if done < len(data):
        tell(f"{len(data) - done} bytes at {done} are missing")


def saved_inputs(data, tell):
    """The inputs of the frames that can be saved and decoded."""
    for header, frame in saved(data, tell):
        try:
            if header is None:
                raise Refused(DAMAGED, "no header says how the frame is coded")
            parameters = container.Parameters(header.parameters)
            yield container.frame_input(frame, parameters)
        except Refused as refused:
            tell(f"{frame.input} bytes of input of the frame at {frame.at} are missing: {refused}")
