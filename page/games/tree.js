// The table of moves from a position, and sample games.

import { bar, figure } from "../shared/bars.js";
import { foreign, make } from "../shared/dom.js";

const sum = ({ white, draws, black, other }) => white + draws + black + other;

const percent = (n, of) => (n * 2000 < of ? "<0.1%" : `${((100 * n) / of).toFixed(n * 10 < of ? 1 : 0)}%`);

// gameItem returns a list item that leads to a game at a ply; note is what is said of it.
export function gameItem(app, game, { ply, query, note = "", act }) {
  const player = (name, elo) => make("span", { className: "who" }, foreign(name || "?"), make("small", {}, elo ? ` ${elo}` : ""));
  const link = make("a", { href: app.hrefOf(`game/${game.id}`, { ply, query }) },
    make("span", { className: "by" }, note),
    player(game.white, game.whiteElo), player(game.black, game.blackElo),
    make("span", { className: "result" }, { "1/2-1/2": "½–½", "1-0": "1–0", "0-1": "0–1" }[game.result] ?? "*"),
    make("span", { className: "when" }, (game.date ?? "").slice(0, 4)));
  if (act) link.addEventListener("click", act);
  return make("li", {}, link);
}

// Where an answer's games were looked at, in words.
function lookedAt({ stored, indexed, decoded }) {
  const ways = [[stored, "by the archive’s table of openings"], [indexed, "by the index of moves"], [decoded, "by decoding them"]];
  const said = ways.filter(([n]) => n).map(([n, how]) => `${figure(n)} ${how}`);
  return said.length ? `Games looked at: ${said.join(", ")}.` : "";
}

// mountTree returns {show, busy, clear}. play(move) is called for a move that is chosen,
// point(move) while one is pointed at, then point(null).
export function mountTree(host, { play, point }) {
  const heads = [["Move"], ["Games", "n"], ["Share", "n"], ["White / draw / Black", "shares"], ["Rating", "n"], ["Perf.", "n perf"], ["Last", "n"], ["Leads to", "name"]];
  const rows = make("tbody");
  const foot = make("tfoot");
  const looked = make("p", { className: "looked" });
  const table = make("table", {},
    make("caption", { className: "sr" }, "Moves from this position"),
    make("thead", {}, make("tr", {}, ...heads.map(([text, kind = ""]) => make("th", { scope: "col", className: kind }, text)))),
    rows, foot);
  host.append(table, looked);

  const cells = (what, n, of, { averageRating, performance, lastYear } = {}) => [
    make("td", { className: "n" }, figure(n)), make("td", { className: "n" }, percent(n, of)), make("td", {}, bar(what)),
    make("td", { className: "n" }, `${averageRating ?? ""}`), make("td", { className: "n perf" }, `${performance ?? ""}`),
    make("td", { className: "n" }, `${lastYear ?? ""}`)];

  function rowOf(move, all, opening) {
    const button = make("button", { type: "button", onfocus: () => point(move), onblur: () => point(null) }, move.san);
    button.dataset.uci = move.uci;
    const name = move.opening && move.opening.name !== opening?.name ? move.opening.name : "";
    return make("tr", { onclick: () => play(move), onpointerenter: () => point(move), onpointerleave: () => point(null) },
      make("th", { scope: "row" }, button), ...cells(move, sum(move), all, move), make("td", { className: "name", title: name }, name));
  }

  // The arrows up and down walk through the moves.
  rows.addEventListener("keydown", (e) => {
    const step = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[e.key];
    if (!step) return;
    e.target.closest("tr")[step]?.querySelector("button").focus();
    e.preventDefault();
  });

  return {
    // show draws an answer of api/explore; games that were counted and of which no move
    // is known ended here.
    show(answer) {
      const all = sum(answer);
      table.className = answer.moves.some((m) => m.opening && m.opening.name !== answer.opening?.name) ? "" : "unnamed";
      const focused = rows.contains(document.activeElement);
      rows.replaceChildren(...answer.moves.map((m) => rowOf(m, all, answer.opening)));
      foot.replaceChildren(...(all ? [make("tr", {}, make("th", { scope: "row" }, "All"), ...cells(answer, all, all), make("td", { className: "name" }))] : []));
      table.hidden = !answer.moves.length;
      looked.replaceChildren(lookedAt(answer.looked));
      const { decoded } = answer.looked;
      if (decoded > 1000) looked.append(" An archive made with ", make("code", {}, "chesszip --index players,openings"), " answers sooner.");
      if (focused) rows.querySelector("button")?.focus({ preventScroll: true });
    },
    busy(yes) {
      host.setAttribute("aria-busy", String(yes));
    },
    clear() {
      rows.replaceChildren();
      foot.replaceChildren();
      looked.textContent = "";
      table.hidden = true;
    },
  };
}
