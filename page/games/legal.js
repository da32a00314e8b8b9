// What may be played in the position that is shown, as api/position says.

import { colour, readFEN } from "../shared/fen.js";
import { whyNot } from "../shared/words.js";

const most = 200; // answers that are kept
const pause = 60; // before a question, in ms: who steps on does not ask

export class Legal {
  #kept = new Map(); // answers by FEN
  #node = null;
  #answer = null;
  #asking = null;
  #timer = 0;

  // play(move) is called for a move, choose(moves) for those that differ in the piece, and
  // known(answer) when the answer is there.
  constructor(app, { play, choose, known }) {
    Object.assign(this, { app, play, choose, known });
  }

  // keep keeps the answer about a position that is about to be shown.
  keep(fen, answer) {
    if (this.#kept.size >= most) this.#kept.clear();
    this.#kept.set(fen, answer);
  }

  // at says which position is shown.
  at(node) {
    this.stop();
    this.#node = node;
    this.#answer = this.#kept.get(node.fen) ?? null;
    if (this.#answer) this.known(this.#answer);
    else this.#timer = setTimeout(() => this.#ask(node), pause);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#asking?.abort();
  }

  async #ask(node) {
    this.#asking = new AbortController();
    try {
      const answer = await this.app.ask(this.app.pathOf("api/position", { fen: node.fen }), { signal: this.#asking.signal });
      this.keep(node.fen, answer);
      if (node !== this.#node) return;
      this.#answer = answer;
      this.known(answer);
    } catch (err) {
      this.app.complain(err);
    }
  }

  // A move by the squares of its piece: castling may be dropped on the rook or where
  // the king comes to.
  #meant(from, to) {
    const moves = this.#answer?.moves.filter((m) => m.uci.startsWith(from)) ?? [];
    const found = moves.filter((m) => m.uci.slice(2, 4) === to);
    if (found.length) return found;
    const { pieces } = readFEN(this.#node.fen);
    return moves.filter((m) => {
      if (!m.san.startsWith("O-O") || from[1] !== to[1]) return false;
      const far = m.san.startsWith("O-O-O");
      if (pieces[to]) return pieces[to].toLowerCase() === "r" && colour(pieces[to]) === colour(pieces[from]) && to < from === far;
      return to[0] === (far ? "c" : "g");
    });
  }

  targets(from) {
    return this.#answer?.moves.filter((m) => m.uci.startsWith(from)).map((m) => m.uci.slice(2, 4)) ?? [];
  }

  // why says why a move is illegal.
  why(from, to) {
    return this.#answer ? whyNot(readFEN(this.#node.fen).pieces, this.#answer, from, to) : "";
  }

  drop(from, to) {
    const moves = to ? this.#meant(from, to) : [];
    if (moves.length > 1) this.choose(moves);
    else if (moves.length) this.play(moves[0]);
    return moves.length > 0;
  }
}
