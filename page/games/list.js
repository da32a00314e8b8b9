// The list of games: as many rows as the window shows, asked for by pages, in an order
// that the archive can tell, beside how many games there are of each kind.

import { figure } from "../shared/bars.js";
import { button, el, link, visible } from "../shared/dom.js";
import { showChips } from "./chips.js";
import { mountFacets } from "./facets.js";
import { mountRows } from "./rows.js";
import { termsOf } from "./terms.js";

const pageSize = 100;
const mostPages = 40; // kept

// The columns: name, what it is sorted by, and whether the greatest comes first.
const columns = [
  ["white", "White", "white", false],
  ["white-elo", "Elo", "white-elo", true, "White's rating"],
  ["black", "Black", "black", false],
  ["black-elo", "Elo", "black-elo", true, "Black's rating"],
  ["result", "Result", "result", false],
  ["date", "Date", "date", true],
  ["eco", "ECO", "eco", false, "Code of the opening"],
  ["opening", "Opening"],
  ["plies", "Moves", "ply", true, "Moves of both players"],
  ["event", "Event"],
  ["round", "Round"],
];
const foreigners = ["white", "black", "opening", "event", "round"]; // texts of games

// said returns a text of a game, "" for one that says nothing.
const said = (text) => (/^\W*$/.test(text ?? "") ? "" : visible(text));


