// A game as a tree of nodes. A node is the position after a move; its first child is what
// was played, the others are variations of that.

export class Tree {
  #keys = 0;
  #nodes = null; // in the order of the text
  #main = null;

  // game has start, comments, moves and rest, as an answer of api/games/{id}.
  constructor(game) {
    this.start = this.#node(null, { san: "", uci: "", fen: game.start, nags: [], comments: game.comments ?? [] });
    this.#grow(this.start, game);
  }

  #node(parent, { san, uci, fen, nags = [], comments = [], clock = null, eval: score = null }) {
    const [, turn, , , , number] = (parent?.fen ?? fen).split(" ");
    return {
      san, uci, fen, nags: [...nags], comments: [...comments], clock, eval: score, parent, turn, number: Number(number) || 1,
      ply: parent ? parent.ply + 1 : 0, key: this.#keys++, children: [], own: false,
      before: [], // comments before the first move of a variation
      rest: "", // movetext that cannot be played, after the move
      strays: [], // variations of the move of which no move can be played
    };
  }

  #grow(parent, { moves, rest }) {
    for (const move of moves) {
      const node = this.#node(parent, move);
      parent.children.push(node);
      for (const v of move.variations ?? []) {
        if (!v.moves.length) {
          node.strays.push([...v.comments.map((c) => `{${c}}`), v.rest].join(" "));
          continue;
        }
        const at = parent.children.length;
        this.#grow(parent, v);
        parent.children[at].before = v.comments;
      }
      parent = node;
    }
    parent.rest = rest ?? "";
  }

  // nodes are all but the start, in the order of the text: a move, its variations, and
  // what follows it.
  get nodes() {
    this.#nodes ??= this.#inOrder();
    return this.#nodes;
  }

  #inOrder() {
    const all = [];
    const line = (parent) => {
      while (parent.children.length) {
        const [first, ...others] = parent.children;
        all.push(first);
        for (const node of others) {
          all.push(node);
          line(node);
        }
        parent = first;
      }
    };
    line(this.start);
    return all;
  }

  // main is the main line.
  get main() {
    if (!this.#main) {
      this.#main = [];
      for (let n = this.start.children[0]; n; n = n.children[0]) this.#main.push(n);
    }
    return this.#main;
  }

  #changed() {
    this.#nodes = this.#main = null;
  }

  // isMain reports whether a node is the start or on the main line.
  isMain(node) {
    return !node.parent || this.main[node.ply - 1] === node;
  }

  // last is the end of the line from a node.
  last(node) {
    while (node.children.length) [node] = node.children;
    return node;
  }

  // plain reports whether there are moves of one line and nothing else.
  get plain() {
    return !this.start.comments.length && !this.start.rest
      && this.nodes.every((n) => n.parent.children.length === 1 && !n.comments.length && !n.nags.length && !n.rest && !n.strays.length && n.uci !== "0000");
  }

  // play adds a move of one's own, or finds it.
  play(node, move) {
    const known = node.children.find((n) => n.uci === move.uci);
    if (known) return known;
    const added = this.#node(node, move);
    added.own = true;
    node.children.push(added);
    this.#changed();
    return added;
  }

  // remove removes a node with all that follows, and returns the one before it.
  remove(node) {
    const { children } = node.parent;
    const at = children.indexOf(node);
    children.splice(at, 1);
    // What was said before the variation goes with the one that takes its place.
    if (!at && children.length) this.#lead(children[0]);
    this.#changed();
    return node.parent;
  }

  // promote makes the variation of a node the line that it departs from.
  promote(node) {
    const head = this.head(node);
    if (!head) return;
    const { children } = head.parent;
    children.splice(children.indexOf(head), 1);
    children.unshift(head);
    this.#lead(head);
    this.#changed();
  }

  // lead makes a node the first: comments before it go to the move before it.
  #lead(node) {
    node.parent.comments.push(...node.before);
    node.before = [];
  }

  // head is the first node of the variation that a node is in, null on the main line.
  head(node) {
    for (let n = node; n.parent; n = n.parent) if (n.parent.children[0] !== n) return n;
    return null;
  }

  // path returns the nodes from the first move to a node.
  path(node) {
    const nodes = [];
    for (let n = node; n.parent; n = n.parent) nodes.push(n);
    return nodes.reverse();
  }

  // compare marks as one's own what another tree does not have, and returns how many.
  compare(other) {
    let own = 0;
    const same = new Map([[this.start, other.start]]);
    for (const node of this.nodes) {
      const there = same.get(node.parent)?.children.find((n) => n.uci === node.uci);
      if (there) same.set(node, there);
      node.own = !there;
      own += node.own;
    }
    return own;
  }
}

// label returns a move with its number: "12. Nf3" or "12… Nf6".
export const label = (n) => (n.parent ? `${n.number}${n.turn === "w" ? "." : "…"} ${n.san}` : "Start");
