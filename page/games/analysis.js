// The analysis board: a game of the files, or an analysis of one's own, on one board with
// its moves, and tabs for what is known of the position and the game.
//
//	#/game/1-17?ply=20&query=&sort=&rank=   a game; query, sort and rank are its list's
//	#/analysis?fen=&play=e2e4,e7e5&ply=1    a line
//	a=...                                   with own moves and remarks, as packed PGN
//	move=31                                 the 31st move of the text, variations included
//	side=black                              the side that is below
//
// What is done to a game is kept in the browser and put into the address.

import { Board } from "../shared/board.js";
import { button, el, link } from "../shared/dom.js";
import { readFEN, startFEN } from "../shared/fen.js";
import { head, player, tagOf, tags } from "./about.js";
import { Actions } from "./actions.js";
import { Annotate } from "./annotate.js";
import { Engine } from "./engine.js";
import { Explorer } from "./explorer.js";
import { fault } from "./fault.js";
import { arrowsOf, glyphOf, remarkOf, withArrow } from "./glyphs.js";
import { Graphs, clocksAt, controlOf, timeOf } from "./graphs.js";
import { keep, kept, keyOf, pack, unpack } from "./kept.js";
import { Legal } from "./legal.js";
import { surplus } from "./material.js";
import { MoveList } from "./moves.js";
import { Neighbours } from "./neighbours.js";
import { Panels } from "./panels.js";
import { writePGN } from "./pgn.js";
import { Strip } from "./strip.js";
import { Tree, label } from "./gametree.js";

const beat = 1000; // between moves that are played on, in ms
const pause = 250; // before the address and what is kept follow, in ms
const notch = 40; // pixels of the wheel for a step

const ends = (uci) => (uci && uci !== "0000" ? [uci.slice(0, 2), uci.slice(2, 4)] : []);

export function mount(host, app) {
  const view = new Analysis(host, app);
  return { show: (id, parameters, name) => view.show(id, parameters, name), hide: () => view.hide(), focus: () => view.moves.focus() };
}

class Analysis {
  #name = ""; // "game" or "analysis"
  #id = "";
  #parameters = new URLSearchParams();
  #source = {}; // parameters that say what the tree is
  #game = null; // what is shown, as api/games/{id} has it
  #original = null; // the tree of the game in its file
  #tree = null;
  #key = ""; // by which the analysis is kept
  #at = null; // the node that is shown
  #clocks = [];
  #ask = new AbortController(); // ends the questions about the game
  #timers = {};
  #linking = null; // ends when the address has what was kept last
  #unsaved = false;
  #rolled = 0; // by the wheel
  #keys = (e) => this.#pressed(e);

