// What can be done with a game or an analysis: copied, saved, opened, reset.

import { button, el, save } from "../shared/dom.js";
import { copy } from "./about.js";

export class Actions {
  linked = true; // whether the address has the analysis

  // of answers: fen() of the position, pgn() of all, game() the id of an unchanged game of
  // the files or null, players() their names, link() a promise of the address that has all.
  // reset() undoes the analysis.
  constructor(app, of) {
    const say = async (what, text) => app.say((await copy(text)) ? `Copied the ${what}.` : `The browser does not let the page copy. The ${what}: ${text.length > 200 ? "download it instead." : text}`, false);
    const item = (text, className, act) => el("li", "", button(text, () => {
      this.menu.open = false;
      void act();
    }, { className }));
    const download = (format) => async () => {
      try {
        const id = of.game();
        const response = await (id ? app.load(app.pathOf("api/download", { games: id, format })) : app.load(`api/read?format=${format}`, { body: of.pgn() }));
        save(await response.blob(), `${nameOf(of.players())}.${format}`);
      } catch (err) {
        app.complain(err);
      }
    };
    this.menu = el("details", "menu up", el("summary", "", "More"), el("ul", "",
      item("Copy PGN", "copy-pgn", () => say("PGN", of.pgn())),
      item("Copy FEN", "copy-fen", () => say("FEN", of.fen())),
      item("Copy link", "copy-link", async () => {
        const link = await of.link();
        return this.linked ? say("link", link) : app.say("The analysis is too long for a link: download it as PGN.", true);
      }),
      item("Download PGN", "save-pgn", download("pgn")),
      item("Download .czip", "save-czip", download("czip")),
      item("Set up this position", "set-up", () => app.go("positions", { fen: of.fen() })),
      item("Print", "print", () => print())));
    this.reset = button("Reset", () => of.reset(), { className: "reset" });
    const open = button("Open…", async () => (await import("./open.js")).ask(app), { className: "open-text" });
    open.title = "A PGN or a FEN; it can also be pasted or dropped";
    this.host = el("div", "actions", this.menu, open, this.reset);
    document.addEventListener("click", (e) => this.menu.contains(e.target) || (this.menu.open = false));
    this.menu.addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || !this.menu.open) return;
      this.menu.open = false;
      this.menu.firstChild.focus();
      e.preventDefault();
    });
  }

  // show says whether the analysis differs from its game, or is of none.
  show({ changed, game }) {
    this.reset.hidden = !changed;
    this.reset.textContent = game ? "Reset" : "New";
    this.reset.title = game ? "Show the game as it is in its file" : "Begin a new analysis";
  }
}

// nameOf returns the name of a file, in letters that every system allows.
const nameOf = (players) => players.filter(Boolean).join(" ").normalize("NFD").replace(/[^A-Za-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 60) || "analysis";
