// The board of a FEN and back. What the rules say of a position, the server
// knows.

export const files = "abcdefgh";

const names = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };

// colour returns "white" or "black" for the letter of a man.
export const colour = (man) => (man < "a" ? "white" : "black");

// nameOf says a man in words: "white bishop".
export const nameOf = (man) => `${colour(man)} ${names[man.toLowerCase()]}`;

// readFEN returns the men by square, as in {e1: "K"}, and the side to move.
export function readFEN(fen) {
  const men = {};
  const [rows, turn] = fen.split(" ");
  rows.split("/").forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "8") file += Number(c);
      else men[files[file++] + (8 - i)] = c;
    }
  });
  return { men, turn: turn === "b" ? "b" : "w" };
}

// writeFEN returns the FEN of men without rights to castle, "w" or "b" to move.
export function writeFEN(men, turn) {
  const rows = [];
  for (let row = 8; row >= 1; row--) {
    let text = "";
    let gap = 0;
    for (const file of files) {
      const man = men[file + row];
      if (!man) {
        gap++;
        continue;
      }
      if (gap) text += gap;
      gap = 0;
      text += man;
    }
    rows.push(text + (gap || ""));
  }
  return `${rows.join("/")} ${turn} - - 0 1`;
}
