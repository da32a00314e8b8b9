// A game as a tree: lines of nodes, a node being the position behind a move. A line
// either is the main one, or replaces a node of another.

export class Tree {
  #keys = 0;

  // game is an answer of api/games/{id}.
  constructor(game) {
    this.nodes = []; // of the game, in the order of its text
    const line = { nodes: [], comments: game.comments, rest: "", replaces: null };
    this.start = this.#node(line, null, { san: "", uci: "", fen: game.start, nags: [], comments: [] }, -1);
    this.#grow(line, this.start, game);
    this.main = line;
  }

  #node(line, parent, move, index) {
    const [, turn, , , , number] = (parent ?? move).fen.split(" ");
    const node = { ...move, line, parent, index, lines: [], key: this.#keys++, turn, number: Number(number) || 1, ply: parent ? parent.ply + 1 : 0 };
    if (!move.own) this.nodes.push(node);
    return node;
  }

  #grow(line, parent, { moves, rest }) {
    line.rest = rest;
    for (const [i, { variations, ...move }] of moves.entries()) {
      const node = this.#node(line, parent, move, i);
      line.nodes.push(node);
      for (const v of variations) {
        const other = { nodes: [], comments: v.comments, rest: "", replaces: node };
        this.#grow(other, parent, v);
        node.lines.push(other);
      }
      parent = node;
    }
  }

  next(node) {
    return node.line.nodes[node.index + 1] ?? null;
  }

  // alternatives returns the moves that a node is one of, the most principal first.
  alternatives(node) {
    const first = node.index === 0 && node.line.replaces ? node.line.replaces : node;
    return [first, ...first.lines.map((l) => l.nodes[0]).filter(Boolean)];
  }

  // child returns the node behind a move that is in the tree, else null.
  child(node, uci) {
    const next = this.next(node);
    return (next && this.alternatives(next).find((n) => n.uci === uci)) ?? null;
  }

  // play adds a move of one's own behind a node.
  play(node, move) {
    const next = this.next(node);
    const line = next ? { nodes: [], comments: [], rest: "", replaces: next } : node.line;
    const added = this.#node(line, node, { ...move, own: true, nags: [], comments: [] }, line.nodes.length);
    line.nodes.push(added);
    if (next) next.lines.push(line);
    return added;
  }

  // takeBack takes a move of one's own away, with what follows, and returns the node
  // before it.
  takeBack(node) {
    const { line } = node;
    line.nodes.length = node.index;
    if (!node.index && line.replaces) line.replaces.lines.splice(line.replaces.lines.indexOf(line), 1);
    return node.parent;
  }

  // path returns the nodes from the first move to a node.
  path(node) {
    const nodes = [];
    for (let n = node; n.parent; n = n.parent) nodes.push(n);
    return nodes.reverse();
  }
}

// label returns a move with its number: "12. Nf3" or "12… Nf6".
export const label = (n) => (n.parent ? `${n.number}${n.turn === "w" ? "." : "…"} ${n.san}` : "Start");