  constructor(host, app) {
    this.app = app;
    this.wanted = null; // panel that was chosen
    const go = (ply) => this.#go(this.#tree.main[ply - 1] ?? this.#tree.start);
    const labelOf = (ply) => label(this.#tree.main[ply - 1] ?? this.#tree.start);
    this.tops = { white: el("div"), black: el("div") };
    const square = el("div");
    this.board = new Board(square, {
      targets: (from) => this.legal.targets(from),
      drop: (from, to) => this.legal.drop(from, to) || (to && app.say(this.legal.why(from, to), true), false),
      draw: (from, to, colour) => this.#edit(() => (this.#at.comments = withArrow(this.#at.comments, { from, to, colour }))),
    });
    square.addEventListener("mousedown", (e) => e.preventDefault()); // the keys stay with the moves
    square.addEventListener("wheel", (e) => this.#roll(e), { passive: false });
    this.legal = new Legal(app, {
      play: (move) => this.#play(move),
      choose: (moves) => this.board.choose(moves, readFEN(this.#at.fen).turn === "w" ? "white" : "black", (move) => this.#play(move)),
      known: (known) => this.#known(known),
    });
    const step = (text, name, act) => button(text, act, { name });
    this.player = step("▶", "Play on (space)", () => this.#playOn(!this.#timers.play));
    this.steps = el("div", "steps",
      step("«", "First position (Home)", () => this.#go(this.#tree.start)),
      step("‹ Back", "Back (left arrow)", () => this.#go(this.#at.parent)),
      step("Next ›", "Next (right arrow)", () => this.#go(this.#at.children[0])),
      step("»", "Last position (End)", () => this.#go(this.#tree.last(this.#at))),
      this.player,
      step("⇅", "Flip the board (f)", () => this.#flip()));
    this.ending = el("p", "ending");
    this.ending.hidden = true;
    this.head = el("div", "head");
    this.heading = el("h2", "sr");
    this.list = el("div", "moves");
    this.moves = new MoveList(this.list, (node) => this.#go(node));
    const box = el("section", "annotate");
    box.hidden = true;
    this.annotate = new Annotate(box, {
      changed: () => this.#edit(() => {}),
      promote: () => this.#edit(() => this.#tree.promote(this.#at)),
      remove: () => this.#remove(),
      draws: (on) => (this.board.drawing = on),
    });
    this.pen = button("Annotate", () => this.#write(box.hidden), { className: "pen" });
    this.pen.title = "Comment, glyphs, arrows (c)";
    this.back = button("Take back", () => this.#remove(), { className: "back" });
    this.back.title = "Take this move of yours back (Backspace)";
    this.actions = new Actions(app, {
      fen: () => this.#at.fen,
      pgn: () => (this.#changed ? this.#pgn(true) : this.#game.pgn ?? this.#pgn(true)),
      game: () => (this.#changed ? null : this.#game.id ?? null),
      players: () => [this.#game.white, this.#game.black],
      link: () => this.#linkOfNow(),
      reset: () => this.#reset(),
    });
    this.neighbours = new Neighbours(app);
    this.graphs = new Graphs(el("div", "graphs"), { go, labelOf });
    this.strip = new Strip(el("div", "bytes"), { go, labelOf });
    this.tags = el("div", "tags");
    const explorer = el("div");
    const panels = el("div", "panels");
    this.panels = new Panels(panels, [
      { name: "Explorer", body: explorer, show: () => this.#explore() },
      { name: "Graphs", body: this.graphs.host },
      { name: "Tags", body: this.tags },
      { name: "Bytes", body: this.strip.host, show: () => void this.#weigh() },
    ]);
    this.panels.bar.addEventListener("click", () => (this.wanted = this.panels.chosen));
    this.explorer = new Explorer(explorer, app, {
      play: (move) => this.#play(move),
      point: (move) => this.board.point(move ? [{ from: move.uci.slice(0, 2), to: move.uci.slice(2, 4), preview: true }] : this.#arrows()),
      narrow: (changes) => this.#narrow(changes),
    });
    const [engine, bar] = [el("section", "engine"), el("div", "evalbar")];
    this.engine = new Engine(engine, bar, app, { play: (move) => this.#play(move), drawn: () => this.#at && this.board.point(this.#arrows()) });
    this.body = el("div", "layout", this.heading,
      el("div", "desk", this.tops.black, el("div", "frame", bar, square), this.tops.white, this.steps, this.ending),
      el("div", "score", this.head, engine, this.list, box, el("div", "tools", this.pen, this.back, this.actions.host), this.neighbours.host),
      panels);
    this.body.hidden = true;
    this.fault = el("div", "fault");
    this.fault.hidden = true;
    host.append(this.body, this.fault);
    addEventListener("pagehide", () => this.#keep());
  }

  // ---- What the address says

  // show draws a game or an analysis; one that is shown goes to the move that the address
  // names.
  async show(id, parameters, name) {
    clearTimeout(this.#timers.address);
    document.removeEventListener("keydown", this.#keys);
    document.addEventListener("keydown", this.#keys);
    this.#parameters = parameters;
    const source = Object.fromEntries(["fen", "play", "a"].map((p) => [p, parameters.get(p) ?? ""]));
    if (this.#game && this.#name === name && this.#id === id && ["fen", "play", "a"].every((p) => source[p] === (this.#source[p] ?? ""))) {
      this.app.title(this.#title());
      if (this.#ask.signal.aborted) {
        this.#ask = new AbortController();
        this.legal.at(this.#at);
      }
      this.#go(this.#named(), { follow: false });
      this.#explore();
      this.#neighbours();
      return;
    }
    this.hide();
    document.addEventListener("keydown", this.#keys);
    [this.#name, this.#id, this.#source, this.#game] = [name, id, source, null];
    this.body.ariaBusy = "true"; // what is still shown takes no clicks
    this.#ask = new AbortController();
    const { signal } = this.#ask;
    try {
      const loaded = name === "game" ? await this.#loadGame(id, source, signal) : await this.#loadLine(source, signal);
      if (signal.aborted) return;
      this.#draw(loaded);
      this.#neighbours();
    } catch (err) {
      if (!signal.aborted) this.#fail(err);
    }
  }

  hide() {
    this.#ask.abort();
    this.#keep();
    this.legal.stop();
    this.explorer.stop();
    this.engine.leave();
    this.#playOn(false);
    clearTimeout(this.#timers.address);
    document.removeEventListener("keydown", this.#keys);
    this.neighbours.forget();
  }

  // fail says what could not be shown, in place of any board.
  #fail(err) {
    this.body.hidden = true;
    this.#game = null;
    const { fen } = this.#source;
    this.app.title("Not shown");
    fault(this.fault, this.app, this.#name === "game"
      ? { err, title: err.status === 404 ? `There is no game ${this.#id}` : "This game cannot be shown", pgn: err.status === 400 ? `api/games/${encodeURIComponent(this.#id)}/pgn` : "", again: () => this.#again() }
      : { err, title: fen ? "This FEN is not a position" : "This analysis cannot be shown", fen, again: () => this.#again() });
  }

  #again() {
    void this.show(this.#id, this.#parameters, this.#name);
  }

  // written returns the analysis of a link, or what is kept where that is without a link or
  // newer: the page may have been left before the address followed. It is "" for a link
  // that is damaged.
  async #written(key, a) {
    const { link, text } = kept(key);
    return !a || (a === link && text) ? text : unpack(a).catch(() => "");
  }

  // loadGame returns a game, with what was done to it.
  async #loadGame(id, { a }, signal) {
    const game = await this.app.ask(`api/games/${encodeURIComponent(id)}`, { signal });
    const original = new Tree(game);
    const key = keyOf(game.pgn);
    const text = await this.#written(key, a);
    let tree = new Tree(game);
    if (text) {
      const read = await this.app.ask("api/read", { body: text, signal }).catch((err) => ({ err }));
      if (read.start === game.start) tree = new Tree(read);
      else this.app.say("The analysis of this link is damaged or of another game: the game is shown as it is in the file.", true);
    } else if (a) this.app.say("The analysis of this link is damaged: the game is shown as it is in the file.", true);
    tree.compare(original);
    return { game, original, tree, key };
  }

  // loadLine returns a line, or an analysis that needs no game.
  async #loadLine({ a, fen, play }, signal) {
    const key = "analysis";
    const text = fen || play ? null : await this.#written(key, a);
    if (a && !text) throw new Error("The link is damaged: a part of it is missing");
    if (text) {
      const game = await this.app.ask("api/read", { body: text, signal });
      return { game: { ...game, id: null }, original: null, tree: new Tree(game), key };
    }
    const { line, fen: there } = await this.app.ask(this.app.pathOf("api/position", { fen, play }), { signal });
    const game = { id: null, tags: [], white: null, black: null, result: "", whole: true, openings: [], comments: [], rest: "", start: play ? fen || startFEN : there, moves: line };
    return { game, original: null, tree: new Tree(game), key };
  }

  // The node that the address names.
  #named() {
    const { nodes, main, start } = this.#tree;
    const number = (name) => Number(this.#parameters.get(name));
    if (this.#parameters.has("move")) return nodes[number("move") - 1] ?? start;
    if (this.#parameters.has("ply")) return main[number("ply") - 1] ?? start;
    return this.#name === "analysis" && !this.#source.a ? this.#tree.last(start) : start;
  }

  // address puts what is shown into the address.
  #address({ push = false } = {}) {
    const { move, ply, play, fen, a, ...rest } = Object.fromEntries(this.#parameters);
    const { nodes, start } = this.#tree;
    const own = this.#source.a ? { a: this.#source.a } : this.#name === "game" ? {} : { fen: this.#source.fen, play: this.#source.play };
    const end = !own.a && this.#name === "analysis" && this.#at === this.#tree.last(start);
    const where = !this.#tree.isMain(this.#at) ? { move: nodes.indexOf(this.#at) + 1 } : end ? {} : { ply: own.a || this.#name === "game" ? this.#at.ply || undefined : this.#at.ply };
    this.app.go(this.#name === "game" ? `game/${this.#id}` : "analysis", { ...own, ...where, ...rest }, { replace: !push });
  }

  #title() {
    const { white, black } = this.#game;
    return white || black ? `${white ?? "?"} – ${black ?? "?"}` : "Analysis";
  }

  // ---- The whole game

  #draw({ game, original, tree, key }) {
    this.#game = game;
    this.#original = original;
    this.#tree = tree;
    this.#key = key;
    this.#unsaved = false;
    this.app.title(this.#title());
    const control = controlOf(tagOf(game, "TimeControl"));
    this.#clocks = tree.main.some((n) => n.clock !== null) ? clocksAt(tree, control) : [];
    this.players = { white: player(this.app, game, "white"), black: player(this.app, game, "black") };
    if (this.#parameters.has("side")) this.board.flipped = this.#parameters.get("side") === "black";
    this.#seat();
    this.heading.textContent = this.#title();
    this.head.replaceChildren(...head(this.app, game));
    this.book = tree.main.some((n) => n.comments.some(remarkOf));
    this.#list();
    this.actions.show({ changed: this.#changed, game: original !== null });
    const graphs = this.graphs.show(tree, control);
    this.strip.clear();
    this.tags.replaceChildren(tags(this.app, game));
    this.panels.offer(["Explorer", ...(graphs ? ["Graphs"] : []), ...(game.tags.length ? ["Tags"] : []), ...(game.id ? ["Bytes"] : [])]);
    this.fault.hidden = true;
    this.body.hidden = false;
    this.body.ariaBusy = null;
    this.#at = null;
    this.#go(this.#named(), { follow: false });
    const there = { Graphs: graphs, Tags: game.tags.length, Bytes: game.id };
    // An exported page reads the archive for the explorer: once that is opened.
    const first = graphs ? "Graphs" : this.app.static && there.Tags ? "Tags" : "Explorer";
    this.panels.choose(this.wanted && (this.wanted === "Explorer" || there[this.wanted]) ? this.wanted : first);
    if (this.#changed && !this.#source.a) void this.#link();
  }

  #list() {
    this.moves.show(this.#tree, { result: this.#game.result, openings: this.#game.openings, book: this.book });
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

  #neighbours() {
    if (this.#name === "game") void this.neighbours.show(this.#game, this.#parameters, this.#ask.signal);
    else this.neighbours.clear();
  }

  // weigh asks for the bits of each move, once the panel is open.
  async #weigh() {
    if (!this.#game?.id || this.strip.shown) return;
    const { signal } = this.#ask;
    try {
      const answer = await this.app.ask(`api/games/${encodeURIComponent(this.#game.id)}/bytes`, { signal });
      if (signal.aborted) return;
      this.strip.show(answer, this.#game.moves.length);
      this.strip.mark(this.#mainPly());
    } catch (err) {
      if (!signal.aborted) this.app.complain(err);
    }
  }

  // ---- The position

  // How many half-moves of the main line are before the node, or before the variation
  // that it is in.
  #mainPly() {
    let n = this.#at;
    while (!this.#tree.isMain(n)) n = n.parent;
    return n.ply;
  }

  #go(node, { follow = true, playing = false, again = false } = {}) {
    if (!node || (node === this.#at && !again)) return;
    if (!playing) this.#playOn(false);
    const was = this.#at;
    this.#at = node;
    this.#look(was);
    this.moves.mark(node);
    const ply = this.#mainPly();
    this.graphs.mark(ply);
    this.strip.mark(ply);
    if (was && was !== node) this.app.announce([label(node), ...node.nags.map((n) => glyphOf(n)[1])].join(", "));
    const { pieces, turn } = readFEN(node.fen);
    const { w, b } = this.#clocks[ply] ?? {};
    for (const [side, left] of [["white", w], ["black", b]]) {
      const { clock, pieces: more } = this.players[side];
      clock.textContent = left === null || left === undefined ? "" : timeOf(left);
      clock.classList.toggle("turn", (side === "white") === (turn === "w"));
      more.replaceChildren(...surplus(pieces, side));
    }
    const [first, back, next, last, play] = this.steps.children;
    first.disabled = back.disabled = !node.parent;
    next.disabled = last.disabled = play.disabled = !node.children.length;
    this.back.hidden = !node.own;
    this.ending.hidden = true;
    this.annotate.show(node, Boolean(this.#tree.head(node)));
    this.#explore();
    this.legal.at(node);
    if (!follow) return;
    clearTimeout(this.#timers.address);
    this.#timers.address = setTimeout(() => this.#address(), pause);
  }

  // explore tells the explorer where the board is.
  #explore() {
    if (!this.#at) return;
    const { start } = this.#tree;
    const at = { start: start.fen === startFEN ? "" : start.fen, path: this.#tree.path(this.#at), node: this.#at };
    this.engine.at(at);
    this.explorer.at({
      ...at,
      query: this.#parameters.get("query") ?? "", archive: this.#name === "analysis" ? this.#parameters.get("archive") ?? "" : "",
    });
  }

  // narrow changes which games the explorer counts.
  #narrow(changes) {
    const { rank, sort, ...rest } = Object.fromEntries(this.#parameters);
    this.app.go(this.#name === "game" ? `game/${this.#id}` : "analysis", { ...rest, ...changes }, { replace: true });
  }

  // arrows are those of the comments, and the engine's.
  #arrows() {
    return [...arrowsOf(this.#at.comments), ...(this.engine.best ? [this.engine.best] : [])];
  }

  #look(was) {
    const node = this.#at;
    const { pieces, turn } = readFEN(node.fen);
    if (was !== node) this.engine.best = null;
    const look = { last: ends(node.uci), arrows: this.#arrows() };
    if (/[+#]/.test(node.san)) look.check = kingOf(pieces, turn);
    const [from, to] = was && node.parent === was ? ends(node.uci) : was?.parent === node ? ends(was.uci).reverse() : [];
    if (from && pieces[to]) look.slide = { from, to };
    this.board.show(pieces, look);
    if (this.board.squares.dataset.fen !== node.fen) delete this.board.squares.dataset.fen;
  }

  // known takes what the rules say of the position that is shown.
  #known(position) {
    const { turn, check, over, solved, moves, invalid } = position;
    this.board.squares.dataset.fen = this.#at.fen;
    this.explorer.known(position);
    if (check && !this.#at.parent) {
      const { pieces } = readFEN(this.#at.fen);
      this.board.show(pieces, { check: kingOf(pieces, turn === "white" ? "w" : "b"), arrows: this.#arrows() });
    }
    const [us, them] = turn === "white" ? ["White", "Black"] : ["Black", "White"];
    this.ending.hidden = !solved && !over && !invalid;
    if (this.ending.hidden) return;
    const says = invalid ? `No game reaches this position: ${invalid}` : over === "checkmate" ? `Checkmate: ${them} wins` : over ? "Stalemate: a draw"
      : solved.result === "drawn" ? "A draw with best play" : `${solved.result === "won" ? us : them} mates in ${Math.ceil(solved.plies / 2)}`;
    this.ending.replaceChildren(el("b", "", says));
    if (over || invalid) this.app.announce(says);
    const best = solved && moves.find((m) => m.solved && m.solved.result === solved.result && m.solved.plies === solved.plies);
    if (!best) return;
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
    this.ending.append(show, table);
  }

  // Whether the page of solved endings is beside this one.
  #mate() {
    this.mate ??= this.app.static ? Promise.resolve(false) : fetch("mate/", { method: "HEAD" }).then((r) => r.ok, () => false);
    return this.mate;
  }

  // ---- What is done by hand

  // play makes a move on the board: one of the tree, or one's own.
  async #play({ uci, san }) {
    const before = this.#at;
    const child = before.children.find((n) => n.uci === uci);
    if (child) return this.#go(child);
    const { signal } = this.#ask;
    try {
      const answer = await this.app.ask(this.app.pathOf("api/position", { fen: before.fen, play: uci }), { signal });
      if (this.#at !== before) return;
      this.legal.keep(answer.fen, { ...answer, line: [] });
      const node = this.#tree.play(before, { uci, san, fen: answer.fen });
      this.#edit(() => (this.#at = node), { push: this.#name === "analysis", was: before });
    } catch (err) {
      this.app.complain(err);
    }
  }

  #remove() {
    if (!this.#at.parent) return;
    const node = this.#at;
    this.#edit(() => (this.#at = this.#tree.remove(node)), { was: node });
    this.moves.focus();
  }

  // edit changes the tree, and shows and keeps it.
  #edit(change, { push = false, was = this.#at } = {}) {
    change();
    this.#unsaved = true;
    this.#list();
    const to = this.#at;
    this.#at = was;
    this.#go(to, { again: true, follow: false });
    this.actions.show({ changed: this.#changed, game: this.#original !== null });
    clearTimeout(this.#timers.keep);
    if (push && this.#plain) return void this.#link(true);
    this.#timers.keep = setTimeout(() => this.#keep(), pause);
  }

  // Whether the analysis is a line that the address has as moves.
  get #plain() {
    return this.#name === "analysis" && this.#tree.plain && !this.#game.tags.length;
  }

  // Whether there is more than the game of the file.
  get #changed() {
    return this.#original === null || this.#pgn() !== this.#pgn(false, this.#original);
  }

  // pgn returns what is shown as text, with the tags of a game of the files only if all
  // is wanted.
  #pgn(all = this.#original === null, tree = this.#tree) {
    const own = all ? this.#game.tags : this.#game.tags.filter(({ name }) => /^variant$/i.test(name));
    return writePGN(tree, own, this.#game.result, startFEN);
  }

  // keep keeps the analysis in the browser, and puts it into the address.
  #keep() {
    clearTimeout(this.#timers.keep);
    if (!this.#unsaved || !this.#game) return;
    this.#unsaved = false;
    try {
      keep(this.#key, this.#changed ? this.#pgn() : null, this.#source.a);
    } catch {
      this.app.say("The browser keeps nothing more of this page: copy or download the analysis.", true);
    }
    if (!this.#ask.signal.aborted) this.#linking = this.#link();
  }

  // linkOfNow returns the link of what is shown.
  async #linkOfNow() {
    this.#keep();
    await this.#linking;
    clearTimeout(this.#timers.address);
    this.#address();
    return location.href;
  }

  // link puts the analysis into the address.
  async #link(push = false) {
    const game = this.#game;
    const line = this.#plain;
    const packed = line || !this.#changed ? "" : await pack(this.#pgn());
    if (game !== this.#game || this.#ask.signal.aborted) return;
    const { start, main } = this.#tree;
    this.#source = line ? { fen: start.fen === startFEN ? "" : start.fen, play: main.map((n) => n.uci).join(","), a: "" } : { a: packed ?? "" };
    this.actions.linked = packed !== null;
    if (packed && kept(this.#key).text !== null) keep(this.#key, this.#pgn(), packed);
    clearTimeout(this.#timers.address);
    this.#address({ push });
    if (push) this.#keep();
  }

  // reset shows the game as it is in its file, or an empty board.
  #reset() {
    const [text, key] = [this.#pgn(), this.#key];
    keep(key, null);
    this.#unsaved = false;
    this.#game = null;
    const { ply, move, a, play, fen, ...rest } = Object.fromEntries(this.#parameters);
    this.app.go(this.#name === "game" ? `game/${this.#id}` : "analysis", rest, { replace: true, again: true });
    this.app.say(this.#name === "game" ? "The game is as in its file." : "The board is empty.", false, {
      text: "Undo", act: () => {
        keep(key, text);
        this.#game = null;
        this.#again();
      },
    });
  }

  #write(on) {
    this.pen.ariaPressed = String(on);
    this.annotate.open(on);
    this.annotate.show(this.#at, Boolean(this.#tree.head(this.#at)));
  }

  // ---- Steps

  #playOn(on) {
    clearInterval(this.#timers.play);
    this.#timers.play = null;
    this.player.ariaPressed = String(on);
    this.player.textContent = on ? "■" : "▶";
    if (!on) return;
    const next = () => {
      this.#go(this.#at.children[0], { playing: true });
      if (!this.#at.children.length) this.#playOn(false);
    };
    this.#timers.play = setInterval(next, beat);
    next();
  }

  #roll(e) {
    if (e.ctrlKey || !this.#game) return; // the page is enlarged
    e.preventDefault();
    this.#rolled += e.deltaY * (e.deltaMode ? notch : 1);
    if (Math.abs(this.#rolled) < notch) return;
    this.#go(this.#rolled < 0 ? this.#at.parent : this.#at.children[0]);
    this.#rolled = 0;
  }

  #pressed(e) {
    if (e.key === "Escape" && !this.annotate.host.hidden && !e.defaultPrevented && !document.querySelector("dialog[open]")) {
      this.#write(false);
      this.pen.focus();
      return;
    }
    if (e.defaultPrevented || e.ctrlKey || e.altKey || e.metaKey || !this.#game || e.target.closest("input, textarea, select, dialog, [role=tablist]")) return;
    const control = e.target.closest("a, summary, button:not(.move, .bars *)");
    const beside = (by) => {
      const all = this.#at.parent?.children ?? [];
      return all[all.indexOf(this.#at) + by];
    };
    const { key } = e;
    const to = {
      ArrowLeft: () => this.#at.parent, ArrowRight: () => this.#at.children[0], Home: () => this.#tree.start, End: () => this.#tree.last(this.#at),
      ArrowUp: () => beside(-1), ArrowDown: () => beside(1),
    }[key]?.();
    if (to) this.#go(to);
    else if (key === "f") this.#flip();
    else if (key === "c") this.#write(true);
    else if (key === " " && !control) this.#playOn(!this.#timers.play && this.#at.children.length > 0);
    else if (key === "Backspace" && this.#at.own) this.#remove();
    else if (!/^(Arrow(Left|Right)|Home|End)$/.test(key)) return;
    e.preventDefault();
  }
}

const kingOf = (pieces, turn) => Object.keys(pieces).find((s) => pieces[s] === (turn === "w" ? "K" : "k"));
