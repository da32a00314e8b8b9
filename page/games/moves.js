// The moves of a game: the main line in two columns, variations and comments below the
// moves that they belong to.

import { button, el, foreign } from "../shared/dom.js";
import { glyphOf, remarkOf } from "./glyphs.js";
import { label } from "./gametree.js";

export class MoveList {
  #byKey = new Map(); // buttons and nodes
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

  // show draws a tree; result is what stands behind its last move.
  show(tree, result) {
    this.#byKey.clear();
    const main = el("div", "mainline");
    main.append(...this.#remarks(tree.main.comments, "note"));
    for (const node of tree.main.nodes) {
      const white = node.turn === "w";
      const broken = white || !node.index || main.lastElementChild.className !== "move";
      if (broken) main.append(el("span", "num", `${node.number}`));
      if (broken && !white) main.append(el("span", "gap", "…"));
      main.append(this.#move(node, false));
      const notes = [...this.#remarks(node.comments, "note"), ...node.lines.map((l) => this.#line(l, 1))];
      if (!notes.length) continue;
      if (white) main.append(el("span", "gap", "…"));
      main.append(...notes);
    }
    if (tree.main.rest) main.append(this.#rest(tree.main.rest));
    if (result) main.append(el("p", "end", result));
    this.host.replaceChildren(main);
    this.#current = null;
  }

  // mark shows which move is current, and keeps it in view.
  mark(node) {
    if (this.#current) {
      this.#current.removeAttribute("aria-current");
      this.#current.tabIndex = -1;
    }
    for (let l = node.line; l; l = l.replaces?.line) if (l.fold?.ariaExpanded === "false") l.fold.click();
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

  #move(node, numbered) {
    const b = button("", null, { className: node.own ? "move own" : "move" });
    b.append(numbered ? label(node) : node.san);
    for (const n of node.nags) {
      const [sign, name] = glyphOf(n);
      const glyph = el("span", n < 7 ? `glyph g${n}` : "glyph", sign);
      glyph.role = "img";
      glyph.ariaLabel = glyph.title = name;
      b.append(glyph);
    }
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

  #line(line, depth) {
    const box = el("div", `note variation ${line.nodes[0]?.own ? "own" : ""}`);
    const body = el("span", "body");
    const name = line.nodes.length ? label(line.nodes[0]) : "text";
    if (line.nodes.length > 3) {
      line.fold = button("−", () => {
        const open = line.fold.ariaExpanded !== "true";
        line.fold.ariaExpanded = String(open);
        line.fold.textContent = open ? "−" : "+";
        box.classList.toggle("folded", !open);
      }, { name: `Variation ${name}`, className: "fold" });
      line.fold.ariaExpanded = "true";
      box.append(line.fold);
    }
    box.append(body);
    body.append(...this.#remarks(line.comments, ""));
    let apart = true; // the next move needs its number
    for (const node of line.nodes) {
      body.append(this.#move(node, apart || node.turn === "w"), " ");
      const notes = [...this.#remarks(node.comments, ""), ...node.lines.map((l) => this.#line(l, depth + 1))];
      for (const n of notes) body.append(n, " ");
      apart = notes.length > 0;
    }
    if (line.rest) body.append(line.nodes.length ? this.#rest(line.rest) : foreign(line.rest, "bdi", "remark"));
    return box;
  }
}
