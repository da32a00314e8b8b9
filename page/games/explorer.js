// What games have made of a position: the board, the moves that were played from it, and
// the games. #/explore?play=e2e4,e7e5&ply=1&fen=...&query=...&archive=2 is a line, from
// the start position or that of fen, and the position behind so many of its moves; with
// all=1 all its games are listed. With setup=1 the position of fen is being set up, and
// pattern is looked for (finder.js, hits.js).

import { figure } from "../shared/bars.js";
import { Board } from "../shared/board.js";
import { colour, readFEN } from "../shared/fen.js";
import { chip, showLine } from "../shared/lists.js";
import { make } from "../shared/dom.js";
import { Setup, showPromotions } from "../shared/setup.js";
import { sentence, whyNot } from "../shared/words.js";
import { mountFinder, startFEN } from "./finder.js";
import { Hits } from "./hits.js";
import { gameItem, mountTree } from "./tree.js";

// Who steps faster than this, in milliseconds, is asked for at the end of the steps.
const burst = 200;

// Answers that are remembered.
const remembered = 80;

const ends = ({ uci }) => ({ from: uci.slice(0, 2), to: uci.slice(2, 4) });

// The first four fields of a FEN: two positions are the same by them.
const essence = (fen) => fen.split(" ").slice(0, 4).join(" ");

// A solved ending's moves, the best first.
const worth = ({ result, plies }) => ({ won: 1e6 - plies, drawn: 0, lost: plies - 1e6 })[result];

export const mount = (host, app) => new Explorer(host, app);

class Explorer {
  #known = new Map(); // answers by their paths
  #under = new AbortController(); // ends what is under way
  #stepped = 0; // when the last step was
  #timer = 0;
  #at = {}; // what the address says
  #line = []; // its moves, {uci, san, fen}
  #shown = null; // and what they were asked by
  #position = null; // what is known of the position shown

