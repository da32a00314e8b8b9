// Games with a pattern on the board, looked for step by step: each question looks at so
// many games, so that the list grows while it is looked for and can be stopped.

import { figure } from "../shared/bars.js";
import { make } from "../shared/dom.js";
import { gameItem } from "./tree.js";

const page = 50; // games that are listed at once

// A step takes about this long, in milliseconds.
const stepTime = 400;

const plural = (n) => (n === 1 ? "1 game" : `${figure(n)} games`);

export class Hits {
  #asked = null; // {pattern, query, archive}
  #under = null; // what ends the question under way
  #left = false; // whether it was left while it looked
  #look = 4096; // games of a step

  constructor(host, app) {
    this.app = app;
    this.bar = make("progress", { max: 1, "aria-label": "Games looked at" });
    this.said = make("p", { className: "said" });
    const button = (text, act) => make("button", { type: "button", hidden: true, onclick: act }, text);
    this.halt = button("Stop", () => this.stop());
    this.more = button("Show more", () => this.#list());
    this.count = button("Count all", () => this.#count());
    this.list = make("ol", { className: "hits" });
    host.append(make("div", { className: "progress" }, this.said, this.bar, this.halt), this.list,
      make("p", { className: "abreast" }, this.more, this.count));
  }

  // find begins anew, or goes on with what is shown already.
  find(asked) {
    const left = this.#left;
    this.#left = false;
    if (JSON.stringify(asked) === JSON.stringify(this.#asked)) {
      if (left) this.#list();
      return;
    }
    this.clear();
    this.#asked = asked;
    this.#list();
  }

  clear() {
    this.stop();
    this.#asked = null;
    Object.assign(this, { after: null, looked: 0, total: 0, listed: 0, counted: null });
    this.list.replaceChildren();
    this.said.textContent = "";
    this.#buttons();
  }

  // stop withdraws the question; what was found stays.
  stop() {
    this.#under?.abort();
  }

  // leave is stop until the same is wanted again.
  leave() {
    this.#left = Boolean(this.#under);
    this.stop();
  }

  async #list() {
    const goal = this.listed + page;
    await this.#steps(() => this.listed < goal, () => ({ limit: goal - this.listed }), (answer) => {
      this.list.append(...answer.games.map((g) => gameItem(this.app, g, { ply: g.ply, query: this.#asked.query, note: `${(g.ply >> 1) + 1}${g.ply % 2 ? "…" : "."}` })));
      this.listed += answer.games.length;
    });
  }

  // count goes through the games behind those that are listed.
  async #count() {
    const from = this.after;
    this.counted = this.listed;
    if (await this.#steps(() => true, () => ({ limit: 0, count: true }), (answer) => {
      this.counted += answer.count;
    })) this.looked = this.total;
    else this.counted = null;
    this.after = from;
    this.#tell();
    this.#buttons();
  }

  // steps asks step by step while more is wanted, and reports whether it came to the end.
  async #steps(wanted, what, take) {
    this.stop();
    const under = (this.#under = new AbortController());
    this.#buttons(true);
    this.bar.hidden = false;
    let failed = null;
    try {
      do {
        const begun = performance.now();
        const answer = await this.app.ask(this.app.pathOf("api/find", { ...this.#asked, after: this.after, look: this.#look, ...what() }), { signal: under.signal });
        if (under !== this.#under) return false;
        Object.assign(this, { after: answer.after, looked: answer.looked, total: answer.total });
        take(answer);
        const rate = stepTime / Math.max(1, performance.now() - begun);
        this.#look = Math.round(Math.min(262144, Math.max(1024, this.#look * Math.min(4, rate))));
        this.#tell();
      } while (this.after && wanted());
    } catch (err) {
      failed = err;
    }
    if (under !== this.#under) return false;
    this.#under = null;
    this.bar.hidden = true;
    this.#tell(failed);
    this.#buttons();
    this.app.announce(this.said.textContent);
    return !failed && !this.after;
  }

  #tell(failed) {
    this.bar.value = this.total ? this.looked / this.total : 0;
    const far = this.after ? `looked at ${figure(this.looked)} of ${plural(this.total)}` : `of ${figure(this.total)}`;
    let text = `${plural(this.listed)} found${this.after || this.looked ? `, ${far}` : ""}.`;
    if (this.counted !== null) text = `${plural(this.counted)} counted, ${far}.`;
    if (failed?.name === "AbortError") text += " Stopped.";
    else if (failed?.status === 503) text += ` ${failed.message}: wait a moment and go on, or ask for less by a query.`;
    else if (failed) text = [failed.message, failed.hint].filter(Boolean).join(": ");
    this.said.textContent = text;
    this.said.classList.toggle("bad", Boolean(failed) && failed.name !== "AbortError");
  }

  #buttons(busy = false) {
    this.halt.hidden = !busy;
    const open = !busy && this.#asked && (this.after || (!this.looked && !this.listed));
    this.more.hidden = !open;
    this.more.textContent = this.listed && this.listed % page === 0 ? "Show more" : "Go on";
    this.count.hidden = !open || !this.after || this.counted !== null;
    this.bar.hidden = !busy;
  }
}
