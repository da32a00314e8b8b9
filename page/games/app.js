// The page: a search box, and below it one view at a time. What is shown is in the
// address behind #, so that the browser's buttons and bookmarks work:
//
//	#/games?query=...          a list of games (list.js)
//	#/game/1-17?ply=20&query=  one game (analysis.js)
//	#/analysis?play=e2e4&query= a board without a game, with what was played (analysis.js)
//	#/positions?pattern=       positions and patterns (positions.js)
//	#/player?name=&vs=         a player, or two (people.js)
//	#/files                    the files, and where their bytes are (files.js)
//
// A view is a module with mount(host, app), which returns {show, hide, focus}: show(id,
// parameters, name) draws what the address says, hide() stops what is under way, focus()
// puts the keys on what it shows. app is what views may use of the page.

import { addressOf, ask, load, pathOf } from "./api.js";
import { mount as mountList } from "./list.js";
import { mount as mountLost } from "./lost.js";
import { mount as mountSearch } from "./search.js";
import { hosted } from "./send.js";
import { button } from "../shared/dom.js";

const malformed = "malformed query: "; // how errors of the query begin

// corrected returns a query with the word that an error suggests, "" without one.
function corrected(query, { message, hint }) {
  const [, wrong] = /"([^"]+)"/.exec(message) ?? [];
  const [, right] = /^did you mean (.+?):?(?:\.\.\.)?\?$/.exec(hint) ?? [];
  if (!wrong || !right || !query.includes(wrong)) return "";
  return query.replace(right.endsWith("=") ? `${wrong}:` : wrong, () => right);
}

const $ = (id) => document.getElementById(id);

// The views by the first word of an address, and how they are loaded, and mount of those
// that are: most begin with the list.
const routes = { "": "games", games: "games", game: "analysis", analysis: "analysis", explore: "analysis", positions: "positions", player: "people", files: "files" };
const scripts = {
  analysis: () => import("./analysis.js"),
  positions: () => import("./positions.js"),
  people: () => import("./people.js"),
  files: () => import("./files.js"),
};
const mounts = { games: mountList, lost: mountLost };
const views = new Map(); // those that were shown, by name
let shown = null;

