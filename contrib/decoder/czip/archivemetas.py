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
    n = len(frames)
    while n and METAS in frames[n - 1].streams:
        *others, last = frames[:n]
        try:
            first, n, found = read_metas(last.streams[METAS], len(others),
                                         [f.sums[:4] for f in others], last.streams.get(WHOSE))
        except Refused:
            break
        for i, meta in enumerate(found, first):
            metas[i] = metas[i] or meta
    return metas


def _add_sealed(member, metas):
    """What the seals say of the frames of their batches."""
    begin = len(member.frames) - len(member.behind)
    batch = 0
    for i, frame in enumerate(member.behind, begin + 1):
        batch += 1
        if frame.seal is None:
            continue
        found = seal_metas(frame.seal, batch)
        if found and holds(member, frame):
            metas[i - batch:i] = found
        batch = 0
