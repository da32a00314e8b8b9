// The page: a search box, and below it one view at a time. What is shown is in the
// address behind #, so that the browser's buttons and bookmarks work:
//
//	#/games?query=...          a list of games (list.js)
//	#/game/1-17?ply=20&query=  one game (game.js)
//	#/explore?play=e2e4&query= what was played from a position (explorer.js)
//	#/files                    the files, and where their bytes are (files.js)
//
// A view is a module with mount(host, app), which returns {show, hide}: show(id,
// parameters) draws what the address says, hide() stops what is under way. app is
// what views may use of the page.

import { addressOf, ask, pathOf } from "./api.js";
import { mount as mountList } from "./list.js";
import { mount as mountSearch } from "./search.js";
import { hosted } from "./send.js";

const malformed = "malformed query: "; // how errors of the query begin

const $ = (id) => document.getElementById(id);

// How views are loaded, and mount of those that are: most begin with the list.
const scripts = {
  games: null,
  game: () => import("./game.js"),
  explore: () => import("./explorer.js"),
  files: () => import("./files.js"),
};
const mounts = { games: mountList };
const views = new Map(); // those that were shown, by name
let shown = null;

const app = {
  ask,
  static: hosted, // there is nothing but the page of games
  addressOf,
  pathOf,
  hrefOf: (view, parameters) => `#/${pathOf(view, parameters)}`,

  // go shows a view, as if its address had been entered; with replace the present
  // one is forgotten.
  go(view, parameters, { replace = false } = {}) {
    const address = app.hrefOf(view, parameters);
    if (address === location.hash) return;
    history[replace ? "replaceState" : "pushState"](null, "", address);
    route();
  },

  // The query of the address that is shown, "" if it has none.
  get query() {
    return read().parameters.get("query") ?? "";
  },

  // The file of the address, "" for all.
  get archive() {
    return read().parameters.get("archive") ?? "";
  },

  // say tells what happened below the search box; "" takes it away.
  say(text, bad = false) {
    $("message").textContent = text;
    $("message").classList.toggle("bad", bad);
    $("query").removeAttribute("aria-invalid");
  },

  // complain says what went wrong, but for questions that were withdrawn.
  complain(err) {
    if (err.name === "AbortError") return;
    const query = err.message.startsWith(malformed);
    app.say([err.message.slice(query ? malformed.length : 0), err.hint].filter(Boolean).join(" – "), true);
    if (query) $("query").setAttribute("aria-invalid", "true");
  },

  title(text) {
    document.title = text ? `${text} – chesszip` : "chesszip";
  },
};

// read takes the address apart.
function read() {
  const [path, text = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [name, ...rest] = path.split("/");
  return { name: Object.hasOwn(scripts, name) ? name : "games", id: rest.join("/"), parameters: new URLSearchParams(text) };
}

// load loads a view, and shows it unless the address has another by then.
async function load(name) {
  try {
    const { mount } = await scripts[name]();
    if (mounts[name]) return;
    mounts[name] = mount;
  } catch {
    app.say("A script is missing: load the page again.", true);
    return;
  }
  if (read().name === name) route();
}

function route() {
  const { name, id, parameters } = read();
  if (!mounts[name]) {
    void load(name);
    return;
  }
  if (shown && shown !== name) {
    views.get(shown).view.hide?.();
    views.get(shown).host.hidden = true;
  }
  if (!views.has(name)) {
    const host = document.createElement("section");
    host.className = `view ${name}`;
    $("view").append(host);
    views.set(name, { host, view: mounts[name](host, app) });
  }
  const { host, view } = views.get(name);
  host.hidden = false;
  shown = name;
  app.say("");
  search.show(parameters.get("query") ?? "");
  for (const link of document.querySelectorAll("nav a")) {
    const current = link.getAttribute("href").startsWith(`#/${name === "game" ? "games" : name}`);
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  view.show(id, parameters);
}

// A search is of the view that is shown if it has a query, else of the list.
const search = mountSearch($("search"), app, (query) => {
  const { name, parameters } = read();
  for (const other of ["query", "rank"]) parameters.delete(other);
  const view = name === "explore" ? name : "games";
  return app.go(view, { ...(view === name ? Object.fromEntries(parameters) : {}), query });
});

// The link over the header leads to the view, not to an address of its own.
document.querySelector(".skip").addEventListener("click", (e) => {
  e.preventDefault();
  (views.get(shown).host.querySelector("[tabindex='0']") ?? $("view")).focus();
});

addEventListener("hashchange", route);
route();
