// What is said of a move by hand: a comment, glyphs, arrows, and the place of its
// variation.

import { button, el, make } from "../shared/dom.js";
import { arrowsOf, glyphOf, ofMoves, ofPositions, remarkOf, toggled, withArrow, withRemark } from "./glyphs.js";
import { plain } from "./pgn.js";
import { label } from "./gametree.js";

export class Annotate {
  #node = null;

  // changed(node) is called when something was said of it; promote and remove for the
  // buttons of these names; draws(on) when arrows are drawn instead of moves played.
  constructor(host, { changed, promote, remove, draws }) {
    this.host = host;
    this.changed = changed;
    this.draws = draws;
    this.text = make("textarea", { id: "comment", rows: 2, oninput: () => this.#say((n) => (n.comments = withRemark(n.comments, plain(this.text.value)))) });
    this.label = make("label", { htmlFor: "comment" });
    const glyph = (n) => {
      const [sign, name] = glyphOf(n);
      const b = button(sign, () => this.#say((node) => (node.nags = toggled(node.nags, n))), { name, className: "glyph-button" });
      b.dataset.nag = n;
      return b;
    };
    this.glyphs = el("div", "glyphs", ...ofMoves.map(glyph), ...ofPositions.map(glyph));
    this.glyphs.role = "group";
    this.glyphs.ariaLabel = "Glyphs";
    this.pencil = button("Arrows", () => this.#draw(this.pencil.ariaPressed !== "true"));
    this.pencil.ariaPressed = "false";
    this.pencil.title = "Draw arrows: drag from square to square, or tap both";
    this.clear = button("No arrows", () => this.#say((n) => (n.comments = withArrow(n.comments))));
    this.promote = button("Promote", () => promote(), { name: "Promote the variation" });
    this.remove = button("Delete", () => remove(), { name: "Delete from here" });
    host.append(this.label, this.text, this.glyphs, el("div", "abreast", this.pencil, this.clear, this.promote, this.remove));
  }

  #say(change) {
    change(this.#node);
    this.changed(this.#node);
  }

  #draw(on) {
    this.pencil.ariaPressed = String(on);
    this.draws(on);
  }

  // open shows or hides it.
  open(yes) {
    this.host.hidden = !yes;
    if (yes) this.text.focus();
    else this.#draw(false);
  }

  // show shows what is said of a node; variation says whether it is in one.
  show(node, variation) {
    if (this.host.hidden) return;
    const text = node.comments.map(remarkOf).filter(Boolean).join(" ");
    // What is typed stays as it is typed, with its last blank.
    if (node !== this.#node || text !== remarkOf(plain(this.text.value))) this.text.value = text;
    this.#node = node;
    this.label.textContent = node.parent ? `Comment on ${label(node)}` : "Comment before the first move";
    for (const b of this.glyphs.children) {
      b.ariaPressed = String(node.nags.includes(Number(b.dataset.nag)));
      b.disabled = !node.parent;
    }
    this.clear.disabled = !arrowsOf(node.comments).length;
    this.promote.disabled = !variation;
    this.remove.disabled = !node.parent;
  }
}
