// What games have made of the position on the board: the moves that were played from it,
// and games that pass through it. In a solved ending, and where no game has the
// position, its legal moves are listed.

import { figure } from "../shared/bars.js";
import { make } from "../shared/dom.js";
import { chip } from "../shared/lists.js";
import { showChips } from "./chips.js";
import { gameItem, mountTree } from "./tree.js";

// Who steps faster than this, in milliseconds, is asked for at the end of the steps.
const burst = 200;

// Answers that are remembered.
const remembered = 80;

const mostPlay = 300; // moves of a question

// The first four fields of a FEN: two positions are the same by them.
const essence = (fen) => fen.split(" ").slice(0, 4).join(" ");

// A solved ending's moves, the best first.
const worth = ({ result, plies }) => ({ won: 1e6 - plies, drawn: 0, lost: plies - 1e6 })[result];

export class Explorer {
  #known = new Map(); // answers by their paths
  #under = new AbortController(); // ends what is under way
  #stepped = 0; // when the last step was
  #timer = 0;
  #asked = null; // {start, path, node, query, archive}: where the board is
  #shown = null; // path that is shown or on its way
  #position = null; // what is known of the position
  #games = -1; // that have it, -1 while they are not known

  // play(move) is called for a move, point(move) while one is pointed at, then
  // point(null); narrow(changes) asks for other games: {query} or {archive}.
  constructor(host, app, { play, point, narrow }) {
    this.app = app;
    this.host = host;
    this.play = play;
    const section = (name, ...parts) => make("section", { hidden: true }, make("h3", {}, name), ...parts);
    this.title = make("h2");
    this.counted = make("p", { className: "said" });
    this.filter = make("p", { className: "chips", hidden: true });
    this.narrow = (query) => narrow({ query });
    this.file = make("select", { "aria-label": "File", hidden: true, onchange: () => narrow({ archive: this.file.value }) });
    const tree = make("div", { className: "tree" });
    this.legal = make("ul", { className: "chips" });
    this.moves = section("Legal moves", this.legal);
    this.list = make("ol", { className: "hits" });
    this.all = make("a", { className: "like-button" });
    this.samples = section("Games that pass here", this.list, make("p", {}, this.all));
    this.fault = make("p", { className: "said bad", hidden: true });
    host.classList.add("explorer");
    host.append(make("div", { className: "heading" }, make("div", {}, this.title, this.counted), this.file), this.filter, this.fault, tree, this.moves, this.samples);
    this.tree = mountTree(tree, { play, point });
    this.point = point;
  }

