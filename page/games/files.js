// The files, and where their bytes are.

import { figure } from "../shared/bars.js";
import { button, el, foreign, link } from "../shared/dom.js";

const few = 12; // columns that are shown at first

// The kinds of columns, in the order of the bar, with what they are for.
const groups = [
  ["moves", "Moves", "the moves played, and how many there are"],
  ["tags", "Tags", "players, dates, events, ratings, openings"],
  ["comments", "Comments", "comments, variations, clocks and evaluations"],
  ["layout", "Layout", "how the text departs from its own style, for the same bytes back"],
  ["index", "Index", "what makes searches and the explorer fast; games need none of it"],
  ["rest", "Frames", "headers, checksums and the container's directory"],
];

// groupOf returns the kind of a column by its name.
function groupOf(name) {
  if (name.startsWith("index:")) return "index";
  if (name.startsWith("[") || /tags/.test(name)) return "tags";
  if (/layout|stored|text/.test(name)) return "layout";
  if (/comment|words|variation|clock|eval/.test(name)) return "comments";
  return "moves";
}

function bytes(n) {
  for (const [unit, of] of [["GB", 1e9], ["MB", 1e6], ["kB", 1e3]]) {
    if (n >= of) return `${(n / of).toPrecision(3)} ${unit}`;
  }
  return `${n} bytes`;
}

const percent = (part, all) => `${(100 * part / Math.max(1, all)).toFixed(part / all >= 0.0995 ? 0 : 1)} %`;

export function mount(host, app) {
  let stop = null;
  let done = false;

  async function show() {
    app.title("Files");
    if (done) return;
    stop = new AbortController();
    try {
      const { archives } = await app.ask("api/archives", { signal: stop.signal });
      host.replaceChildren(...archives.map((a) => card(a, archives.length)));
      await Promise.all(archives.map(async (a, i) => {
        const { columns } = await app.ask(`api/archives/${a.archive}/columns`, { signal: stop.signal });
        host.children[i].append(...whereBytesAre(a, columns));
      }));
      done = true;
    } catch (err) {
      app.complain(err);
    }
  }

  // card is what is known of a file as a whole.
  function card(a, of) {
    const facts = el("dl");
    const fact = (title, value, note) => facts.append(el("div", "", el("dt", "", title), el("dd", "", value), note && el("dd", "soft", note)));
    fact("Games", figure(a.games), `in ${figure(a.frames)} ${a.frames === 1 ? "frame" : "frames"}`);
    fact("In the file", bytes(a.bytes), a.games ? `${(a.bytes / a.games).toFixed(1)} bytes a game` : "");
    if (a.level === "text") {
      fact("Level", "PGN", "not compressed");
    } else {
      fact("As PGN", bytes(a.input), `${(a.input / Math.max(1, a.bytes)).toFixed(1)} times as much`);
      fact("Level", a.level, "how moves are stored");
    }
    fact("State", a.intact ? "Intact" : "Damaged", a.intact ? "no part is missing" : "chesszip verify says what is lost");
    if (!a.intact) facts.lastChild.classList.add("bad");
    return el("article", "file", el("h2", "", foreign(a.name)), facts, link("Its games", app.hrefOf("games", of > 1 ? { archive: a.archive } : {})));
  }

  // whereBytesAre draws a bar of the kinds of columns, and below it the columns.
  function whereBytesAre(a, columns) {
    if (!columns.length) return [el("p", "soft", "PGN has no columns: chesszip makes it an archive.")];
    const sums = new Map(groups.map(([key]) => [key, 0]));
    for (const c of columns) sums.set(groupOf(c.name), sums.get(groupOf(c.name)) + c.bytes);
    const known = columns.reduce((n, c) => n + c.bytes, 0);
    const bare = a.bytes - sums.get("index");
    sums.set("rest", Math.max(0, a.bytes - known));
    const there = groups.filter(([key]) => sums.get(key));
    const strip = el("div", "strip");
    strip.role = "img";
    strip.ariaLabel = there.map(([key, title]) => `${title} ${percent(sums.get(key), a.bytes)}`).join(", ");
    const legend = el("ul", "legend");
    for (const [key, title, about] of there) {
      const part = el("i", key);
      part.style.flexGrow = sums.get(key);
      part.title = `${title}: ${bytes(sums.get(key))}`;
      strip.append(part);
      legend.append(el("li", "", el("i", key), el("b", "", title),
        el("span", "size", `${bytes(sums.get(key))} · ${percent(sums.get(key), a.bytes)}`), el("span", "soft", about),
        a.games > 0 && el("span", "each", `${(sums.get(key) / a.games).toFixed(2)} bytes a game`)));
    }
    const list = el("ul", "sizes");
    const draw = (all) => {
      const shown = columns.slice(0, all ? columns.length : few);
      list.replaceChildren(...shown.map((c) => {
        const fill = el("i", groupOf(c.name));
        fill.style.width = `${100 * c.bytes / columns[0].bytes}%`;
        return el("li", "", foreign(c.name), el("span", "track", fill), el("span", "size", figure(c.bytes)), el("span", "each", percent(c.bytes, a.bytes)));
      }));
      if (columns.length <= few) return;
      list.append(el("li", "", button(all ? "Fewer" : `All ${columns.length} columns`, () => draw(!all), { className: "more" })));
    };
    draw(false);
    const without = sums.get("index") > 0
      && el("p", "", `Without its index the file would take ${bytes(bare)}: the PGN takes ${(a.input / bare).toFixed(1)} times as much.`);
    return [el("h3", "", "What the bytes are for"), strip, legend, ...(without ? [without] : []), el("h3", "", "Columns, in bytes"), list];
  }

  return {
    show,
    hide() {
      stop?.abort();
    },
  };
}
