// Setting up a position on a board.

import { pieceButton } from "./board.js";
import { readFEN, writeFEN } from "./fen.js";

// Where king and rook stand for each right to castle.
const homes = { K: ["e1", "h1"], Q: ["e1", "a1"], k: ["e8", "h8"], q: ["e8", "a8"] };

// Setup is a position that is being set up. The owner of the board hands it what the
// board asks while it is active: place for drop, tap, key.
export class Setup {
  active = false;
  pieces = {};
  #turn = "w";
  #castling = "";
  #brush = null; // the piece that a tap places

  // palette is filled with the pieces; changed is called whenever something has.
  constructor(board, palette, changed) {
    this.palette = palette;
    this.changed = changed;
    for (const piece of "KQRBNPkqrbnp") {
      const button = pieceButton(piece, () => this.#choose(this.#brush === piece ? null : piece));
      button.addEventListener("pointerdown", (e) => board.grab(e, piece));
      palette.append(button);
    }
  }

  begin(fen) {
    this.active = true;
    ({ pieces: this.pieces, turn: this.#turn, castling: this.#castling } = readFEN(fen));
    this.#choose(null);
    this.changed();
  }

  end() {
    this.active = false;
    this.#choose(null);
  }

  clear() {
    this.pieces = {};
    this.changed();
  }

  get fen() {
    return writeFEN(this.pieces, this.#turn, this.castling);
  }

  get turn() {
    return this.#turn;
  }

  set turn(turn) {
    this.#turn = turn;
    this.changed();
  }

  // The rights to castle that were given, as far as king and rook are at home.
  get castling() {
    return [..."KQkq"].filter((right) => this.#castling.includes(right) && this.mayCastle(right)).join("");
  }

  set castling(rights) {
    this.#castling = rights;
    this.changed();
  }

  mayCastle(right) {
    const [king, rook] = homes[right];
    const white = right < "a";
    return this.pieces[king] === (white ? "K" : "k") && this.pieces[rook] === (white ? "R" : "r");
  }

  // place puts a piece on a square, or away where to is null.
  place(from, to) {
    const piece = from.piece ?? this.pieces[from];
    if (typeof from === "string") delete this.pieces[from];
    if (to) this.#put(piece, to);
    this.changed();
    return true;
  }

  tap(square) {
    if (!this.active || !this.#brush) return false;
    if (this.pieces[square] === this.#brush) delete this.pieces[square];
    else this.#put(this.#brush, square);
    this.changed();
    return true;
  }

  key(square, k) {
    if (!this.active) return false;
    if (/^[KQRBNPkqrbnp]$/.test(k)) this.#put(k, square);
    else if (k === "Delete" || k === "Backspace") delete this.pieces[square];
    else return false;
    this.changed();
    return true;
  }

  // There is one king of each colour.
  #put(piece, square) {
    if (piece === "K" || piece === "k") {
      for (const s in this.pieces) if (this.pieces[s] === piece) delete this.pieces[s];
    }
    this.pieces[square] = piece;
  }

  #choose(piece) {
    this.#brush = piece;
    for (const b of this.palette.children) b.setAttribute("aria-pressed", String(b.dataset.piece === piece));
  }
}
