// The board of a FEN and back. What the rules say of a position, the server
// knows.

export const files = "abcdefgh";

const names = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

// colour returns "white" or "black" for the letter of a piece.
export const colour = (piece) => (piece < "a" ? "white" : "black");

// nameOf says a piece in words: "white bishop".
export const nameOf = (piece) => `${colour(piece)} ${names[piece.toLowerCase()]}`;

// readFEN returns the pieces by square, as in {e1: "K"}, and the side to move.
export function readFEN(fen) {
  const pieces = {};
  const [ranks, turn] = fen.split(" ");
  ranks.split("/").forEach((rank, i) => {
    let file = 0;
    for (const c of rank) {
      if (c >= "1" && c <= "8") file += Number(c);
      else pieces[files[file++] + (8 - i)] = c;
    }
  });
  return { pieces, turn: turn === "b" ? "b" : "w" };
}

// writeFEN returns the FEN of pieces without rights to castle, "w" or "b" to move.
export function writeFEN(pieces, turn) {
  const ranks = [];
  for (let rank = 8; rank >= 1; rank--) {
    let text = "";
    let gap = 0;
    for (const file of files) {
      const piece = pieces[file + rank];
      if (!piece) {
        gap++;
        continue;
      }
      if (gap) text += gap;
      gap = 0;
      text += piece;
    }
    ranks.push(text + (gap || ""));
  }
  return `${ranks.join("/")} ${turn} - - 0 1`;
}
