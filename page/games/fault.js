// What is shown in place of a view that cannot be: what happened, and where to go on.

import { button, el, link, make } from "../shared/dom.js";

// fault fills host. title says what happened, err why. fen is the FEN that was asked for,
// which can be corrected; pgn is the path of a text that can be had instead; again tries
// once more.
export function fault(host, app, { title, err, fen, pgn, again }) {
  const text = err.message.replace(/^board: /, "");
  const ways = el("p", "abreast");
  host.replaceChildren(el("h2", "", title), el("p", "", [text, err.hint].filter(Boolean).join(" – ")));
  if (fen !== undefined && fen !== "") {
    const input = make("input", { id: "fault-fen", value: fen, spellcheck: false, autocomplete: "off", maxLength: 120 });
    host.append(make("form", { className: "fen", onsubmit: (e) => {
      e.preventDefault();
      app.go("analysis", { fen: input.value.trim() }, { again: true });
    } }, make("label", { htmlFor: input.id }, "FEN"), input, make("button", { className: "main" }, "Show")));
    ways.append(link("Set up a position", app.hrefOf("positions"), "like-button"));
  }
  if (pgn) {
    const a = link("Download PGN", app.addressOf(pgn), "like-button");
    a.download = "";
    ways.append(a);
  } else if (again && fen === undefined || err.status === 0) ways.append(button("Try again", again));
  ways.append(link("All games", app.hrefOf("games"), "like-button"), link("Empty board", app.hrefOf("analysis", { ply: 0 }), "like-button"));
  host.append(ways);
  host.hidden = false;
  app.announce(`${title}. ${text}`);
}
