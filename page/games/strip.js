// Where the bytes of a game are: a bar for each move, the higher and redder the less it
// was expected.

import { button, el } from "../shared/dom.js";

const steps = [1, 2, 3.5, 5, 7]; // bits up to which a bar has a colour
const tenth = (n) => n.toLocaleString("en-US", { maximumFractionDigits: 1 });
const whole = (n) => n.toLocaleString("en-US", { maximumFractionDigits: 0 });

export class Strip {
  #bars = [];
  #texts = [];
  #at = 0;

  // go(ply) is called for a click; labelOf(ply) names a half-move.
  constructor(host, { go, labelOf }) {
    this.host = host;
    this.labelOf = labelOf;
    this.bars = el("div", "bars");
    this.bars.role = "group";
    this.bars.ariaLabel = "Bits of each move";
    this.caption = el("p", "reading");
    this.facts = el("dl", "facts");
    this.least = el("p", "least");
    this.shown = false;
    host.append(el("h3", "", "Where the bytes are"), this.bars, this.caption, this.least, this.facts);
    const ply = (e) => Number(e.target.closest?.("[data-ply]")?.dataset.ply ?? 0);
    host.addEventListener("click", (e) => ply(e) && go(ply(e)));
    for (const event of ["pointerover", "focusin"]) this.bars.addEventListener(event, (e) => this.#read(ply(e)));
    for (const event of ["pointerleave", "focusout"]) this.bars.addEventListener(event, () => this.#read(0));
  }

  // show draws an answer of api/games/{id}/bytes, of so many half-moves.
  show(answer, plies) {
    const moves = answer.moves.slice(0, plies);
    const most = moves.reduce((most, m) => Math.max(most, m.bits), 8);
    this.#texts = moves.map((m) => `${this.labelOf(m.ply)}: ${tenth(m.bits)} bits, ${m.legal} legal ${m.legal === 1 ? "move" : "moves"}`);
    this.#bars = moves.map((m, i) => {
      const b = button("", null, { className: `b${steps.filter((s) => m.bits >= s).length}` });
      b.ariaLabel = this.#texts[i];
      b.dataset.ply = m.ply;
      b.tabIndex = -1;
      b.style.setProperty("--share", `${Math.max(4, (100 * m.bits) / most)}%`);
      return b;
    });
    this.bars.replaceChildren(...this.#bars);
    const least = moves.filter((m) => m.bits >= 3).sort((a, b) => b.bits - a.bits).slice(0, 3);
    this.least.replaceChildren(...(least.length ? ["Least expected: "] : []), ...least.map((m) => {
      const b = button(`${this.labelOf(m.ply)} (${tenth(m.bits)})`, null, { className: "chip" });
      b.dataset.ply = m.ply;
      return b;
    }));
    const n = answer.moves.length;
    const facts = [["Moves", `${tenth(answer.moveBits)} bits = ${whole(answer.moveBits / 8)} bytes${n ? `, ${tenth(answer.moveBits / n)} bits a move` : ""}, at the level ${answer.level}`]];
    let sum = answer.moveBits / 8;
    for (const [name, { text, estimatedBytes }] of [["Tags", answer.tags], ["Comments", answer.comments]]) {
      sum += estimatedBytes ?? 0;
      facts.push([name, estimatedBytes === null ? `${whole(text)} bytes of text` : `about ${tenth(estimatedBytes)} bytes for ${whole(text)} of text`]);
    }
    if (answer.tags.estimatedBytes !== null) facts.push(["Together", `about ${whole(sum)} bytes; the share of tags and comments is estimated from the columns of the games stored with this one`]);
    facts.push(["As PGN", `${whole(answer.text)} bytes`]);
    this.facts.replaceChildren(...facts.flatMap(([name, text]) => [el("dt", "", name), el("dd", "", text)]));
    this.shown = true;
  }

  // clear shows no game.
  clear() {
    this.shown = false;
    this.#bars = [];
    this.#texts = [];
    for (const part of [this.bars, this.least, this.facts]) part.replaceChildren();
    this.caption.textContent = "Weighing the moves …";
  }

  // mark shows which half-move is current, 0 for none.
  mark(ply) {
    const [was, is] = [this.#bars[this.#at - 1], this.#bars[ply - 1]];
    was?.removeAttribute("aria-current");
    if (was) was.tabIndex = -1;
    (is ?? this.#bars[0] ?? {}).tabIndex = 0;
    is?.setAttribute("aria-current", "true");
    if (was && was === document.activeElement) is?.focus({ preventScroll: true });
    this.#at = ply;
    this.#read(0);
    if (!is) return;
    const { offsetLeft, offsetWidth } = is;
    const { scrollLeft, clientWidth } = this.bars;
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth) this.bars.scrollLeft = offsetLeft - clientWidth / 2;
  }

  #read(ply) {
    this.caption.textContent = this.#texts[(ply || this.#at) - 1] ?? "The bits of each move; the least expected stand out.";
  }
}
