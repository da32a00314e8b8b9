"""The metas of an archive's frames, wherever they stand: container.md, 4 and 5; indexes.md, 8.

    metas_of(member)        of all frames of a container.Member; where nothing is known of a frame
                            its meta is empty
"""

from .container import holds, seal_metas
from .indexes import read_metas
from .refused import Refused

METAS, WHOSE = 1029, 1024


def metas_of(member):
    """The metas of the footer, of seals that hold, and of index frames."""
    frames = member.frames
    metas = [b""] * len(frames)
    if member.footer:
        metas[:len(member.footer.metas)] = member.footer.metas
        _add_sealed(member, metas)
    n = len(frames) - 1
    while n >= 0 and METAS in frames[n].streams:
        try:
            checksums = [f.sums[:4] for f in frames[:n]]
            first, before, found = read_metas(frames[n].streams[METAS], n, checksums,
                                              frames[n].streams.get(WHOSE))
        except Refused:
            break
        for i, meta in enumerate(found):
            metas[first + i] = metas[first + i] or meta
        n = before - 1
    return metas


def _add_sealed(member, metas):
    """What the seals say of the frames of their batches."""
    begin = len(member.frames) - len(member.behind)
    batch = 0
    for i, frame in enumerate(member.behind, begin + 1):
        batch += 1
        if frame.seal is None:
            continue
        if len(frame.seal) > 8 and holds(member, frame):
            metas[i - batch:i] = seal_metas(frame.seal, batch)
        batch = 0
