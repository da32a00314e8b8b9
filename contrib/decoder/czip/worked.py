"""The worked frame of docs/spec/worked.md.

    filled(document, data)      the document, whose blocks that begin with # are the parts of the
                                trace of an archive, in order
"""

import re

from . import container, trace

BLOCK = re.compile(r"^```text\n# .*?^```$", re.MULTILINE | re.DOTALL)


def filled(document, data):
    lines = []
    trace.start(lines.append)
    try:
        for _ in container.inputs(data):
            pass
    finally:
        trace.stop()
    parts = re.split(r"\n(?=# )", "\n".join(lines))
    blocks = BLOCK.findall(document)
    if len(parts) != len(blocks):
        raise ValueError(f"the trace has {len(parts)} parts, the document {len(blocks)}")
    left = iter(parts)
    return BLOCK.sub(lambda _: f"```text\n{next(left)}\n```", document)
