// The clocks and the evaluations of a game as graphs.

import { el } from "../shared/dom.js";
import { Graph } from "../shared/graph.js";

// Scores beyond this, in centipawns, are drawn as this; a mate at the edge.
const [clip, edge] = [500, 560];

// timeOf writes seconds as a clock shows them.
export function timeOf(seconds) {
  const whole = Math.floor(seconds);
  const two = (n) => String(n).padStart(2, "0");
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tenths = seconds < 20 && seconds > whole ? `.${Math.floor(10 * (seconds - whole) + 1e-6)}` : "";
  return `${h ? `${h}:${two(m)}` : m}:${two(s)}${tenths}`;
}

// scoreOf writes an evaluation, for White.
export function scoreOf({ cp, mate }) {
  if (mate !== null) return mate === 0 ? "#" : `#${mate < 0 ? "−" : ""}${Math.abs(mate)}`;
  return `${cp < 0 ? "−" : "+"}${(Math.abs(cp) / 100).toFixed(2)}`;
}

// controlOf reads a time control such as "180+2": seconds at first, and for each move.
export function controlOf(text) {
  const m = /^(?:\d+\/)?(\d+)(?:\+(\d+))?$/.exec(text ?? "");
  return m ? { base: Number(m[1]), increment: Number(m[2] ?? 0) } : null;
}

// clocksAt returns the time left of White and Black after each half-move of the main
// line, the first being the start; null where it is not known.
export function clocksAt(tree, control) {
  let [w, b] = [control?.base ?? null, control?.base ?? null];
  const all = [{ w, b }];
  for (const n of tree.main) {
    if (n.clock !== null && n.clock !== undefined) n.turn === "w" ? (w = n.clock) : (b = n.clock);
    all.push({ w, b });
  }
  return all;
}

export class Graphs {
  #shown = [];

  constructor(host, { go, labelOf }) {
    this.host = host;
    this.go = go;
    this.labelOf = labelOf;
  }

  // show draws those graphs for which a game has values, and reports whether there are any.
  show(tree, control) {
    this.#shown = [];
    this.host.replaceChildren();
    const nodes = tree.main;
    const timed = nodes.filter((n) => n.clock !== null);
    if (timed.length > 1) this.#clocks(nodes, timed, control);
    const scored = nodes.filter((n) => n.eval);
    if (scored.length > 1) this.#scores(nodes, scored);
    return this.#shown.length > 0;
  }

  mark(ply) {
    for (const g of this.#shown) g.mark(ply);
  }

  #add(className, name, range, say) {
    const box = el("section", className);
    this.host.append(box);
    const graph = new Graph(box, { name, go: this.go, say });
    graph.show(range);
    this.#shown.push(graph);
  }

  #clocks(nodes, timed, control) {
    const high = Math.max(control?.base ?? 0, ...timed.map((n) => n.clock)) || 1;
    const used = (n) => {
      const before = n.ply > 2 ? nodes[n.ply - 3].clock : control?.base ?? null;
      return before === null || !control ? "" : `, ${timeOf(Math.max(0, before + control.increment - n.clock))} used`;
    };
    const say = (ply) => {
      const n = nodes[ply - 1];
      if (n?.clock === null || !n) return n ? this.labelOf(ply) : `The time that is left${control ? `, of ${timeOf(control.base)}${control.increment ? ` and ${control.increment} s a move` : ""}` : ""}`;
      return `${this.labelOf(ply)}: ${timeOf(n.clock)} left${used(n)}`;
    };
    const series = ["w", "b"].map((turn) => ({
      kind: turn === "w" ? "white" : "black", points: timed.filter((n) => n.turn === turn).map((n) => [n.ply, n.clock]),
    }));
    this.#add("clocks", "Clocks: White —, Black ┄", { from: 0, to: nodes.length, low: -high / 30, high: high * 1.03, series }, say);
  }

  #scores(nodes, scored) {
    const height = ({ cp, mate }, n) => {
      if (mate === null) return Math.max(-clip, Math.min(clip, cp));
      return mate > 0 || (mate === 0 && n.turn === "w") ? edge : -edge;
    };
    const say = (ply) => {
      const n = nodes[ply - 1];
      return n?.eval ? `${this.labelOf(ply)}: ${scoreOf(n.eval)}` : n ? this.labelOf(ply) : "For White, drawn up to 5 pawns, a mate at the edge";
    };
    const series = [{ kind: "eval", area: -edge, points: scored.map((n) => [n.ply, height(n.eval, n)]) }];
    this.#add("scores", "Evaluation", { from: 0, to: nodes.length, low: -edge, high: edge, series, rulers: [0] }, say);
  }
}
