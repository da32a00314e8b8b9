// What may be played in the position that is shown, as api/position says.

import { button } from "../shared/dom.js";
import { drawPiece } from "../shared/board.js";
import { colour, nameOf, readFEN } from "../shared/fen.js";

const most = 200; // answers that are kept
const pause = 60; // before a question, in ms: who steps on does not ask

export class Legal {
  #kept = new Map(); // answers by FEN
  #node = null;
  #answer = null;
  #asking = null;
  #timer = 0;

  // play(move) is called for a move, known(answer) when the answer is there; host is
  // where the piece of a promotion is chosen.
  constructor(app, host, play, known) {
    Object.assign(this, { app, host, play, known });
    host.hidden = true;
    host.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      host.hidden = true;
      e.preventDefault();
    });
  }

  // at says which position is shown.
  at(node) {
    this.stop();
    this.#node = node;
    this.host.hidden = true;
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
      if (this.#kept.size >= most) this.#kept.clear();
      this.#kept.set(node.fen, answer);
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

  drop(from, to) {
    const moves = to ? this.#meant(from, to) : [];
    if (moves.length > 1) this.#choose(moves);
    else if (moves.length) this.play(moves[0]);
    return moves.length > 0;
  }

  #choose(moves) {
    const { turn } = readFEN(this.#node.fen);
    this.host.replaceChildren(...moves.map((m) => {
      const piece = turn === "w" ? m.uci[4].toUpperCase() : m.uci[4];
      const b = button("", () => {
        this.host.hidden = true;
        this.play(m);
      }, { name: nameOf(piece) });
      b.dataset.piece = piece;
      b.append(drawPiece(piece));
      return b;
    }).reverse());
    this.host.hidden = false;
    this.host.firstElementChild.focus();
  }
}