  constructor(host, app) {
    this.app = app;
    this.#build(host);
    addEventListener("keydown", (e) => {
      if (!host.hidden && !this.#at.setup) this.#key(e);
    });
  }

  // ---- The page

  #build(host) {
    const tool = (text, title, act) => make("button", { type: "button", title, ariaLabel: title.replace(/ \(.*/, ""), onclick: act }, text);
    const section = (name, ...parts) => make("section", { hidden: true }, make("h3", {}, name), ...parts);
    const boardHost = make("div");
    this.promotion = make("div", { className: "pieces", role: "group", "aria-label": "Promote to", hidden: true });
    this.palette = make("div", { className: "pieces", role: "group", "aria-label": "Pieces to place", hidden: true });
    this.steps = [
      tool("«", "To the start (Home)", () => this.#step(0)), tool("‹ Back", "One move back (left arrow)", () => this.#step(this.#at.ply - 1)),
      tool("Forth ›", "One move forth (right arrow)", () => this.#step(this.#at.ply + 1)), tool("»", "To the end of the line (End)", () => this.#step(this.#line.length))];
    this.edit = tool("Set up", "Set up a position, search positions and patterns", () => this.#toggleSetup());
    const tools = make("div", { className: "tools" }, ...this.steps, tool("Flip", "Flip the board (f)", () => this.#flip()), this.edit);
    this.title = make("h2");
    this.counted = make("p", { className: "said" });
    this.file = make("select", { "aria-label": "File", hidden: true, onchange: () => this.#go({ archive: this.file.value }, true) });
    this.line = make("ol", { className: "line", "aria-label": "Moves so far" });
    this.headline = make("h3");
    this.detail = make("p");
    this.mate = make("a", {}, "Play it on the page of solved endings");
    this.solved = make("ul", { className: "chips" });
    this.verdict = make("div", { className: "verdict", hidden: true }, this.headline, this.detail, this.solved, this.mate);
    const tree = make("div", { className: "tree" });
    this.games = make("ol", { className: "hits" });
    this.all = make("button", { type: "button", onclick: () => this.#go({ all: 1 }) });
    this.samples = section("Games that pass here", this.games, make("p", { className: "abreast" }, this.all));
    this.found = section("");
    this.hits = new Hits(this.found, this.app);
    this.explored = make("div", { className: "explored" }, this.line, tree, this.samples);
    this.finder = make("div", { className: "finder", hidden: true });
    host.append(make("div", { className: "board-side" }, boardHost, this.promotion, this.palette, tools),
      make("div", { className: "beside" }, make("div", { className: "head" }, make("div", {}, this.title, this.counted), this.file), this.verdict, this.explored, this.finder, this.found));

    this.board = new Board(boardHost, { targets: (s) => this.#targets(s), drop: (from, to) => this.#drop(from, to), key: (s, k) => this.setup.key(s, k), tap: (s) => this.setup.tap(s) });
    this.setup = new Setup(this.board, this.palette, () => this.#changed());
    this.form = mountFinder(this.finder, this.app, this.setup, {
      explore: () => this.#go({ fen: this.setup.fen === startFEN ? "" : this.setup.fen, play: "", setup: "", pattern: "", all: "" }),
      find: (pattern) => this.#go({ fen: this.setup.fen, pattern }),
    });
    this.tree = mountTree(tree, {
      play: (move) => this.#play(move),
      point: (move) => this.board.point(move ? [{ ...ends(move), preview: true }] : []),
    });
    this.#ask("api/archives").then(({ archives }) => {
      this.file.append(make("option", { value: "" }, "All files"), ...archives.map((a) => make("option", { value: a.archive }, a.name)));
      this.file.hidden = archives.length < 2;
      this.file.value = this.#at.archive ?? "";
    }).catch(() => {}); // what is shown complains as well
  }

  // ---- What the address says

  show(id, parameters) {
    const read = (name) => parameters.get(name) ?? "";
    const at = Object.fromEntries(["fen", "play", "query", "archive", "setup", "pattern", "all"].map((name) => [name, read(name)]));
    at.moves = at.play ? at.play.split(",") : [];
    const ply = parameters.has("ply") ? Number(read("ply")) : at.moves.length;
    at.ply = Math.min(at.moves.length, Math.max(0, Math.trunc(ply) || 0));
    const before = this.#at;
    this.#at = at;
    this.file.value = at.archive;
    this.app.title("Explorer");
    const setup = Boolean(at.setup);
    this.palette.hidden = this.finder.hidden = !setup;
    this.explored.hidden = setup;
    this.edit.setAttribute("aria-pressed", String(setup));
    this.edit.textContent = setup ? "Done" : "Set up";
    this.edit.ariaLabel = setup ? "Done" : this.edit.title;
    this.promotion.hidden = true;
    if (setup) return this.#showSetup(before);
    this.setup.end();
    return this.#showLine(before);
  }

  hide() {
    clearTimeout(this.#timer);
    this.#under.abort();
    this.hits.leave();
  }

  // go changes parameters of the address.
  #go(changes, replace = false) {
    const { fen, play, ply, moves, query, archive, setup, pattern, all } = { ...this.#at, ...changes };
    const end = changes.play !== undefined || ply === moves.length;
    this.app.go("explore", { play, ply: end ? "" : ply, fen, query, archive, setup, pattern, all }, { replace });
  }

  // ask returns an answer, those of some questions before as they were.
  async #ask(path, options) {
    if (this.#known.size > remembered) this.#known.clear();
    if (!this.#known.has(path)) this.#known.set(path, await this.app.ask(path, options));
    return this.#known.get(path);
  }

  // anew withdraws what is under way, and returns the signal of what comes.
  #anew() {
    clearTimeout(this.#timer);
    this.#under.abort();
    this.#under = new AbortController();
    return this.#under.signal;
  }

  // ---- A line

  async #showLine(before) {
    const { fen, play, moves, ply } = this.#at;
    const signal = this.#anew();
    this.#know(null);
    try {
      if (this.#shown !== `${fen} ${play}`) {
        const whole = await this.#ask(this.app.pathOf("api/position", { fen, play }), { signal });
        if (signal.aborted) return;
        this.#line = whole.line;
        this.start = play ? fen || startFEN : whole.fen;
        this.#shown = `${fen} ${play}`;
      }
      this.#draw(before);
      const now = performance.now();
      const soon = now - this.#stepped < burst;
      this.#stepped = now;
      await new Promise((resolve) => (this.#timer = setTimeout(resolve, soon ? burst : 0)));
      if (signal.aborted) return;
      const prefix = moves.slice(0, ply).join(",");
      await Promise.all([this.#askPosition(fen, prefix, signal), this.#askTree(fen, prefix, signal)]);
    } catch (err) {
      if (signal.aborted) return;
      this.tree.busy(false);
      this.tree.clear();
      this.samples.hidden = this.found.hidden = this.verdict.hidden = true;
      this.counted.textContent = "";
      err.message = err.message.replace(/^board: /, "");
      this.app.complain(err);
    }
  }

  get #fen() {
    return this.#line[this.#at.ply - 1]?.fen ?? this.start ?? startFEN;
  }

  #draw(before = {}) {
    const { ply } = this.#at;
    const move = this.#line[ply - 1];
    const { pieces, turn } = readFEN(this.#fen);
    const king = this.#position?.check && Object.keys(pieces).find((s) => pieces[s] === (turn === "w" ? "K" : "k"));
    const on = before.ply === ply - 1 && move;
    this.board.show(pieces, { last: move ? Object.values(ends(move)) : [], check: king, slide: on ? ends(move) : null });
    showLine(this.line, { moves: this.#line, first: this.start, at: ply }, (at) => this.#step(at));
    this.line.hidden = !this.#line.length;
    this.steps.forEach((button, i) => (button.disabled = i < 2 ? ply === 0 : ply === this.#line.length));
  }

  async #askPosition(fen, play, signal) {
    const position = await this.#ask(this.app.pathOf("api/position", { fen, play }), { signal });
    if (signal.aborted) return;
    this.#know(position);
    this.#judge(position);
    if (position.check) this.#draw();
    const { eco, name } = position.opening ?? {};
    this.title.textContent = name ? `${eco} ${name}` : this.#fen === startFEN ? "Start position" : "Position";
    this.app.title(name ?? "Explorer");
  }

  // know keeps what is known of the position shown; until then no piece can be moved.
  #know(position) {
    this.#position = position;
    this.board.host.setAttribute("aria-busy", String(!position));
  }

  // judge shows how a solved ending ends.
  #judge({ turn, check, over, solved, moves, fen }) {
    this.verdict.hidden = !solved && !over;
    if (this.verdict.hidden) return;
    const best = moves.filter((m) => m.solved).map((m) => ({ ...m, ...m.solved })).sort((a, b) => worth(b) - worth(a));
    const said = over ? sentence({ turn, check, moves: [] }) : sentence({ turn, check, ...solved, moves: best });
    this.verdict.className = `verdict ${said.kind}`;
    this.headline.textContent = said.headline;
    this.detail.textContent = said.detail;
    this.mate.hidden = !solved || Boolean(over);
    this.mate.href = `mate/#${fen.replaceAll(" ", "_")}`;
    this.solved.replaceChildren(...best.map((m) => {
      const [item, button] = chip("button", m, turn, m.result === solved.result && m.plies === solved.plies);
      button.type = "button";
      button.disabled = Boolean(this.#at.setup);
      button.addEventListener("click", () => this.#play(m));
      return item;
    }));
  }

  async #askTree(fen, play, signal) {
    const { query, archive, all } = this.#at;
    const path = this.app.pathOf("api/explore", { fen, play, query, archive });
    this.tree.busy(true);
    const answer = await this.#ask(path, { signal, part: (some) => !signal.aborted && some.moves && this.#drawTree(some) });
    if (signal.aborted) return;
    this.#drawTree(answer);
    this.found.hidden = !all;
    this.found.firstChild.textContent = "All games that pass here";
    if (all) this.hits.find({ pattern: `fen:"${essence(answer.fen)}"`, query, archive });
    else this.hits.clear();
  }

  #drawTree(answer) {
    const { white, draws, black, other, query, games } = answer;
    const n = white + draws + black + other;
    this.tree.show(answer);
    this.tree.busy(false);
    this.counted.textContent = `${n === 1 ? "1 game" : `${figure(n)} games`}${query ? ` of ${query}` : ""}`;
    this.samples.hidden = Boolean(this.#at.all) || !games?.length;
    if (!games) return;
    const sans = new Map(answer.moves.map((m) => [m.uci, m.san]));
    this.games.replaceChildren(...games.map((g) => gameItem(this.app, g, {
      ply: this.#ply(answer.fen), query: this.#at.query, note: sans.get(g.uci) ?? "", act: (e) => this.#open(e, g.id, answer.fen),
    })));
    this.all.textContent = `All ${figure(n)} games`;
    this.all.hidden = n <= games.length;
  }

  // The half-moves before a position by the number of its move.
  #ply(fen) {
    const [, turn, , , , number] = fen.split(" ");
    return this.#at.fen ? 0 : 2 * (number - 1) + (turn === "b" ? 1 : 0);
  }

  // open opens a game where it has the position, which other games may have reached in
  // more moves or fewer.
  async #open(event, id, fen) {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    let ply = this.#ply(fen);
    try {
      const { start, moves } = await this.app.ask(`api/games/${id}`);
      const board = (of) => of.split(" ").slice(0, 3).join(" ");
      const at = [start, ...moves.map((m) => m.fen)].findIndex((f) => board(f) === board(fen));
      if (at >= 0) ply = at;
    } catch {
      // The page of the game says what is wrong with it.
    }
    this.app.go(`game/${id}`, { ply, query: this.#at.query });
  }

  // ---- Moves

  #play({ uci }) {
    const { moves, ply, setup } = this.#at;
    if (setup) return;
    if (moves[ply] === uci) this.#step(ply + 1);
    else this.#go({ play: [...moves.slice(0, ply), uci].join(",") });
  }

  #step(ply) {
    if (ply < 0 || ply > this.#line.length || ply === this.#at.ply) return;
    this.#go({ ply }, true);
  }

  #flip() {
    this.board.flipped = !this.board.flipped;
  }

  #key(e) {
    if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || e.target.closest?.("input, textarea, select")) return;
    const { ply } = this.#at;
    if (e.key === "f") this.#flip();
    else if (e.key === "ArrowLeft") this.#step(ply - 1);
    else if (e.key === "ArrowRight") this.#step(ply + 1);
    else if (e.key === "Home") this.#step(0);
    else if (e.key === "End") this.#step(this.#line.length);
    else return;
    e.preventDefault();
  }

  #targets(square) {
    if (this.setup.active) return [];
    return (this.#position?.moves ?? []).map(ends).filter((m) => m.from === square).map((m) => m.to);
  }

  #drop(from, to) {
    if (this.setup.active) return this.setup.place(from, to);
    if (!to || !this.#position) return false;
    const moves = this.#position.moves.filter((m) => m.uci.startsWith(from + to));
    if (!moves.length) {
      this.app.say(whyNot(readFEN(this.#fen).pieces, this.#position, from, to), true);
      return false;
    }
    if (moves.length > 1) showPromotions(this.promotion, moves, this.#position.turn, (m) => this.#play(m));
    else this.#play(moves[0]);
    return true;
  }

  // ---- Setting up

  #toggleSetup() {
    if (!this.#at.setup) this.#go({ fen: this.#fen, play: "", setup: 1, all: "" });
    else this.#go({ fen: this.setup.fen === startFEN ? "" : this.setup.fen, setup: "", pattern: "" });
  }

  #showSetup(before) {
    this.#anew();
    const { fen, pattern, query, archive } = this.#at;
    if (!this.setup.active || this.setup.fen !== fen) this.setup.begin(fen || startFEN);
    if (pattern) this.form.pattern = pattern;
    this.title.textContent = "Set up a position";
    this.counted.textContent = "Drag pieces, or choose one and tap squares; on a square, the keys KQRBNP and kqrbnp.";
    this.steps.forEach((button) => (button.disabled = true));
    this.found.hidden = !pattern;
    this.found.firstChild.textContent = `Games with ${pattern}`;
    if (pattern) this.hits.find({ pattern, query, archive });
    else if (before.setup) this.hits.clear();
  }

  // changed draws what has been set up, and asks whether it may be.
  async #changed() {
    const { fen } = this.setup;
    this.board.show(this.setup.pieces);
    this.form.update();
    this.#at.fen = fen;
    history.replaceState(null, "", this.app.hrefOf("explore", { fen, query: this.#at.query, archive: this.#at.archive, setup: 1, pattern: this.#at.pattern }));
    const signal = this.#anew();
    try {
      const position = await this.#ask(this.app.pathOf("api/position", { fen }), { signal });
      if (signal.aborted) return;
      this.form.judged(position.invalid);
      if (position.invalid) this.verdict.hidden = true;
      else this.#judge(position);
    } catch (err) {
      if (!signal.aborted) this.app.complain(err);
    }
  }
}
