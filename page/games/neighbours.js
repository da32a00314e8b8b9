// Links to the games before and after one in the list that it comes from, or in its file.

import { el, link } from "../shared/dom.js";

export class Neighbours {
  #listed = null; // the question that is answered

  constructor(app) {
    this.app = app;
    this.host = el("nav", "neighbours");
    this.host.ariaLabel = "Games of the list";
  }

  forget() {
    this.#listed = null;
  }

  clear() {
    this.#listed = null;
    this.host.replaceChildren();
  }

  // show shows those of a game; parameters are those of the page's address.
  async show(game, parameters, signal) {
    const { ply, move, a, rank, ...list } = Object.fromEntries(parameters);
    const at = rank === undefined ? game.number - 1 : Number(rank);
    const asked = rank === undefined ? { archive: game.archive } : list;
    const from = Math.max(0, at - 1);
    const path = this.app.pathOf("api/games", { ...asked, from, limit: at - from + 2 });
    if (this.#listed === path || !Number.isInteger(at)) return;
    this.#listed = path;
    const had = document.activeElement.closest?.(".neighbours a")?.classList.contains("next");
    this.host.replaceChildren();
    try {
      const { games, total } = await this.app.ask(path, { signal });
      if (this.#listed !== path) return;
      const to = (by, text) => {
        const g = games[at + by - from];
        if (!g) return el("span", "like-button off", text);
        const next = link(text, this.app.hrefOf(`game/${g.id}`, rank === undefined ? {} : { ...list, rank: at + by }), `like-button ${by < 0 ? "previous" : "next"}`);
        next.title = `${g.white ?? "?"} – ${g.black ?? "?"}`;
        return next;
      };
      const where = el("span", "where", `${(at + 1).toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`);
      this.host.replaceChildren(to(-1, "‹ Previous"), where, to(1, "Next game ›"));
      if (had !== undefined) this.host.querySelector(had ? ".next" : ".previous")?.focus();
    } catch (err) {
      if (this.#listed === path) this.#listed = null;
      this.app.complain(err);
    }
  }
}
