// The moves of a game. Without remarks on the main line they stand in two columns, and
// what is said of a move below it; with remarks they are a text, as in a book.

import { button, el, foreign } from "../shared/dom.js";
import { glyphOf, remarkOf } from "./glyphs.js";
import { scoreOf, timeOf } from "./graphs.js";
import { label } from "./gametree.js";

const soon = 2; // half-moves within which another name of the opening replaces one

export class MoveList {
  #byKey = new Map(); // buttons and nodes
  #folds = new Map(); // buttons that fold a variation, by the key of its first move
  #folded = new Set(); // keys of those that are folded
  #current = null;

  constructor(host, go) {
    this.host = host;
    host.role = "group";
    host.ariaLabel = "Moves";
    host.tabIndex = -1;
    host.addEventListener("click", (e) => {
      const b = e.target.closest("[data-move]");
      if (b) go(this.#byKey.get(Number(b.dataset.move)).node);
    });
  }

  // show draws a tree: result is what follows its last move, openings are those of
  // api/games/{id}, and book says whether the moves are a text.
  show(tree, { result, openings = [], book = false }) {
    this.#byKey.clear();
    this.#folds.clear();
    this.openings = new Map(openings.filter((o, i) => (openings[i + 1]?.ply ?? Infinity) - o.ply > soon).map((o) => [o.ply, o]));
    const main = el("div", book ? "book" : "mainline");
    main.append(...this.#remarks(tree.start.comments, "note"));
    if (book) this.#text(main, tree);
    else this.#columns(main, tree);
    const { rest } = tree.last(tree.start);
    if (rest) main.append(this.#rest(rest));
    if (result && tree.main.length) main.append(el("p", "end", result));
    if (!tree.main.length && !rest) main.append(el("p", "note", "Play a move on the board, or choose one of the explorer."));
    this.host.replaceChildren(main);
    this.#current = null;
  }

  #columns(main, tree) {
    for (const node of tree.main) {
      const white = node.turn === "w";
      const broken = white || node.ply === 1 || main.lastElementChild.className !== "move";
      if (broken) main.append(el("span", "num", `${node.number}`));
      if (broken && !white) main.append(el("span", "gap", "…"));
      main.append(this.#move(node, false));
      const notes = this.#notes(node, true);
      const name = [node.ply, white ? 0 : node.ply - 1].map((ply) => this.#opening(ply)).find(Boolean);
      if (name && (!white || !node.children.length)) notes.push(name);
      if (!notes.length) continue;
      if (white) main.append(el("span", "gap", "…"));
      main.append(...notes);
    }
  }

  // text draws the moves as a book does, in paragraphs that variations and names end.
  #text(main, tree) {
    let paragraph = null;
    let apart = true; // the next move needs its number
    for (const node of tree.main) {
      if (!paragraph) main.append(paragraph = el("p", "run"));
      paragraph.append(this.#move(node, apart || node.turn === "w"), " ");
      const remarks = this.#remarks(node.comments, "");
      for (const r of remarks) paragraph.append(r, " ");
      const notes = [...this.#notes(node, false), this.#opening(node.ply)].filter(Boolean);
      main.append(...notes);
      apart = remarks.length + notes.length > 0;
      if (notes.length) paragraph = null;
    }
  }

  #opening(ply) {
    const o = this.openings.get(ply);
    return o ? foreign(`${o.eco} ${o.name}`, "p", "note named") : null;
  }

  // notes are what stands below a move of the main line.
  #notes(node, remarks) {
    const others = node.parent.children.slice(1);
    return [...(remarks ? this.#remarks(node.comments, "note") : []), ...others.map((n) => this.#line(n)), ...node.strays.map((text) => this.#stray(text))];
  }

  // mark shows which move is current, and keeps it in view.
  mark(node) {
    if (this.#current) {
      this.#current.removeAttribute("aria-current");
      this.#current.tabIndex = -1;
    }
    for (let n = node; n.parent; n = n.parent) {
      if (this.#folded.has(n.key)) this.#folds.get(n.key)?.click();
    }
    const b = this.#byKey.get(node.key)?.button ?? null;
    const had = this.#current !== null && document.activeElement === this.#current;
    this.#current = b ?? this.#byKey.values().next().value?.button ?? null;
    if (this.#current) this.#current.tabIndex = 0;
    if (!b) {
      this.host.scrollTop = 0;
      return;
    }
    b.setAttribute("aria-current", "true");
    if (had) b.focus({ preventScroll: true });
    // Not scrollIntoView, which would move the page as well.
    const [r, h] = [b.getBoundingClientRect(), this.host.getBoundingClientRect()];
    const margin = h.height / 4;
    if (r.top < h.top + 8) this.host.scrollTop += r.top - h.top - margin;
    else if (r.bottom > h.bottom - 8) this.host.scrollTop += r.bottom - h.bottom + margin;
  }

  // focus puts the keys on the moves.
  focus() {
    (this.#current ?? this.host).focus({ preventScroll: true });
  }

  #move(node, numbered) {
    const b = button("", null, { className: node.own ? "move own" : "move" });
    const san = el("span", "san", numbered ? label(node) : node.san);
    for (const n of node.nags) {
      const [sign, name] = glyphOf(n);
      const glyph = el("span", n < 7 ? `glyph g${n}` : "glyph", sign);
      glyph.role = "img";
      glyph.ariaLabel = glyph.title = name;
      san.append(glyph);
    }
    b.append(san);
    const beside = [node.eval ? scoreOf(node.eval) : "", node.clock === null ? "" : timeOf(node.clock)].filter(Boolean);
    if (beside.length) b.append(el("small", "", beside.join(" ")));
    b.tabIndex = -1;
    b.dataset.move = node.key;
    this.#byKey.set(node.key, { button: b, node });
    return b;
  }

  #remarks(comments, className) {
    return comments.map(remarkOf).filter(Boolean).map((text) => foreign(text, className === "note" ? "p" : "bdi", `remark ${className}`));
  }

  #rest(text) {
    return el("p", "note rest", "Cannot be played: ", foreign(text));
  }

  #stray(text) {
    return el("div", "note variation", foreign(text, "bdi", "remark"));
  }

  // line draws a variation from its first move on.
  #line(first) {
    const box = el("div", `note variation ${first.own ? "own" : ""}`);
    const body = el("span", "body");
    if (first.children[0]?.children[0]?.children[0]) box.append(this.#fold(box, first));
    box.append(body);
    body.append(...this.#remarks(first.before, ""));
    let apart = true; // the next move needs its number
    for (let node = first; node; [node] = node.children) {
      body.append(this.#move(node, apart || node.turn === "w"), " ");
      const others = node === first ? [] : node.parent.children.slice(1);
      const notes = [...this.#remarks(node.comments, ""), ...others.map((n) => this.#line(n)), ...node.strays.map((text) => this.#stray(text))];
      for (const n of notes) body.append(n, " ");
      apart = notes.length > 0;
      if (node.rest) body.append(this.#rest(node.rest));
    }
    return box;
  }

  // fold returns a button that hides all of a variation but its first move.
  #fold(box, first) {
    const b = button("−", () => {
      const open = b.ariaExpanded !== "true";
      b.ariaExpanded = String(open);
      b.textContent = open ? "−" : "+";
      box.classList.toggle("folded", !open);
      if (open) this.#folded.delete(first.key);
      else this.#folded.add(first.key);
    }, { name: `Variation ${label(first)}`, className: "fold" });
    b.ariaExpanded = "true";
    this.#folds.set(first.key, b);
    if (this.#folded.delete(first.key)) b.click();
    return b;
  }
}