  // offer offers the files, where there are several.
  #offer() {
    this.offered = true;
    this.app.ask("api/archives").then(({ archives }) => {
      this.file.append(make("option", { value: "" }, "All files"), ...archives.map((a) => make("option", { value: a.archive }, a.name)));
      this.file.hidden = archives.length < 2;
      this.file.value = this.#asked?.archive ?? "";
    }).catch(() => {}); // what is shown complains as well
  }

  // at says where the board is: path are the nodes from the start to the one shown. While
  // the panel is hidden nothing is asked.
  at(asked) {
    if (this.#asked?.node !== asked.node) this.#position = null;
    this.#asked = asked;
    this.file.value = asked.archive ?? "";
    if (!asked.query) this.filter.hidden = true;
    if (this.host.hidden) this.stop();
    else void this.#show();
  }

  // known takes what the rules say of the position.
  known(position) {
    this.#position = position;
    this.#draw();
  }

  stop() {
    clearTimeout(this.#timer);
    this.#under.abort();
    this.#shown = null;
    this.tree.busy(false);
  }

  async #show() {
    if (!this.offered) this.#offer();
    const { start, path, node, query, archive } = this.#asked;
    const line = path.length <= mostPlay && path.every((n) => n.uci !== "0000");
    const at = line ? { fen: start, play: path.map((n) => n.uci).join(",") } : { fen: node.fen };
    const question = this.app.pathOf("api/explore", { ...at, query, archive });
    if (question === this.#shown) return;
    this.stop();
    this.#shown = question;
    this.#under = new AbortController();
    const { signal } = this.#under;
    this.#games = -1;
    this.tree.busy(true);
    try {
      const now = performance.now();
      const soon = now - this.#stepped < burst;
      this.#stepped = now;
      if (!this.#known.has(question)) {
        await new Promise((resolve) => (this.#timer = setTimeout(resolve, soon ? burst : 0)));
        if (signal.aborted) return;
        const answer = await this.app.ask(question, { signal, part: (some) => !signal.aborted && some.moves && this.#drawTree(some) });
        if (this.#known.size > remembered) this.#known.clear();
        this.#known.set(question, answer);
      }
      if (!signal.aborted) this.#drawTree(this.#known.get(question));
    } catch (err) {
      if (signal.aborted) return;
      this.#shown = null;
      this.tree.busy(false);
      this.tree.clear();
      this.samples.hidden = true;
      this.title.textContent = "No answer";
      this.counted.textContent = "";
      if (err.status === 400) return void this.app.complain(err); // below the search box
      this.fault.hidden = false;
      this.fault.replaceChildren([err.message, err.hint].filter(Boolean).join(" – "), " ", make("button", { type: "button", onclick: () => this.#show() }, "Try again"));
    }
  }

  #drawTree(answer) {
    const { white, draws, black, other, query, games, opening } = answer;
    const n = white + draws + black + other;
    this.#games = n;
    this.fault.hidden = true;
    this.title.textContent = opening ? `${opening.eco} ${opening.name}` : this.#asked.node.parent || this.#asked.start ? "Position" : "Start position";
    this.counted.textContent = n ? `${n === 1 ? "1 game" : `${figure(n)} games`}` : "No game has this position.";
    showChips(this.filter, query, this.narrow);
    this.tree.show(answer);
    this.tree.busy(false);
    this.#draw();
    this.samples.hidden = !games?.length;
    if (!games) return;
    const sans = new Map(answer.moves.map((m) => [m.uci, m.san]));
    this.list.replaceChildren(...games.map((g) => gameItem(this.app, g, {
      ply: this.#ply(answer.fen), query, note: sans.get(g.uci) ?? "", act: (e) => this.#open(e, g.id, answer.fen),
    })));
    this.all.textContent = n === 1 ? "The game" : `All ${figure(n)} games`;
    this.all.href = this.app.hrefOf("positions", { fen: answer.fen, pattern: `fen:"${essence(answer.fen)}"`, query, archive: this.#asked.archive });
    this.all.hidden = n <= games.length;
  }

  // draw lists the legal moves where they say more than the games.
  #draw() {
    const moves = this.#position?.moves ?? [];
    const solved = this.#position?.solved;
    this.moves.hidden = !moves.length || !(solved || this.#games === 0);
    if (this.moves.hidden) return;
    const best = moves.map((m) => ({ ...m, ...m.solved })).sort((a, b) => (solved ? worth(b) - worth(a) : 0));
    this.moves.firstChild.textContent = solved ? "Moves with best play" : `${moves.length === 1 ? "The only legal move" : `${moves.length} legal moves`}`;
    this.legal.replaceChildren(...best.map((m) => {
      const [item, b] = chip("button", m, this.#position.turn, Boolean(solved) && m.result === solved.result && m.plies === solved.plies);
      b.type = "button";
      if (!solved) {
        b.textContent = m.san;
        b.title = m.opening?.name ?? "";
      }
      b.dataset.uci = m.uci;
      b.addEventListener("click", () => this.play(m));
      for (const [event, of] of [["pointerenter", m], ["focus", m], ["pointerleave", null], ["blur", null]]) b.addEventListener(event, () => this.point(of));
      return item;
    }));
  }

  // The half-moves before a position by the number of its move.
  #ply(fen) {
    const [, turn, , , , number] = fen.split(" ");
    return this.#asked.start ? 0 : 2 * (number - 1) + (turn === "b" ? 1 : 0);
  }

  // open opens a game where it has the position, which other games may have reached in
  // more moves or fewer.
  async #open(event, id, fen) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    let ply = this.#ply(fen);
    const { query } = this.#asked;
    try {
      const { start, moves } = await this.app.ask(`api/games/${id}`);
      const board = (of) => of.split(" ").slice(0, 3).join(" ");
      const at = [start, ...moves.map((m) => m.fen)].findIndex((f) => board(f) === board(fen));
      if (at >= 0) ply = at;
    } catch {
      // The page of the game says what is wrong with it.
    }
    this.app.go(`game/${id}`, { ply, query });
  }
}
