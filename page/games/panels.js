// Panels of which one is shown, with tabs to choose it.

import { button, el } from "../shared/dom.js";

let made = 0;

export class Panels {
  #items; // {name, body, show}
  #chosen = null;

  // items are {name, body, show}: show() is called whenever a panel comes into sight.
  constructor(host, items) {
    this.#items = items;
    this.bar = el("div", "tabs");
    this.bar.role = "tablist";
    this.bar.ariaLabel = "About the position and the game";
    const prefix = `panels${made++}`;
    for (const item of items) {
      const tab = button(item.name, () => this.choose(item.name));
      tab.role = "tab";
      tab.id = `${prefix}-${item.name}`;
      item.tab = tab;
      item.body.role = "tabpanel";
      item.body.id = `${tab.id}-panel`;
      item.body.tabIndex = 0;
      item.body.hidden = true;
      item.body.setAttribute("aria-labelledby", tab.id);
      tab.setAttribute("aria-controls", item.body.id);
      this.bar.append(tab);
    }
    host.append(this.bar, ...items.map((item) => item.body));
    this.bar.addEventListener("keydown", (e) => {
      const there = items.filter((item) => !item.tab.hidden);
      const at = there.findIndex((item) => item.name === this.#chosen);
      const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: there.length - 1 }[e.key];
      if (to === undefined) return;
      const item = there[(to + there.length) % there.length];
      this.choose(item.name);
      item.tab.focus();
      e.preventDefault();
    });
  }

  get chosen() {
    return this.#chosen;
  }

  // offer says which panels there are.
  offer(names) {
    for (const item of this.#items) item.tab.hidden = !names.includes(item.name);
    this.bar.hidden = names.length < 2;
  }

  choose(name) {
    this.#chosen = name;
    for (const item of this.#items) {
      const on = item.name === name;
      item.tab.ariaSelected = String(on);
      item.tab.tabIndex = on ? 0 : -1;
      item.body.hidden = !on;
      if (on) item.show?.();
    }
  }
}
