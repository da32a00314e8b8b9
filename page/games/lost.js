// The page of an address that there is not.

import { el, link } from "../shared/dom.js";

export const mount = (host, app) => ({
  show() {
    app.title("No such page");
    host.replaceChildren(el("div", "fault", el("h2", "", "There is no such page"),
      el("p", "", `The address ends with ${decoded(location.hash)}; the views are these:`),
      el("p", "abreast", link("Games", "#/games", "like-button"), link("Analysis", "#/analysis", "like-button"), link("Positions", "#/positions", "like-button"), link("Files", "#/files", "like-button"))));
    app.announce("There is no such page");
  },
  focus: () => host.querySelector("a").focus(),
});

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
