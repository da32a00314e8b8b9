// Positions and patterns: a board on which pieces are placed, and the games that have
// what is on it.
//
//	#/positions?fen=...&pattern=...&query=&archive=

import { Board } from "../shared/board.js";
import { make } from "../shared/dom.js";
import { startFEN } from "../shared/fen.js";
import { Setup } from "../shared/setup.js";
import { mountFinder } from "./finder.js";
import { Hits } from "./hits.js";

export function mount(host, app) {
  const square = make("div");
  const palette = make("div", { className: "pieces", role: "group", "aria-label": "Pieces to place" });
  const form = make("div", { className: "finder" });
  const heading = make("h3");
  const found = make("section", { hidden: true }, heading);
  const flip = make("button", { type: "button", title: "Flip the board", onclick: () => (board.flipped = !board.flipped) }, "Flip");
  host.append(
    make("div", { className: "board-side" }, make("h2", {}, "Set up a position"), square, palette,
      make("p", { className: "said" }, "Drag pieces, or choose one and tap squares; on a square, the keys KQRBNP and kqrbnp."), make("p", {}, flip)),
    make("div", { className: "beside" }, form, found));
  let at = {}; // what the address says
  let under = new AbortController(); // ends what is under way

  const board = new Board(square, { targets: () => [], drop: (from, to) => setup.place(from, to), key: (s, k) => setup.key(s, k), tap: (s) => setup.tap(s) });
  const setup = new Setup(board, palette, changed);
  const finder = mountFinder(form, app, setup, {
    explore: () => app.go("analysis", setup.fen === startFEN ? { ply: 0 } : { fen: setup.fen }),
    find: (pattern) => app.go("positions", { ...at, fen: setup.fen, pattern }),
  });
  const hits = new Hits(found, app);

  // changed draws what has been set up, and asks whether it may be.
  async function changed() {
    board.show(setup.pieces);
    finder.update();
    at.fen = setup.fen;
    history.replaceState(null, "", app.hrefOf("positions", at));
    under.abort();
    under = new AbortController();
    const { signal } = under;
    try {
      const { invalid } = await app.ask(app.pathOf("api/position", { fen: setup.fen }), { signal });
      if (!signal.aborted) finder.judged(invalid);
    } catch (err) {
      if (!signal.aborted) app.complain(err);
    }
  }

  return {
    show(id, parameters) {
      at = Object.fromEntries(["fen", "pattern", "query", "archive"].map((name) => [name, parameters.get(name) ?? ""]));
      app.title("Positions");
      if (!setup.active) setup.begin(startFEN);
      if (at.fen !== parameters.get("fen") && parameters.get("fen")) void finder.take(parameters.get("fen"));
      if (at.pattern) finder.pattern = at.pattern;
      found.hidden = !at.pattern;
      heading.textContent = `Games with ${at.pattern}`;
      const { pattern, query, archive } = at;
      if (pattern) hits.find({ pattern, query, archive });
      else hits.clear();
    },
    hide() {
      under.abort();
      hits.leave();
    },
  };
}
