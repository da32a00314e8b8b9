// The lines of a chess engine about the position on the board: docs/api-http.md says how
// they are asked for. Without an engine nothing is shown.

import { button, el, make } from "../shared/dom.js";
import { scoreOf } from "./graphs.js";

const pause = 150; // before a question, in ms: who steps on does not ask
const mostShown = 14; // moves of a line

export class Engine {
  best = null; // {from, to}: the move that the engine prefers, for an arrow
  #name = crypto.randomUUID?.() ?? String(Math.random()); // of this view
  #asked = null; // {start, path, node}: where the board is
  #under = new AbortController();
  #timer = 0;
  #on = false;

  // host is for the lines, bar for the evaluation beside the board. play(move) is called
  // for a line that is chosen, drawn() when best has changed.
  constructor(host, bar, app, { play, drawn }) {
    Object.assign(this, { host, bar, app, play, drawn });
    host.hidden = bar.hidden = true;
    this.toggle = button("Engine", () => this.#switch(!this.#on));
    this.toggle.ariaPressed = "false";
    this.name = el("span", "engine-name");
    this.said = el("span", "depth");
    this.count = make("select", { "aria-label": "Lines of the engine", hidden: true, onchange: () => this.#ask() });
    this.list = el("ol", "engine-lines");
    host.append(el("div", "abreast", this.toggle, this.name, this.said, this.count), this.list);
    bar.role = "img";
    if (!app.static) void this.#find();
  }

  // find asks which engine there is.
  async #find() {
    const { engine, lines } = await this.app.ask("api/engine").catch(() => ({ engine: null }));
    if (!engine) return;
    this.name.textContent = engine;
    this.count.append(...Array.from({ length: lines }, (_, i) => new Option(i ? `${i + 1} lines` : "1 line", i + 1)));
    this.count.value = Math.min(3, lines);
    this.host.hidden = false;
  }

  #switch(on) {
    this.#on = on;
    this.toggle.ariaPressed = String(on);
    this.bar.hidden = this.count.hidden = !on;
    if (on) this.#ask();
    else this.stop();
  }

  // at says where the board is.
  at(asked) {
    const same = this.#asked?.node === asked.node;
    this.#asked = asked;
    if (this.#on && !same) this.#ask();
  }

  // stop ends the search.
  stop() {
    clearTimeout(this.#timer);
    this.#under.abort();
    this.#clear("");
  }

  // leave is stop until the board is shown again.
  leave() {
    this.stop();
    this.#asked = null;
  }

  #clear(said) {
    this.list.replaceChildren();
    this.said.textContent = said;
    this.best = null;
    this.drawn();
  }

  #ask() {
    this.stop();
    this.#under = new AbortController();
    const { signal } = this.#under;
    const { start, path, node } = this.#asked;
    const line = path.length <= 300 && path.every((n) => n.uci !== "0000");
    const at = line ? { fen: start, play: path.map((n) => n.uci).join(",") } : { fen: node.fen };
    this.said.textContent = "…";
    this.#timer = setTimeout(async () => {
      try {
        const response = await this.app.load(this.app.pathOf("api/engine/lines", { ...at, lines: this.count.value, view: this.#name }), { signal });
        for await (const { event, data } of events(response.body)) {
          if (signal.aborted) return;
          this.#take(event, data);
        }
      } catch (err) {
        if (!signal.aborted) this.#clear([err.message, err.hint].filter(Boolean).join(" – "));
      }
    }, pause);
  }

  #take(event, data) {
    if (event === "failed") this.#clear([data.error, data.hint].filter(Boolean).join(" – "));
    if (event === "end" && data.reason === "over") this.said.textContent = "The game is over.";
    if (event === "end" && data.reason === "time") this.said.textContent += ", done";
    if (event !== "lines") return;
    this.said.textContent = `depth ${data.depth}`;
    this.list.replaceChildren(...data.lines.filter((l) => l.moves.length).map((l) => this.#line(l)));
    const [first] = data.lines;
    if (first) this.#weigh(first.eval);
    const uci = data.best?.uci;
    this.best = uci && uci !== "0000" ? { from: uci.slice(0, 2), to: uci.slice(2, 4), preview: true } : null;
    this.drawn();
  }

  // line shows one, with numbers of moves; the whole of it plays its first move.
  #line({ eval: score, moves }) {
    const [, turn, , , , number] = this.#asked.node.fen.split(" ");
    const first = 2 * (Number(number) || 1) + (turn === "b" ? 1 : 0);
    const text = moves.slice(0, mostShown).map((m, i) => {
      const ply = first + i;
      return ply % 2 === 0 ? `${ply / 2}. ${m.san}` : i ? m.san : `${(ply - 1) / 2}… ${m.san}`;
    });
    const b = button("", () => this.play(moves[0]));
    b.append(el("b", "", scoreOf(score)), " ", text.join(" "));
    return el("li", "", b);
  }

  // weigh sets the bar: the share of the points that White may expect.
  #weigh(score) {
    const share = score.mate === null ? 100 / (1 + 10 ** (-score.cp / 400)) : score.mate > 0 ? 100 : 0;
    this.bar.style.setProperty("--share", `${share.toFixed(1)}%`);
    this.bar.ariaLabel = `Evaluation of the engine: ${scoreOf(score)}`;
    this.bar.title = scoreOf(score);
  }
}

// events are those of a stream of server-sent events, with their data as objects.
async function* events(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const whole = text.split("\n\n");
    text = whole.pop();
    for (const block of whole) {
      const field = (name) => block.split("\n").filter((l) => l.startsWith(`${name}: `)).map((l) => l.slice(name.length + 2)).join("\n");
      if (field("data")) yield { event: field("event"), data: JSON.parse(field("data")) };
    }
  }
}
