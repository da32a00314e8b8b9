// What the games of a player say: score by colour and year, ratings, openings, opponents;
// of two players beside each other, with the games between them.
//
//	#/player?name=Carlsen&vs=Anand&query=&archive=

import { bar, figure } from "../shared/bars.js";
import { el, foreign, link, make } from "../shared/dom.js";
import { Graph } from "../shared/graph.js";
import { playerName, termOf } from "./terms.js";

const few = 15; // openings and opponents of a list

const sum = (a, b) => Object.fromEntries(Object.keys(a).map((k) => [k, a[k] + b[k]]));
const gamesOf = (s) => s.wins + s.draws + s.losses + s.other;
const plural = (n) => (n === 1 ? "1 game" : `${figure(n)} games`);
const dated = (date) => date.replaceAll(".??", "").replaceAll(".", "-");
const spanOf = ({ min, max, mean }) => (min === max ? `${min}` : `${min} to ${max}, mean ${mean}`);

// Months are places on a graph: 12 a year. Where only the year is known it is its middle.
const placeOf = ({ month }) => 12 * Number(month.slice(0, 4)) + (Number(month.slice(5)) || 7) - 1;

export function mount(host, app) {
  let stop = new AbortController();
  let at = {}; // what the address says
  let drawn = "";

  async function show(id, parameters) {
    const next = Object.fromEntries(["name", "vs", "query", "archive"].map((key) => [key, parameters.get(key) ?? ""]));
    const key = JSON.stringify(next);
    app.title(next.name);
    if (key === drawn) return;
    stop.abort();
    stop = new AbortController();
    const { signal } = stop;
    at = next;
    host.ariaBusy = "true";
    const report = (name, query = at.query) => app.ask(app.pathOf("api/player", { name, query, archive: at.archive, limit: 200 }), { signal });
    try {
      const both = [at.query, termOf("player", at.vs)].filter(Boolean).join(" ");
      const [one, other, met] = await Promise.all([report(at.name), ...(at.vs ? [report(at.vs), report(at.name, both)] : [])]);
      host.replaceChildren(...draw(one, other, met));
      drawn = key;
      app.announce([one, other].filter(Boolean).map((r) => `${nameOf(r)}: ${plural(r.games)}`).join(", "));
    } catch (err) {
      if (signal.aborted) return;
      drawn = "";
      host.replaceChildren(el("p", "said", "No report."));
      app.complain(err);
    } finally {
      if (!signal.aborted) host.removeAttribute("aria-busy");
    }
  }

  const nameOf = (report) => report.names[0]?.name ?? report.name;

  // Links: to games, and to other players.
  const games = (text, ...terms) => link(text, app.hrefOf("games", { query: [at.query, ...terms].filter(Boolean).join(" "), archive: at.archive }));
  const to = (name, more = {}) => app.hrefOf("player", { name, query: at.query, archive: at.archive, ...more });

  function draw(one, other, met) {
    const input = make("input", { id: "versus", autocomplete: "off", spellcheck: false, value: at.vs });
    input.setAttribute("list", "opponents");
    const form = make("form", { className: "versus", onsubmit: (e) => {
      e.preventDefault();
      app.go("player", { ...at, vs: input.value.trim() });
    } }, make("label", { htmlFor: input.id }, "Compare with"), input,
    make("datalist", { id: "opponents" }, ...one.opponents.map((o) => make("option", { value: playerName(o.name) }))), make("button", {}, "Compare"));
    const top = [];
    if (other) {
      top.push(el("section", "met", el("h2", "", "Against each other"),
        met.games ? table("With", [["White", met.white], ["Black", met.black], ["Both", sum(met.white, met.black)]].map(([side, score]) => [[`${nameOf(one)}, ${side}`], score]))
          : el("p", "said", "They have not met in these games."),
        met.games ? el("p", "", games(plural(met.games), termOf("player", at.name), termOf("opponent", at.vs))) : null));
    }
    const first = column(one, at.name);
    first.querySelector(".who").append(form);
    return [...top, el("div", other ? "two" : "one", first, other && column(other, at.vs))];
  }

  // column is the report of a player by a name.
  function column(report, name) {
    const asked = (side) => termOf(side, name);
    const against = (side) => app.hrefOf("analysis", { ply: 0, query: [at.query, asked(side)].filter(Boolean).join(" "), archive: at.archive, side: side === "white" ? "black" : "" });
    const { names, rating, opposition, years, openings, opponents, ratings } = report;
    const facts = [plural(report.games)];
    if (report.first) facts.push(report.first === report.last ? dated(report.first) : `${dated(report.first)} to ${dated(report.last)}`);
    if (rating) facts.push(`rated ${spanOf(rating)}`);
    if (opposition) facts.push(`opponents ${spanOf(opposition)}`);
    const head = el("div", "who", el("h2", "", foreign(nameOf(report))), el("p", "said", facts.join(" · ")),
      names.length > 1 ? el("p", "said", "Spellings: ", ...names.flatMap((n, i) => [i ? ", " : "", foreign(n.name), ` ${figure(n.games)}`])) : null);
    if (!report.games) {
      head.append(el("p", "abreast", games("Search for the name", name)));
      return el("article", "", head);
    }
    const ways = [games("Games", asked("player")), link("Prepare against White", against("white")), link("Prepare against Black", against("black"))];
    ways.forEach((a) => (a.className = "like-button"));
    ways[1].title = "What was played with White, in the explorer";
    ways[2].title = "What was played with Black, in the explorer";
    head.append(el("p", "abreast", ...ways));
    const section = (title, ...parts) => el("section", "", el("h3", "", title), ...parts);
    const score = [["White", report.white], ["Black", report.black], ["Both", sum(report.white, report.black)]];
    const byYear = years.map((y) => [[games(y.year, asked("player"), `date:${y.year}`)], sum(y.white, y.black), y.rating?.mean ?? ""]);
    const byOpening = (side) => openings[side].map((o) => [[games(`${o.eco} ${o.name}`.trim(), asked(side), termOf("opening", o.name))], o.score]);
    return el("article", "", head,
      section("Score", table("Colour", score.map(([side, s]) => [[side === "Both" ? side : games(side, asked(side.toLowerCase()))], s]))),
      ratings.length > 1 ? graph(ratings) : null,
      years.length ? section("Years", table("Year", byYear, "Rating")) : null,
      ...["white", "black"].map((side) => openings[side].length && section(`Openings as ${side === "white" ? "White" : "Black"}`, table("Opening", byOpening(side)))),
      opponents.length ? section("Opponents", table("Opponent", opponents.map((o) => [[opponent(o.name, name)], sum(o.white, o.black)]))) : null);
  }

  // opponent is the name of another player, whose report is compared.
  function opponent(name, of) {
    const a = link("", to(of, { vs: playerName(name) }));
    a.append(foreign(name));
    a.title = "Compare";
    return a;
  }

  // table lists scores: rows are [what, score, last]. A long one shows its first rows.
  function table(what, rows, last) {
    const body = make("tbody");
    const fill = (n) => body.replaceChildren(...rows.slice(0, n).map(([title, s, more]) => make("tr", {}, el("th", "", ...title),
      el("td", "n", figure(gamesOf(s))), el("td", "n", percent(s)), el("td", "", bar({ white: s.wins, draws: s.draws, black: s.losses }, ["won", "drawn", "lost"])), ...(last ? [el("td", "n", `${more}`)] : []))));
    fill(few);
    for (const th of body.querySelectorAll("th")) th.scope = "row";
    const heads = [[what], ["Games", "n"], ["%", "n"], ["Won / drawn / lost", "shares"], ...(last ? [[last, "n"]] : [])];
    const all = make("table", {}, make("caption", { className: "sr" }, what), make("thead", {}, make("tr", {}, ...heads.map(([text, className = ""]) => make("th", { scope: "col", className }, text)))), body);
    if (rows.length <= few) return el("div", "scores", all);
    const more = make("button", { type: "button", className: "more", onclick: () => {
      fill(rows.length);
      more.remove();
    } }, `All ${rows.length}`);
    return el("div", "scores", all, more);
  }

  const percent = (s) => {
    const finished = gamesOf(s) - s.other;
    return finished ? `${Math.round((100 * (s.wins + s.draws / 2)) / finished)}` : "";
  };

  // graph draws ratings by month. The keys of arrows walk through it.
  function graph(ratings) {
    const box = el("section", "graphs");
    const places = ratings.map(placeOf);
    const nearest = (x) => places.reduce((best, p, i) => (Math.abs(p - x) < Math.abs(places[best] - x) ? i : best), 0);
    const say = (x) => {
      const r = ratings[nearest(x)];
      return `${dated(r.month)}: ${spanOf(r)}`;
    };
    const of = new Graph(box, { name: "Ratings by month", go: (x) => of.mark(places[nearest(x)]), say });
    const [low, high] = [Math.min(...ratings.map((r) => r.min)), Math.max(...ratings.map((r) => r.max))];
    of.show({ from: places[0], to: places.at(-1), low: low - 10, high: high + 10, series: [{ kind: "eval", points: ratings.map((r, i) => [places[i], r.mean]) }] });
    of.mark(places.at(-1));
    of.svg.addEventListener("keydown", (e) => {
      const by = { ArrowLeft: -1, ArrowRight: 1, Home: -places.length, End: places.length }[e.key];
      if (!by) return;
      of.mark(places[Math.min(places.length - 1, Math.max(0, nearest(of.at) + by))]);
      e.preventDefault();
    });
    return box;
  }

  return {
    show,
    hide() {
      stop.abort();
    },
    focus: () => host.querySelector("a, input")?.focus({ preventScroll: true }),
  };
}
