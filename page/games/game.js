// One game: a board that its moves are played on, and what is known of it.

import { Board } from "../shared/board.js";
import { button, el, link } from "../shared/dom.js";
import { readFEN } from "../shared/fen.js";
import { actions, head, player, tagOf, tags } from "./about.js";
import { arrowsOf, glyphOf } from "./glyphs.js";
import { Graphs, clocksAt, controlOf, scoreOf, timeOf } from "./graphs.js";
import { MoveList } from "./moves.js";
import { Legal } from "./legal.js";
import { Strip } from "./strip.js";
import { Tree, label } from "./gametree.js";

const beat = 1000; // between moves that are played on, in ms

export function mount(host, app) {
  const view = new GameView(host, app);
  return { show: (id, parameters) => view.show(id, parameters), hide: () => view.hide() };
}

class GameView {
  #id = null;
  #parameters = new URLSearchParams();
  #game = null;
  #tree = null;
  #at = null; // the node that is shown
  #clocks = [];
  #ask = null; // ends the questions about the game
  #timers = {};
  #keys = (e) => this.#key(e);

  constructor(host, app) {
    this.host = host;
    this.app = app;
    const go = (ply) => this.#go(this.#tree.main.nodes[ply - 1] ?? this.#tree.start);
    const labelOf = (ply) => label(this.#tree.main.nodes[ply - 1] ?? this.#tree.start);
    this.tops = { white: el("div"), black: el("div") };
    const square = el("div");
    this.board = new Board(square, {
      targets: (from) => this.legal.targets(from),
      drop: (from, to) => this.legal.drop(from, to),
    });
    square.addEventListener("mousedown", (e) => e.preventDefault()); // the keys stay with the moves
    this.promotion = el("div", "promotion");
    this.legal = new Legal(app, this.promotion, (move) => this.#play(move), (known) => this.#known(known));
    const step = (text, name, act) => button(text, act, { name });
    this.player = step("▶", "Play on (space)", () => this.#playOn(!this.#timers.play));
    this.steps = el("div", "steps",
      step("«", "First position (Home)", () => this.#go(this.#tree.start)),
      step("‹", "Back (left)", () => this.#go(this.#at.parent)),
      this.player,
      step("›", "Forth (right)", () => this.#go(this.#tree.next(this.#at))),
      step("»", "Last position (End)", () => this.#go(this.#last())),
      step("⇅", "Flip the board (f)", () => this.#flip()));
    this.now = el("p", "now");
    this.now.role = "status";
    this.ending = el("p", "ending");
    this.ending.hidden = true;
    this.head = el("div", "head");
    this.list = el("div", "moves");
    this.moves = new MoveList(this.list, (node) => this.#go(node));
    this.back = button("Take back", () => this.#takeBack(), { name: "Take this move of yours back (Backspace)", className: "back" });
    this.neighbours = el("nav", "neighbours");
    this.neighbours.ariaLabel = "Games of the list";
    this.doing = el("div");
    this.graphs = new Graphs(el("div", "graphs"), { go, labelOf });
    const bytes = el("section", "card bytes");
    this.strip = new Strip(bytes, { go, labelOf });
    this.tags = el("div", "more");
    this.body = el("div", "layout",
      el("div", "desk", this.tops.black, el("div", "frame", square, this.promotion), this.tops.white, this.steps, this.now, this.ending),
      el("div", "score", this.head, this.list, this.back, this.doing, this.neighbours),
      el("div", "below", this.graphs.host, bytes, this.tags));
    this.body.hidden = true;
    this.unread = link("Download PGN", "", "like-button");
    this.unread.download = "";
    this.unread.hidden = true;
    host.append(this.body, this.unread);
  }

  // show draws a game; one that is shown goes to the move that the address names.
  async show(id, parameters) {
    clearTimeout(this.#timers.address);
    document.addEventListener("keydown", this.#keys);
    this.#parameters = parameters;
    if (id === this.#id && this.#game) {
      this.app.title(this.#title());
      if (this.#ask.signal.aborted) {
        this.#ask = new AbortController();
        this.legal.at(this.#at);
      }
      this.#go(this.#named(), { follow: false });
      this.#neighbours();
      return;
    }
    this.hide();
    document.addEventListener("keydown", this.#keys);
    this.#id = id;
    this.#game = null;
    this.unread.hidden = true;
    this.#ask = new AbortController();
    const { signal } = this.#ask;
    try {
      const game = await this.app.ask(`api/games/${encodeURIComponent(id)}`, { signal });
      if (signal.aborted) return;
      this.#draw(game);
      this.#neighbours();
      this.strip.show(await this.app.ask(`api/games/${encodeURIComponent(id)}/bytes`, { signal }), game.moves.length);
      this.strip.mark(this.#mainPly());
    } catch (err) {
      if (signal.aborted) return;
      this.app.complain(err);
      if (this.#game) return;
      this.#id = null;
      this.body.hidden = true;
      this.unread.hidden = err.status !== 400; // it is too long to be shown
      this.unread.href = this.app.addressOf(`api/games/${encodeURIComponent(id)}/pgn`);
    }
  }

  hide() {
    this.#ask?.abort();
    this.legal.stop();
    this.#playOn(false);
    clearTimeout(this.#timers.address);
    document.removeEventListener("keydown", this.#keys);
    this.listed = null;
    if (!this.body.hidden && this.#game && this.strip.host.hidden) this.#id = null; // it was not all there
  }

  #title() {
    return `${this.#game.white ?? "?"} – ${this.#game.black ?? "?"}`;
  }

  #draw(game) {
    this.#game = game;
    this.#tree = new Tree(game);
    this.app.title(this.#title());
    const control = controlOf(tagOf(game, "TimeControl"));
    this.#clocks = this.#tree.main.nodes.some((n) => n.clock !== null) ? clocksAt(this.#tree, control) : [];
    this.players = { white: player(game, "white"), black: player(game, "black") };
    this.#seat();
    this.head.replaceChildren(...head(game));
    this.moves.show(this.#tree, game.result);
    this.doing.replaceChildren(actions(game, this.app, { fen: () => this.#at.fen, explore: () => this.#explore() }));
    this.graphs.show(this.#tree, control);
    this.strip.host.hidden = true;
    this.tags.replaceChildren(tags(game));
    this.body.hidden = false;
    this.#at = null;
    this.#go(this.#named(), { follow: false });
  }

  // The players sit at their sides of the board.
  #seat() {
    const { flipped } = this.board;
    this.tops.black.replaceChildren(this.players[flipped ? "white" : "black"].line);
    this.tops.white.replaceChildren(this.players[flipped ? "black" : "white"].line);
  }

  #flip() {
    this.board.flipped = !this.board.flipped;
    this.#seat();
  }

  // The node that the address names: a half-move of the main line, or any move by its
  // place in the text.
  #named() {
    const number = (name) => Number(this.#parameters.get(name) ?? NaN);
    const { nodes } = this.#tree;
    return nodes[number("move")] ?? this.#tree.main.nodes[number("ply") - 1] ?? this.#tree.start;
  }

  #last() {
    return this.#at.line.nodes.at(-1) ?? this.#at;
  }

  // How many half-moves of the main line are before the node, or before the line that it
  // is on.
  #mainPly() {
    let n = this.#at;
    while (n.line !== this.#tree.main) n = n.line.replaces.parent;
    return Math.min(n.ply, this.#game.moves.length);
  }

  #go(node, { follow = true, playing = false } = {}) {
    if (!node || node === this.#at) return;
    if (!playing) this.#playOn(false);
    const was = this.#at;
    this.#at = node;
    this.#look(was);
    this.moves.mark(node);
    const ply = this.#mainPly();
    this.graphs.mark(ply);
    this.strip.mark(ply);
    this.#tell(node);
    const { w, b } = this.#clocks[ply] ?? {};
    for (const [side, left] of [["white", w], ["black", b]]) {
      const { clock } = this.players[side];
      clock.textContent = left === null || left === undefined ? "" : timeOf(left);
      clock.classList.toggle("turn", (side === "white") === (readFEN(node.fen).turn === "w"));
    }
    const [first, back, play, forth, last] = this.steps.children;
    first.disabled = back.disabled = !node.parent;
    forth.disabled = last.disabled = play.disabled = !this.#tree.next(node);
    this.back.hidden = !node.own;
    this.ending.hidden = true;
    this.legal.at(node);
    if (follow) {
      clearTimeout(this.#timers.address);
      this.#timers.address = setTimeout(() => this.#address(), 250);
    }
  }

  // What is said of the move below the board.
  #tell(node) {
    const said = [label(node), ...(node.nags ?? []).map((n) => glyphOf(n)[1])];
    if (node.eval) said.push(scoreOf(node.eval));
    this.now.textContent = node.parent ? said.join(" · ") : "Start position";
  }

  #look(was) {
    const node = this.#at;
    const { pieces, turn } = readFEN(node.fen);
    const squares = (n) => (n.uci && n.uci !== "0000" ? [n.uci.slice(0, 2), n.uci.slice(2, 4)] : []);
    const look = { last: squares(node), arrows: arrowsOf(node.comments) };
    if (/[+#]/.test(node.san)) look.check = Object.keys(pieces).find((s) => pieces[s] === (turn === "w" ? "K" : "k"));
    const [from, to] = was && node.parent === was ? squares(node) : was?.parent === node ? squares(was).reverse() : [];
    if (from && pieces[to]) look.slide = { from, to };
    this.board.show(pieces, look);
  }

  // known takes what the rules say of the position that is shown.
  #known({ turn, check, over, solved, moves }) {
    this.board.squares.dataset.fen = this.#at.fen;
    if (check && !this.#at.parent) {
      const { pieces } = readFEN(this.#at.fen);
      this.board.show(pieces, { check: Object.keys(pieces).find((s) => pieces[s] === (turn === "white" ? "K" : "k")), arrows: arrowsOf(this.#at.comments) });
    }
    const [us, them] = turn === "white" ? ["White", "Black"] : ["Black", "White"];
    if (over) this.now.textContent += over === "checkmate" ? ` · checkmate, ${them} wins` : " · stalemate";
    this.ending.hidden = !solved || Boolean(over);
    if (this.ending.hidden) return;
    const says = solved.result === "drawn" ? "A draw with best play" : `${solved.result === "won" ? us : them} mates in ${Math.ceil(solved.plies / 2)}`;
    const best = moves.find((m) => m.solved && m.solved.result === solved.result && m.solved.plies === solved.plies);
    const show = button("Best move", () => {
      const on = show.ariaPressed !== "true";
      show.ariaPressed = String(on);
      this.board.point(on ? [{ from: best.uci.slice(0, 2), to: best.uci.slice(2, 4) }] : []);
      show.textContent = on ? `Best is ${best.san}` : "Best move";
    });
    show.ariaPressed = "false";
    const table = link("All about this ending", `mate/#${this.#at.fen.replaceAll(" ", "_")}`);
    table.hidden = true;
    this.#mate().then((is) => (table.hidden = !is));
    this.ending.replaceChildren(el("b", "", says), ...(best ? [show] : []), table);
  }

  // Whether the page of solved endings is beside this one.
  #mate() {
    this.mate ??= this.app.static ? Promise.resolve(false) : fetch("mate/", { method: "HEAD" }).then((r) => r.ok, () => false);
    return this.mate;
  }

  // play makes a move on the board: the game's, or one's own.
  async #play(move) {
    const before = this.#at;
    const child = this.#tree.child(before, move.uci);
    if (child) return this.#go(child);
    const { signal } = this.#ask;
    try {
      const { fen } = await this.app.ask(this.app.pathOf("api/position", { fen: before.fen, play: move.uci }), { signal });
      if (this.#at !== before) return;
      const node = this.#tree.play(before, { uci: move.uci, san: move.san, fen });
      this.moves.show(this.#tree, this.#game.result);
      this.#go(node);
    } catch (err) {
      this.app.complain(err);
    }
  }

  #takeBack() {
    if (!this.#at.own) return;
    const parent = this.#tree.takeBack(this.#at);
    this.moves.show(this.#tree, this.#game.result);
    this.#go(parent);
    this.list.focus({ preventScroll: true });
  }

  #playOn(on) {
    clearInterval(this.#timers.play);
    this.#timers.play = null;
    this.player.ariaPressed = String(on);
    this.player.textContent = on ? "■" : "▶";
    if (!on) return;
    const next = () => {
      this.#go(this.#tree.next(this.#at), { playing: true });
      if (!this.#tree.next(this.#at)) this.#playOn(false);
    };
    this.#timers.play = setInterval(next, beat);
    next();
  }

  #key(e) {
    if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || !this.#game || e.target.closest("input, textarea, select")) return;
    const control = e.target.closest("a, summary, button:not(.move, .bars *)");
    const fork = (by) => {
      const all = this.#tree.alternatives(this.#at);
      const to = all[all.indexOf(this.#at) + by];
      return to ?? (by < 0 && this.#at.line.replaces) ?? null;
    };
    const { key } = e;
    const to = { ArrowLeft: () => this.#at.parent, ArrowRight: () => this.#tree.next(this.#at), Home: () => this.#tree.start, End: () => this.#last() }[key];
    if (to) this.#go(to());
    else if (key === "ArrowUp" || key === "ArrowDown") {
      const there = this.#at.parent && fork(key === "ArrowUp" ? -1 : 1);
      if (!there) return;
      this.#go(there);
    } else if (key === "f") this.#flip();
    else if (key === " " && !control) this.#playOn(!this.#timers.play && Boolean(this.#tree.next(this.#at)));
    else if (key === "Backspace" && this.#at.own) this.#takeBack();
    else return;
    e.preventDefault();
  }

  // The address says where in the game we are.
  #address() {
    const { move, ply, ...rest } = Object.fromEntries(this.#parameters);
    let n = this.#at;
    while (n.own) n = n.parent;
    const where = n.line === this.#tree.main ? { ply: n.ply || undefined } : { move: this.#tree.nodes.indexOf(n) };
    if (n === this.#at) this.app.go(`game/${this.#id}`, { ...rest, ...where }, { replace: true });
  }

  #explore() {
    const played = this.#tree.path(this.#at);
    const query = this.#parameters.get("query");
    const usual = this.#tree.start.fen === "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    if (usual && played.length < 300 && played.every((n) => n.uci !== "0000")) return this.app.hrefOf("explore", { play: played.map((n) => n.uci).join(","), query });
    return this.app.hrefOf("explore", { fen: this.#at.fen, query });
  }

  // The games before and behind this one in the list that it comes from, or in its file.
  async #neighbours() {
    const { ply, move, rank, ...list } = Object.fromEntries(this.#parameters);
    const at = rank === undefined ? this.#game.number - 1 : Number(rank);
    const asked = rank === undefined ? { archive: this.#game.archive } : list;
    const from = Math.max(0, at - 1);
    const path = this.app.pathOf("api/games", { ...asked, from, limit: at - from + 2 });
    if (this.listed === path || !Number.isInteger(at)) return;
    this.listed = path;
    const had = document.activeElement.closest?.(".neighbours a")?.classList.contains("next");
    this.neighbours.replaceChildren();
    try {
      const { games, total } = await this.app.ask(path, { signal: this.#ask.signal });
      if (this.listed !== path) return;
      const to = (by, text) => {
        const g = games[at + by - from];
        if (!g) return el("span", "like-button off", text);
        const a = link(text, this.app.hrefOf(`game/${g.id}`, rank === undefined ? {} : { ...list, rank: at + by }), `like-button ${by < 0 ? "previous" : "next"}`);
        a.title = `${g.white ?? "?"} – ${g.black ?? "?"}`;
        return a;
      };
      const where = el("span", "where", `${(at + 1).toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`);
      this.neighbours.replaceChildren(to(-1, "‹ Previous"), where, to(1, "Next ›"));
      if (had !== undefined) this.neighbours.querySelector(had ? ".next" : ".previous")?.focus();
    } catch (err) {
      if (this.listed === path) this.listed = null;
      this.app.complain(err);
    }
  }
}