const app = {
  ask,
  load,
  static: hosted, // there is nothing but the page of games
  addressOf,
  pathOf,
  hrefOf: (view, parameters) => `#/${pathOf(view, parameters)}`,

  // go shows a view, as if its address had been entered; with replace the present one is
  // forgotten, with again it is shown also if it is the present one.
  go(view, parameters, { replace = false, again = false } = {}) {
    const address = app.hrefOf(view, parameters);
    if (address === location.hash && !again) return;
    history[replace || address === location.hash ? "replaceState" : "pushState"](null, "", address);
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

  // say tells what happened below the search box, and offers an action {text, act}; ""
  // takes it away.
  say(text, bad = false, action = null) {
    $("message").replaceChildren(text);
    if (action) {
      const b = button(action.text, () => {
        app.say("");
        action.act();
      });
      b.addEventListener("pointerdown", (e) => e.preventDefault()); // the keys stay where they are
      $("message").append(" ", b);
    }
    $("message").classList.toggle("bad", bad);
    $("query").removeAttribute("aria-invalid");
    if (text) app.announce(text);
  },

  // announce lets a screen reader say a text: this is the only place that does.
  announce(text) {
    $("live").textContent = text;
  },

  // complain says what went wrong, but for questions that were withdrawn.
  complain(err) {
    if (err.name === "AbortError") return;
    const query = err.message.startsWith(malformed);
    const meant = query && corrected($("query").value, err);
    app.say([err.message.slice(query ? malformed.length : 0), err.hint].filter(Boolean).join(" – "), true, meant ? { text: meant, act() {
      $("query").value = meant;
      $("search").requestSubmit();
    } } : null);
    if (query) $("query").setAttribute("aria-invalid", "true");
  },

  title(text) {
    document.title = text ? `${text} – chesszip` : "chesszip";
  },
};

// read takes the address apart: name is its first word, view what shows it.
function read() {
  const [path, text = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [name, ...rest] = path.split("/");
  const parameters = new URLSearchParams(text);
  const view = name === "explore" && parameters.has("setup") ? "positions" : Object.hasOwn(routes, name) ? routes[name] : "lost";
  return { name: name === "explore" ? view : name, view, id: rest.join("/"), parameters };
}

// loadView loads a view, and shows it unless the address has another by then.
async function loadView(view) {
  try {
    const { mount } = await scripts[view]();
    if (mounts[view]) return;
    mounts[view] = mount;
  } catch {
    app.say("A script of the page is missing: was chesszip serve ended?", true, { text: "Load the page again", act: () => location.reload() });
    return;
  }
  if (read().view === view) route();
}

// astray reports whether the keys are on nothing that is shown.
const astray = () => document.activeElement === document.body || Boolean(document.activeElement?.closest("[hidden]"));

function route() {
  const { name, view, id, parameters } = read();
  if (!mounts[view]) {
    void loadView(view);
    return;
  }
  const moved = shown !== null && shown !== view;
  if (moved) {
    views.get(shown).view.hide?.();
    views.get(shown).host.hidden = true;
  }
  if (!views.has(view)) {
    const host = document.createElement("section");
    host.className = `view ${view}`;
    $("view").append(host);
    views.set(view, { host, view: mounts[view](host, app) });
  }
  const to = views.get(view);
  to.host.hidden = false;
  shown = view;
  document.body.dataset.view = view;
  app.say("");
  search.show(parameters.get("query") ?? "");
  for (const link of document.querySelectorAll("nav a")) {
    const current = link.getAttribute("href") === `#/${name === "game" || name === "" ? "games" : name}`;
    if (current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  const drawn = to.view.show(id, parameters, name);
  // The keys go along, unless they are on what stays, such as the search box.
  if (moved && astray()) Promise.resolve(drawn).then(() => astray() && to.view.focus?.());
}

// A search is of the view that is shown if that counts or finds games, else of the list.
const search = mountSearch($("search"), app, (query) => {
  const { name, parameters } = read();
  for (const other of ["query", "rank"]) parameters.delete(other);
  const here = name === "analysis" || name === "positions";
  return app.go(here ? name : "games", { ...(here || name === "games" ? Object.fromEntries(parameters) : {}), query });
});

// The link over the header leads to the view, not to an address of its own.
document.querySelector(".skip").addEventListener("click", (e) => {
  e.preventDefault();
  const { view } = views.get(shown);
  if (view.focus) view.focus();
  else $("view").focus();
});

// Texts and files that are pasted or dropped are opened on the board.
const typing = (e) => e.target.closest?.("input, textarea, select, dialog");
addEventListener("paste", async (e) => {
  if (typing(e)) return;
  const [file] = e.clipboardData.files;
  const text = e.clipboardData.getData("text/plain");
  const { isChess, open, openFile } = await import("./open.js");
  if (file) return openFile(app, file);
  if (isChess(text)) return open(app, text).catch(app.complain);
  return app.say("The clipboard has neither PGN nor a FEN.", true);
});
addEventListener("dragover", (e) => e.preventDefault());
addEventListener("drop", async (e) => {
  if (typing(e)) return;
  e.preventDefault();
  const [file] = e.dataTransfer.files;
  const text = e.dataTransfer.getData("text/plain");
  const { open, openFile } = await import("./open.js");
  if (file) await openFile(app, file);
  else if (text) await open(app, text).catch(app.complain);
});

// "?" shows the keys.
const showKeys = async () => (await import("./keys.js")).show();
$("keys").addEventListener("click", showKeys);
addEventListener("keydown", (e) => {
  if (e.key !== "?" || e.ctrlKey || e.metaKey || e.altKey || typing(e)) return;
  e.preventDefault();
  void showKeys();
});

addEventListener("hashchange", route);
route();
