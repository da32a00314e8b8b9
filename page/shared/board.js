// A board whose pieces are dragged by mouse or finger, tapped, or moved by keys.
// It knows no rules: it asks its owner where a piece may go and whether a drop
// stands.

import { files, nameOf } from "./fen.js";
import { capital } from "./words.js";

const svgNS = "http://www.w3.org/2000/svg";

// The drawings of the pieces, wherever this file lies.
const pieces = new URL("pieces.svg", import.meta.url).pathname;

// A press that moves less than this, in pixels, is a tap.
const tapSlack = 6;

// drawPiece returns the drawing of a piece by its FEN letter.
export function drawPiece(piece) {
  const svg = document.createElementNS(svgNS, "svg");
  svg.setAttribute("viewBox", "0 0 40 40");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS(svgNS, "use");
  use.setAttribute("href", `${pieces}#${piece}`);
  svg.append(use);
  return svg;
}

// pieceButton returns a button that shows a piece; act is called for a click.
export function pieceButton(piece, act) {
  const button = document.createElement("button");
  button.type = "button";
  button.title = capital(nameOf(piece));
  button.setAttribute("aria-label", nameOf(piece));
  button.dataset.piece = piece;
  button.append(drawPiece(piece));
  button.addEventListener("click", act);
  return button;
}

export class Board {
  #pieces = {};
  #flipped = false;
  #look = {};
  #picked = null; // square of the piece that waits for its target
  #targets = new Set();
  #drag = null;
  #focus = "e4";
  #cells = [];
  #pencil = null; // square from which an arrow is drawn by taps or keys

  // The owner answers:
  //
  //   targets(square)   the squares that the piece there may go to, shown as dots
  //   drop(from, to)    a piece was put down; from is a square or {piece: "K"},
  //                     to a square or null beside the board. False sends the
  //                     piece back.
  //   key(square, key)  a key was pressed on a square that the board has no
  //                     use for; true if the owner had
  //   tap(square)       a square was tapped or entered while no piece was
  //                     picked; true if that was all that was meant
  //   draw(from, to, colour)
  //                     an arrow was drawn by the right button, or by taps and
  //                     keys while drawing is set; to is from for a ring, colour
  //                     is G, or by Shift R, Alt B, both Y. May be left out.
  constructor(host, owner) {
    this.host = host;
    this.owner = owner;
    host.classList.add("board");
    this.squares = document.createElement("div");
    this.squares.className = "squares";
    this.squares.setAttribute("role", "grid");
    this.squares.setAttribute("aria-label", "Chess board: arrow keys walk, Enter picks a piece up and puts it down");
    for (let y = 0; y < 8; y++) {
      const row = document.createElement("div");
      row.setAttribute("role", "row");
      for (let x = 0; x < 8; x++) {
        const cell = document.createElement("div");
        cell.setAttribute("role", "gridcell");
        row.append(cell);
        this.#cells.push(cell);
      }
      this.squares.append(row);
    }
    this.arrows = document.createElementNS(svgNS, "svg");
    this.arrows.setAttribute("class", "arrows");
    this.arrows.setAttribute("viewBox", "0 0 320 320");
    this.arrows.setAttribute("aria-hidden", "true");
    this.choices = document.createElement("div");
    this.choices.className = "promotion";
    this.choices.setAttribute("role", "group");
    this.choices.setAttribute("aria-label", "Promote to");
    this.choices.hidden = true;
    this.choices.addEventListener("keydown", (e) => {
      if (e.key !== "Escape") return;
      this.choices.hidden = true;
      e.preventDefault();
      e.stopPropagation();
    });
    this.drawing = false; // arrows are drawn instead of moves played
    host.append(this.squares, this.arrows, this.choices);
    this.squares.addEventListener("contextmenu", (e) => owner.draw && e.preventDefault());
    this.squares.addEventListener("pointerdown", (e) => this.#press(e));
    this.squares.addEventListener("keydown", (e) => this.#key(e));
    this.squares.addEventListener("focusin", (e) => this.#walk(e.target.dataset.square));
    this.#draw();
  }

  get flipped() {
    return this.#flipped;
  }

  set flipped(yes) {
    this.#flipped = yes;
    this.choices.hidden = true;
    this.#draw();
  }

  // show puts pieces on the board. look says {last: [squares], check: square,
  // arrows: [{from, to, preview, colour}], slide: {from, to}}, each if need be. An
  // arrow from a square to itself is a ring; colour is G, R, Y or B.
  show(pieces, look = {}) {
    this.#pieces = { ...pieces };
    this.#look = look;
    this.unpick();
    if (look.slide) this.#slide(look.slide);
  }

  // point replaces the arrows.
  point(arrows) {
    this.#look.arrows = arrows;
    this.#drawArrows();
  }

  // choose asks at the square of a promotion for one of several moves, which differ in
  // the piece; turn is "white" or "black".
  choose(moves, turn, play) {
    const square = moves[0].uci.slice(2, 4);
    const [x, y] = this.#place(square);
    this.choices.className = `promotion ${y > 3 ? "up" : "down"}`;
    this.choices.style.setProperty("--x", x);
    const buttons = moves.map((m) => pieceButton(turn === "white" ? m.uci[4].toUpperCase() : m.uci[4], () => {
      this.choices.hidden = true;
      play(m);
    }));
    buttons.sort((a, b) => "qnrbk".indexOf(a.dataset.piece.toLowerCase()) - "qnrbk".indexOf(b.dataset.piece.toLowerCase()));
    this.choices.replaceChildren(...buttons);
    this.choices.hidden = false;
    buttons[0].focus();
  }

  unpick() {
    this.#picked = this.#pencil = null;
    this.choices.hidden = true;
    this.#targets.clear();
    this.#draw();
  }

  // grab starts the drag of a piece from outside the board, by the event of the
  // press on it.
  grab(event, piece) {
    this.unpick();
    this.#lift(event, { piece }, piece, event.currentTarget);
  }

  #squareAt(x, y) {
    return this.#flipped ? files[7 - x] + (y + 1) : files[x] + (8 - y);
  }

  // Where a square is drawn, in squares from the top left.
  #place(square) {
    const x = files.indexOf(square[0]);
    const y = 8 - Number(square[1]);
    return this.#flipped ? [7 - x, 7 - y] : [x, y];
  }

  #cell(square) {
    const [x, y] = this.#place(square);
    return this.#cells[8 * y + x];
  }