export function mount(host, app) {
  host.innerHTML = `
    <div class="top">
      <p class="count"></p>
      <p class="chips" hidden></p>
      <select class="archive" aria-label="File" hidden></select>
      <select class="sort" aria-label="Order"></select>
      <details class="menu"><summary>Download</summary><ul>
        <li><a class="pgn">PGN</a></li><li><a class="czip">.czip archive</a></li></ul></details>
    </div>
    <div class="columns">
      <details class="facets"><summary>Filters</summary><div class="panel"><h2 class="sr">Filters</h2></div></details>
      <div class="table" role="grid" tabindex="0" aria-label="Games" aria-colcount="${columns.length}">
        <div class="heads" role="rowgroup"><div class="row" role="row" aria-rowindex="1"></div></div>
        <div class="rows" role="rowgroup" tabindex="-1"></div>
      </div>
      <div class="empty" hidden></div>
    </div>`;
  const $ = (selector) => host.querySelector(selector);
  const grid = $(".table");
  let shown = null; // what the list is of: query, archive, sort
  let archives = null; // what /api/archives says
  let counted = null; // query of the list, as the files understand it, and archive
  let total = 0;
  let pages = new Map(); // by number, the last used last
  let asking = new Map(); // by number, with what withdraws them
  let wanted = [0, 0];
  let timer = 0;

  const facets = mountFacets($(".facets"), app, (query) => go({ query }));
  const rows = mountRows(grid, $(".rows"), { make, fill, seen, open: (rank) => $(`#row-${rank} a`)?.click() });
  heads();

  const go = (changes) => app.go("games", { query: app.query, archive: shown.archive, sort: shown.sort, ...changes });
  const address = (rank) => ({ query: shown.query, archive: shown.archive, sort: shown.sort, rank });

  // heads draws the names of the columns; what can be sorted by is a button.
  function heads() {
    $(".heads .row").replaceChildren(...columns.map(([name, title, key, descending, label]) => {
      const head = el("span", name);
      head.role = "columnheader";
      if (!sorts().includes(key)) {
        head.textContent = title;
        return head;
      }
      const up = shown?.sort === key;
      const down = shown?.sort === `-${key}`;
      head.ariaSort = up ? "ascending" : down ? "descending" : "none";
      const first = descending ? `-${key}` : key;
      const second = descending ? key : `-${key}`;
      head.append(button(title, () => go({ sort: { [first]: second, [second]: "" }[shown.sort] ?? first }), { name: label && `${title}: ${label}` }));
      return head;
    }));
    const choices = [["", "File order"]];
    for (const key of sorts()) {
      const title = { ply: "Length", eco: "ECO", elo: "Rating", "white-elo": "White’s rating", "black-elo": "Black’s rating" }[key] ?? key[0].toUpperCase() + key.slice(1);
      choices.push([key, `${title} ↑`], [`-${key}`, `${title} ↓`]);
    }
    $(".sort").replaceChildren(...choices.map(([value, text]) => new Option(text, value, false, value === (shown?.sort ?? ""))));
    $(".sort").hidden = choices.length < 2;
  }
  $(".sort").onchange = (e) => go({ sort: e.target.value });
  $(".archive").onchange = (e) => go({ archive: e.target.value });

  // sorts are the keys that all files of the list can be sorted by.
  function sorts() {
    const of = archives?.filter((a) => !shown?.archive || String(a.archive) === shown.archive) ?? [];
    return of.length ? (of[0].sorts ?? []).filter((key) => of.every((a) => a.sorts.includes(key))) : [];
  }

  async function askArchives() {
    archives = (await app.ask("api/archives")).archives;
    const choices = [new Option("All files", "")];
    for (const a of archives) choices.push(new Option(`${a.name} (${figure(a.games)})`, a.archive));
    $(".archive").replaceChildren(...choices);
    $(".archive").hidden = archives.length < 2;
  }

  function make() {
    const row = el("div", "row");
    row.role = "row";
    for (const [name] of columns) {
      const cell = el(foreigners.includes(name) ? "bdi" : "span", name);
      cell.role = "gridcell";
      cell.dir = "auto";
      row.append(cell);
    }
    // The link is as large as the row.
    const link = el("a");
    link.tabIndex = -1;
    link.draggable = false;
    row.firstChild.append(link);
    row.addEventListener("click", () => {
      const rank = Number(row.id.slice("row-".length));
      if (pages.has(Math.floor(rank / pageSize))) history.replaceState(null, "", app.hrefOf("games", address(rank)));
    });
    return row;
  }

  function fill(row, rank) {
    const game = pages.get(Math.floor(rank / pageSize))?.[rank % pageSize];
    row.classList.toggle("waiting", !game);
    const link = row.querySelector("a");
    if (game) link.href = app.hrefOf(`game/${game.id}`, address(rank));
    else link.removeAttribute("href");
    const texts = game ? [
      visible(game.white ?? "?"), game.whiteElo ?? "", visible(game.black ?? "?"), game.blackElo ?? "", resultOf(game.result),
      (game.date ?? "").replace(/(\.\?\?)+$/, ""), game.eco ?? "", said(game.openingName), game.plies ? String(Math.ceil(game.plies / 2)) : "",
      said(game.event), said(game.round),
    ] : columns.map(() => "");
    texts.forEach((text, i) => { (i ? row.children[i] : link).textContent = text; });
    row.querySelector(".opening").title = said(game?.openingName);
  }

  // seen asks for the pages in sight, at once where nothing is under way.
  function seen(first, last) {
    if (grid.ariaBusy) return; // another list is on its way
    wanted = [Math.floor(first / pageSize), Math.floor(last / pageSize)];
    clearTimeout(timer);
    for (const [n, stop] of asking) {
      if (n < wanted[0] || n > wanted[1]) stop.abort();
    }
    timer = setTimeout(askWanted, asking.size ? 60 : 0);
  }

  function askWanted() {
    for (let n = wanted[0]; n <= wanted[1]; n++) {
      if (!pages.has(n) && !asking.has(n)) askPage(n);
    }
  }

  async function askPage(n) {
    const stop = new AbortController();
    const of = shown;
    asking.set(n, stop);
    try {
      const answer = await app.ask(app.pathOf("api/games", { ...of, from: n * pageSize, limit: pageSize }), { signal: stop.signal });
      if (of !== shown) return null;
      pages.delete(n);
      pages.set(n, answer.games);
      if (pages.size > mostPages) pages.delete(pages.keys().next().value);
      rows.refill();
      return answer;
    } catch (err) {
      if (of === shown) app.complain(err);
      return null;
    } finally {
      if (asking.get(n) === stop) asking.delete(n);
    }
  }

  function withdraw() {
    clearTimeout(timer);
    for (const stop of asking.values()) stop.abort();
    asking = new Map();
  }

  // show draws the list of an address. Its rank is the row that the keys are on.
  async function show(id, parameters) {
    const next = Object.fromEntries(["query", "archive", "sort"].map((name) => [name, parameters.get(name) ?? ""]));
    const rank = parameters.has("rank") ? Math.max(0, Number(parameters.get("rank")) || 0) : -1;
    app.title(next.query || "Games");
    if (shown && Object.keys(next).every((k) => next[k] === shown[k]) && total) {
      rows.show(total, { rank: kept, chosen: rank });
      facets.show(counted);
      return;
    }
    withdraw();
    shown = next;
    pages = new Map();
    facets.hide();
    grid.ariaBusy = "true";
    const late = setTimeout(() => { $(".count").textContent = "Searching…"; }, 300);
    links();
    const files = archives ? null : askArchives().catch(app.complain);
    const answer = await askPage(Math.max(0, Math.floor(rank / pageSize)));
    await files;
    clearTimeout(late);
    if (shown !== next) return;
    grid.removeAttribute("aria-busy");
    $(".archive").value = shown.archive;
    heads();
    if (!answer) {
      total = 0;
      $(".count").textContent = "";
      $(".chips").hidden = true;
      rows.show(0);
      facets.show(null);
      return;
    }
    total = answer.total;
    $(".count").textContent = total === 1 ? "1 game" : `${figure(total)} games`;
    counted = { query: answer.query, archive: shown.archive };
    showChips($(".chips"), answer.query, (query) => go({ query }));
    const players = termsOf(answer.query).filter((t) => !t.negated && ["player", "white", "black"].includes(t.field));
    $(".chips").append(...players.map((t) => link(`About ${t.value.replace(/^=/, "")}`, app.hrefOf("player", { name: t.value, archive: shown.archive }), "about")));
    app.announce([$(".count").textContent, answer.understood].filter(Boolean).join(": "));
    grid.ariaRowCount = total + 1;
    empty(answer.hints ?? []);
    rows.show(total, { rank: Math.max(0, rank - 3), chosen: rank });
    requestAnimationFrame(() => performance.mark("drawn"));
    facets.show(counted);
  }

  // links are those of the downloads.
  function links() {
    for (const [selector, format] of [[".pgn", "pgn"], [".czip", "czip"]]) {
      $(selector).href = app.addressOf("api/download", { query: shown.query, archive: shown.archive, format });
      $(selector).download = "";
    }
    $(".menu").open = false;
  }

  // empty says what to do where no game is in the list.
  function empty(hints) {
    const box = $(".empty");
    box.hidden = total > 0;
    $(".menu").hidden = total === 0;
    if (total) return;
    box.replaceChildren(el("p", "", shown.query ? "No games match. Remove a term above." : "There are no games here."),
      ...hints.map(({ text, query }) => button(text, () => go({ query }), { className: "meant" })));
  }

  let kept = 0; // the first row in sight when the list was left
  return {
    show,
    focus() {
      grid.focus({ preventScroll: true });
      rows.begin();
    },
    hide() {
      kept = rows.first;
      withdraw();
      facets.hide();
    },
  };
}

// resultOf returns a result in few signs.
const resultOf = (result) => ({ "1/2-1/2": "½–½", "1-0": "1–0", "0-1": "0–1" })[result] ?? result ?? "";
