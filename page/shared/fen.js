// The board of a FEN and back. What the rules say of a position, the server
// knows.

export const files = "abcdefgh";

const names = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

// colour returns "white" or "black" for the letter of a piece.
export const colour = (piece) => (piece < "a" ? "white" : "black");

export const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// nameOf says a piece in words: "white bishop".
export const nameOf = (piece) => `${colour(piece)} ${names[piece.toLowerCase()]}`;

// readFEN returns the pieces by square, as in {e1: "K"}, the side to move, and the
// rights to castle as a FEN has them, "" for none.
export function readFEN(fen) {
  const pieces = {};
  const [ranks, turn, castling = "-"] = fen.split(" ");
  ranks.split("/").forEach((rank, i) => {
    let file = 0;
    for (const c of rank) {
      if (c >= "1" && c <= "8") file += Number(c);
      else pieces[files[file++] + (8 - i)] = c;
    }
  });
  return { pieces, turn: turn === "b" ? "b" : "w", castling: castling.replace("-", "") };
}

// writeFEN returns the FEN of pieces, "w" or "b" to move, with rights to castle.
export function writeFEN(pieces, turn, castling = "") {
  return `${writeBoard(pieces)} ${turn} ${castling || "-"} - 0 1`;
}

// writeBoard returns the first field of a FEN.
export function writeBoard(pieces) {
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
  return ranks.join("/");
}
