// What one side has more of than the other.

import { drawPiece } from "../shared/board.js";
import { el } from "../shared/dom.js";

const worth = { q: 9, r: 5, b: 3, n: 3, p: 1 };

// surplus returns elements for the pieces that a side, "white" or "black", has more of
// than the other, and for the difference of their worth where it has more.
export function surplus(pieces, side) {
  const count = (letter) => Object.values(pieces).filter((p) => p === letter).length;
  const shown = [];
  let lead = 0;
  for (const [letter, points] of Object.entries(worth)) {
    const more = (count(letter.toUpperCase()) - count(letter)) * (side === "white" ? 1 : -1);
    lead += more * points;
    for (let i = 0; i < more; i++) shown.push(drawPiece(side === "white" ? letter.toUpperCase() : letter));
  }
  if (lead > 0) shown.push(el("b", "", `+${lead}`));
  return shown;
}