  // The square below a point of the window, or null.
  #under(clientX, clientY) {
    const r = this.squares.getBoundingClientRect();
    const x = Math.floor((8 * (clientX - r.left)) / r.width);
    const y = Math.floor((8 * (clientY - r.top)) / r.height);
    return x >= 0 && x < 8 && y >= 0 && y < 8 ? this.#squareAt(x, y) : null;
  }

  #draw() {
    const { last = [], check } = this.#look;
    this.#cells.forEach((cell, i) => {
      const [x, y] = [i % 8, i >> 3];
      const square = this.#squareAt(x, y);
      const piece = this.#pieces[square];
      cell.dataset.square = square;
      cell.className = `square ${(x + y) % 2 ? "dark" : "light"}`;
      cell.classList.toggle("piece", Boolean(piece));
      cell.classList.toggle("last", last.includes(square));
      cell.classList.toggle("check", square === check);
      cell.classList.toggle("picked", square === this.#picked || square === this.#pencil);
      cell.classList.toggle("target", this.#targets.has(square));
      cell.setAttribute("aria-label", square + (piece ? ` ${nameOf(piece)}` : "") + (this.#targets.has(square) ? ", can be reached" : ""));
      cell.setAttribute("aria-selected", String(square === this.#picked));
      cell.tabIndex = square === this.#focus ? 0 : -1;
      if (x === 0) cell.dataset.row = square[1];
      if (y === 7) cell.dataset.file = square[0];
      if (cell.dataset.piece === (piece ?? "")) return;
      cell.dataset.piece = piece ?? "";
      cell.replaceChildren(...(piece ? [drawPiece(piece)] : []));
    });
    this.#drawArrows();
  }

  #drawArrows(arrows = this.#look.arrows ?? []) {
    this.arrows.replaceChildren(...arrows.map(({ from, to, preview, colour }) => {
      const [x1, y1] = this.#place(from);
      const [x2, y2] = this.#place(to);
      const length = Math.hypot(x2 - x1, y2 - y1);
      const [cos, sin] = [(x2 - x1) / length, (y2 - y1) / length];
      const tip = 40 * length - 4; // short of the middle, so that a piece there stays visible
      const path = document.createElementNS(svgNS, "path");
      if (preview || colour) path.setAttribute("class", preview ? "preview" : `colour-${colour}`);
      if (!length) {
        path.setAttribute("transform", `translate(${40 * x1 + 20} ${40 * y1 + 20})`);
        path.setAttribute("d", "M-18 0a18 18 0 1 0 36 0a18 18 0 1 0-36 0M-15 0a15 15 0 1 1 30 0a15 15 0 1 1-30 0z");
        path.setAttribute("fill-rule", "evenodd");
        return path;
      }
      path.setAttribute("transform", `matrix(${[cos, sin, -sin, cos, 40 * x1 + 20, 40 * y1 + 20].join(" ")})`);
      path.setAttribute("d", `M8-3H${tip - 13}v-6L${tip} 0L${tip - 13} 9v-6H8z`);
      return path;
    }));
  }

  // The piece on slide.to comes from slide.from.
  #slide({ from, to }) {
    const [x1, y1] = this.#place(from);
    const [x2, y2] = this.#place(to);
    glide(this.#cell(to).firstElementChild, `translate(${100 * (x1 - x2)}%, ${100 * (y1 - y2)}%)`, "none");
  }

  #pick(square) {
    this.#picked = square;
    this.#targets = new Set(this.owner.targets(square));
    this.#draw();
  }

  #press(e) {
    const square = this.#under(e.clientX, e.clientY);
    if (!square || this.#drag) return;
    if (this.owner.draw && (e.button === 2 || (this.drawing && e.button === 0))) {
      this.#draft(e, square);
      return;
    }
    if (e.button !== 0) return;
    this.#walk(square);
    const piece = this.#pieces[square];
    if (piece && !this.#targets.has(square)) {
      this.#lift(e, square, piece, this.squares);
      return;
    }
    // The press may yet turn out to be a scroll: only its end is a tap.
    const end = new AbortController();
    const { signal } = end;
    this.squares.addEventListener("pointercancel", () => end.abort(), { signal });
    window.addEventListener("pointerup", (up) => {
      end.abort();
      if (this.#under(up.clientX, up.clientY) === square) this.#enter(square);
    }, { signal });
  }

  // An arrow is drawn from a square; a tap without a drag is a ring, or in two taps an
  // arrow while drawing is set.
  #draft(e, from) {
    e.preventDefault();
    const tapped = e.button === 0;
    const end = new AbortController();
    const { signal } = end;
    const shown = this.#look.arrows ?? [];
    const colour = colourOf(e);
    this.squares.setPointerCapture(e.pointerId);
    this.squares.addEventListener("pointermove", (m) => {
      const to = this.#under(m.clientX, m.clientY);
      if (to) this.#drawArrows([...shown, { from, to, colour }]);
    }, { signal });
    this.squares.addEventListener("pointercancel", () => {
      end.abort();
      this.#drawArrows();
    }, { signal });
    this.squares.addEventListener("pointerup", (up) => {
      end.abort();
      const to = this.#under(up.clientX, up.clientY);
      this.#drawArrows();
      if (tapped && to === from) this.#pencilAt(from, colour);
      else if (to) this.owner.draw(from, to, colour);
    }, { signal });
  }

  // An arrow by two taps or presses of Enter: the same square twice is a ring.
  #pencilAt(square, colour) {
    const from = this.#pencil;
    this.#pencil = from ? null : square;
    this.#draw();
    if (from) this.owner.draw(from, square, colour);
  }

  // A square was tapped or entered by key.
  #enter(square) {
    if (this.drawing) {
      this.#pencilAt(square, "G");
      return;
    }
    const from = this.#picked;
    if (from && from !== square && (this.#targets.has(square) || !this.#pieces[square])) {
      this.unpick();
      this.owner.drop(from, square);
    } else if (from === square) {
      this.unpick();
    } else if (!from && this.owner.tap?.(square)) {
      return;
    } else if (this.#pieces[square]) {
      this.#pick(square);
    }
  }

  // A drag begins; it is a tap for as long as it has not moved.
  #lift(e, from, piece, holder) {
    e.preventDefault(); // no selection, no second press by an emulated mouse
    const board = typeof from === "string";
    const again = board && this.#picked === from;
    const [x, y] = [e.clientX, e.clientY];
    const end = new AbortController();
    const { signal } = end;
    this.#drag = { from, piece };
    holder.setPointerCapture(e.pointerId);
    let ghost = null;
    let over = null;
    const side = (this.squares.clientWidth / 8) * (e.pointerType === "touch" ? 1.4 : 1); // a finger hides more
    const at = (cx, cy) => `translate(${cx - side / 2}px, ${cy - side / 2}px)`;
    const leave = () => {
      end.abort();
      this.#drag = null;
      document.body.classList.remove("dragging");
      over?.classList.remove("over");
    };
    holder.addEventListener("pointermove", (m) => {
      if (m.pointerId !== e.pointerId) return;
      if (!ghost) {
        if (Math.hypot(m.clientX - x, m.clientY - y) < tapSlack) return;
        ghost = drawPiece(piece);
        ghost.classList.add("ghost");
        ghost.style.width = ghost.style.height = `${side}px`;
        document.body.append(ghost);
        document.body.classList.add("dragging");
        if (board) {
          this.#pick(from);
          this.#cell(from).classList.add("lifted");
        }
      }
      ghost.style.transform = at(m.clientX, m.clientY);
      over?.classList.remove("over");
      const square = this.#under(m.clientX, m.clientY);
      over = square ? this.#cell(square) : null;
      over?.classList.add("over");
    }, { signal });
    holder.addEventListener("pointerup", (up) => {
      if (up.pointerId !== e.pointerId) return;
      leave();
      if (!ghost) {
        if (!board) return; // the owner hears the click
        if (again) this.unpick();
        else if (!this.owner.tap?.(from)) this.#pick(from);
        return;
      }
      const to = this.#under(up.clientX, up.clientY);
      this.unpick();
      const stands = to !== from && this.owner.drop(from, to);
      if (!board) swallowClick(holder);
      if (stands || !board) {
        ghost.remove();
        return;
      }
      this.#goHome(ghost, from, at(up.clientX, up.clientY));
    }, { signal });
    holder.addEventListener("pointercancel", (c) => {
      if (c.pointerId !== e.pointerId) return;
      leave();
      ghost?.remove();
      this.unpick();
    }, { signal });
  }

  // The piece flies back to its square.
  #goHome(ghost, square, from) {
    const cell = this.#cell(square);
    const r = cell.getBoundingClientRect();
    cell.classList.add("lifted");
    const flight = glide(ghost, from, `translate(${r.left - (ghost.clientWidth - r.width) / 2}px, ${r.top - (ghost.clientHeight - r.height) / 2}px)`);
    flight.finished.catch(() => {}).then(() => {
      ghost.remove();
      cell.classList.remove("lifted");
    });
  }

  // One square can be reached by Tab: the one that was visited last.
  #walk(square) {
    if (!square || square === this.#focus) return;
    this.#cell(this.#focus).tabIndex = -1;
    this.#focus = square;
    this.#cell(square).tabIndex = 0;
  }

  #key(e) {
    const steps = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const square = this.#focus;
    const step = steps[e.key];
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (step) {
      const [x, y] = this.#place(square);
      const to = this.#squareAt(Math.min(7, Math.max(0, x + step[0])), Math.min(7, Math.max(0, y + step[1])));
      this.#cell(to).focus();
    } else if (e.key === "Enter" || e.key === " ") {
      this.#enter(square);
    } else if (e.key === "Escape") {
      this.unpick();
    } else if (!this.owner.key?.(square, e.key)) {
      return;
    }
    e.preventDefault();
  }
}

// colourOf is the colour of an arrow by the keys that are held.
const colourOf = ({ shiftKey, altKey }) => (shiftKey && altKey ? "Y" : shiftKey ? "R" : altKey ? "B" : "G");

// swallowClick keeps the click that may end a drag from an element that waits
// for clicks as well.
function swallowClick(element) {
  const swallow = (e) => e.stopImmediatePropagation();
  element.addEventListener("click", swallow, { capture: true, once: true });
  setTimeout(() => element.removeEventListener("click", swallow, { capture: true }));
}

// glide moves an element from one transform to another, at once for those who
// asked for less motion.
function glide(element, from, to) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return element.animate([{ transform: from }, { transform: to }], { duration: still ? 0 : 180, easing: "ease-out", fill: "backwards" });
}
