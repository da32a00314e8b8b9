// What the page of solved endings says of a move that was played.

import { movesLeft } from "../shared/words.js";

// slipOf says by how much a move falls short of the best one in the position
// before; it is null for a best move.
export function slipOf(before, move) {
  if (move.result !== before.result) {
    return { short: "??", long: before.result === "won" ? "Gives the win away" : "Loses" };
  }
  const longer = movesLeft(move.plies) - movesLeft(before.plies);
  if (longer === 0) return null;
  return longer > 0 ? { short: `+${longer}`, long: `Mate takes ${longer} longer` } : { short: `−${-longer}`, long: `Mate comes ${-longer} sooner` };
}
