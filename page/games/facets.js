// How many games of the list there are by year, result, rating, opening, player and event.
// What is chosen becomes a term of the query; the counts of a kind are those without its
// own terms, so that one sees what else could be chosen. Players are those of the list:
// the opponents of the one that was chosen among them.

import { figure } from "../shared/bars.js";
import { button, el, foreign } from "../shared/dom.js";
import { asked, asking, playerName, termOf, valuesOf, without } from "./terms.js";

const few = 10; // openings that are shown at first
const fewNames = 8;
const mostBins = 50;
const room = 26; // letters of a name that a line has room for

// short returns the end of the name of an opening that has no room: English Attack.
function short(name) {
  const parts = name.split(/[:,] /);
  while (parts.length > 1 && parts.join(", ").length > room) parts.shift();
  return parts.length === name.split(/[:,] /).length ? name : parts.join(", ");
}

// mountFacets draws into a details element; go is called with a new query.
export function mountFacets(box, app, go) {
  const panel = box.querySelector(".panel");
  const wide = matchMedia("(min-width: 60rem)");
  let stop = null;
  let of = null; // what is to be shown
  let done = null; // what is shown
  let busy = null; // what is asked for
  let all = false; // openings, not few

  const parts = {
    date: histogram("Years", "year", 1, (a) => a.years.filter((y) => y.year).map((y) => [y.year, y.games])),
    result: section("Results"),
    elo: histogram("Ratings", "rating", 100, (a) => a.ratings.filter((r) => r.from).map((r) => [r.from, r.games])),
    eco: section("Openings"),
  };
  const named = { player: names("Players"), event: names("Events") };
  panel.append(...[...Object.values(parts), ...Object.values(named)].map((p) => p.element));
  parts.elo.element.append(el("p", "soft", "Bars count the mean of both; a range asks for both players."));

  box.addEventListener("toggle", () => box.open && ask());
  // Where no server counts, counting reads much of the archive: only who opens them asks.
  const fit = () => { box.open = wide.matches && !app.static; };
  wide.addEventListener("change", fit);
  fit();

  async function ask() {
    if (!of || of === done || of === busy || !box.open) return;
    const now = of;
    busy = of;
    stop = new AbortController();
    const question = (query) => app.ask(app.pathOf("api/facets", { query, archive: now.archive }), { signal: stop.signal });
    try {
      const whole = question(now.query);
      const answers = await Promise.all(Object.keys(parts).map((field) =>
        (asked(now.query, field).length ? question(without(now.query, (t) => t.field === field && !t.negated)) : whole)));
      if (now !== of) return;
      Object.keys(parts).forEach((field, i) => parts[field].draw(answers[i], asked(now.query, field)));
      panel.hidden = false;
      await askNames(now);
      if (now !== of) return;
      panel.classList.remove("waiting");
      done = now;
    } catch (err) {
      app.complain(err);
    }
    if (busy === now) busy = null;
  }

  async function askNames(now) {
    const question = (query) => app.ask(app.pathOf("api/names", { query, archive: now.archive, limit: fewNames }), { signal: stop.signal });
    const other = without(now.query, (t) => t.field === "event" && !t.negated);
    const [whole, events] = await Promise.all([question(now.query), other === now.query ? null : question(other)]);
    if (now !== of) return;
    // The second player that is chosen is the opponent of the first.
    const players = ["player", "opponent"].flatMap((field) => valuesOf(now.query, field));
    named.player.draw(whole.players, playerName, players, (chosen) => chosen.map((name, i) => termOf(i ? "opponent" : "player", name)), ["player", "opponent"]);
    const exactly = (name) => `=${name}`;
    named.event.draw((events ?? whole).events, exactly, valuesOf(now.query, "event"), (chosen) => chosen.slice(-1).map((name) => termOf("event", name)), ["event"]);
  }

  const choose = (field, values) => go(asking(of.query, field, values));

  function toggle(field, values, value) {
    choose(field, values.includes(value) ? values.filter((v) => v !== value) : [...values, value]);
  }

  // names is a list of the most frequent names. valueOf gives what a query asks for of one;
  // chosen are the values that it asks for, termsFor those of other values, and fields
  // theirs.
  function names(title) {
    const list = el("ul");
    const element = el("section", "", el("h3", "", title), list);
    return {
      element,
      draw(all, valueOf, chosen, termsFor, fields) {
        const most = Math.max(1, ...all.map((n) => n.games));
        list.replaceChildren(...all.map(({ name, games }) => {
          const value = valueOf(name);
          const pressed = chosen.includes(value);
          return el("li", "", bar("", name, games, most, pressed, () => {
            const rest = without(of.query, (t) => fields.includes(t.field) && !t.negated);
            go([rest, ...termsFor(pressed ? chosen.filter((v) => v !== value) : [...chosen, value])].filter(Boolean).join(" "));
          }));
        }));
        element.hidden = !all.length;
      },
    };
  }

  // section is a list of buttons with bars.
  function section(title) {
    const list = el("ul");
    const element = el("section", "", el("h3", "", title), list);
    return {
      element,
      draw(answer, values) {
        (title === "Results" ? results : openings)(list, answer, values);
        element.hidden = !list.querySelector("button");
      },
    };
  }

  function bar(text, title, games, most, pressed, onclick) {
    const item = button("", onclick, { className: "facet" });
    item.ariaPressed = pressed;
    item.title = [text, title].filter(Boolean).join(" ");
    const fill = el("i");
    fill.style.width = `${(100 * games) / Math.max(1, most)}%`;
    item.append(el("span", "label", text), foreign(text ? short(title) : title, "span", "name"), el("span", "games", figure(games)), fill);
    return item;
  }

  function results(list, { results: counts }, values) {
    const chosen = values.map((v) => ({ white: "1-0", black: "0-1", draw: "1/2-1/2", "1/2": "1/2-1/2", unfinished: "*" })[v] ?? v);
    const titles = { "1-0": "White won", "1/2-1/2": "Draw", "0-1": "Black won", "*": "Unfinished" };
    const most = Math.max(...counts.map((c) => c.games));
    list.replaceChildren(...Object.entries(titles).flatMap(([result, title]) => {
      const games = counts.find((c) => c.result === result)?.games ?? 0;
      if (!games && !chosen.includes(result)) return [];
      return [el("li", "", bar("", title, games, most, chosen.includes(result), () => toggle("result", chosen, result)))];
    }));
  }

  function openings(list, answer, values) {
    const counts = answer.openings.filter((o) => o.eco);
    const letters = [..."ABCDE"].map((letter) => [letter, counts.filter((o) => o.eco[0] === letter).reduce((n, o) => n + o.games, 0)]);
    const most = Math.max(1, ...letters.map(([, games]) => games));
    const row = el("li", "letters");
    for (const [letter, games] of letters) {
      if (!games && !values.includes(letter)) continue;
      row.append(bar(letter, "", games, most, values.includes(letter), () => toggle("eco", values.filter((v) => v[0] !== letter || v === letter), letter)));
    }
    const open = values.filter((v) => v.length < 3);
    const within = counts.filter((o) => !open.length || open.some((v) => o.eco.startsWith(v)) || values.includes(o.eco));
    within.sort((a, b) => values.includes(b.eco) - values.includes(a.eco) || b.games - a.games);
    const shown = within.slice(0, all ? within.length : few);
    const top = Math.max(1, ...shown.map((o) => o.games));
    list.replaceChildren(row, ...shown.map((o) => el("li", "", bar(o.eco, o.name ?? "", o.games, top, values.includes(o.eco),
      () => toggle("eco", values.filter((v) => v === o.eco || !o.eco.startsWith(v)), o.eco)))));
    if (within.length <= few) return;
    list.append(el("li", "", button(all ? "Fewer" : `All ${within.length} codes`, () => {
      all = !all;
      openings(list, answer, values);
    }, { className: "more" })));
  }

  // histogram counts numbers in classes of equal width, over which a range can be drawn;
  // the two numbers below it do the same by keys. countsOf gives [number, games].
  function histogram(title, unit, step, countsOf) {
    const field = unit === "year" ? "date" : "elo";
    const bins = el("div", "histogram");
    const inputs = ["From", "To"].map((which) => {
      const input = el("input");
      input.inputMode = "numeric";
      input.maxLength = 4;
      input.ariaLabel = `${which} ${unit}`;
      input.onchange = () => pick(inputs.map((i) => i.value.replace(/\D/g, "")));
      return input;
    });
    const clear = button("×", () => choose(field, []), { name: `Any ${unit}`, className: "clear" });
    const element = el("section", "", el("h3", "", title), bins, el("div", "ends", inputs[0], "–", inputs[1], clear));
    let from = -1; // bin at which a drag began

    const pick = ([low, high]) => choose(field, low || high ? [low === high ? low : `${low}-${high}`] : []);
    const binAt = (x) => {
      const box = bins.getBoundingClientRect();
      return Math.max(0, Math.min(bins.children.length - 1, Math.floor(((x - box.left) / box.width) * bins.children.length)));
    };
    const range = (a, b) => [bins.children[Math.min(a, b)].dataset.from, bins.children[Math.max(a, b)].dataset.to];
    const mark = ([low, high]) => {
      for (const bin of bins.children) {
        bin.classList.toggle("in", (low || high) !== "" && Number(bin.dataset.to) >= Number(low || 0) && Number(bin.dataset.from) <= Number(high || 9999));
      }
    };
    bins.addEventListener("pointerdown", (e) => {
      if (e.button || !bins.children.length) return;
      from = binAt(e.clientX);
      bins.setPointerCapture(e.pointerId);
      e.preventDefault();
      move(e);
    });
    const move = (e) => {
      if (from < 0) return;
      const both = range(from, binAt(e.clientX));
      mark(both);
      inputs.forEach((input, i) => { input.value = both[i]; });
    };
    bins.addEventListener("pointermove", move);
    bins.addEventListener("pointerup", (e) => {
      if (from < 0) return;
      const both = range(from, binAt(e.clientX));
      from = -1;
      pick(both);
    });
    bins.addEventListener("pointercancel", () => { from = -1; });

    function draw(answer, values) {
      const counts = countsOf(answer);
      element.hidden = !counts.length && !values.length;
      const all = binsOf(counts, step);
      const most = Math.max(1, ...all.map((b) => b.games));
      bins.replaceChildren(...all.map(({ low, high, games, odd }) => {
        const fill = el("i");
        if (games) fill.style.height = `max(2px, ${(100 * games) / most}%)`;
        const bin = el("div", odd ? "odd" : "", fill);
        Object.assign(bin.dataset, { from: low, to: high });
        bin.title = `${low === high ? low : `${low}–${high}`}: ${figure(games)}`;
        return bin;
      }));
      const ends = values.length === 1 ? /^(\d*)(-|\+|\.\.)?(\d*)$/.exec(values[0]) : null;
      const chosen = ends ? [ends[1], ends[2] ? ends[3] : ends[1]] : ["", ""];
      inputs.forEach((input, i) => {
        input.value = chosen[i];
        input.placeholder = counts.length ? [counts[0][0], counts.at(-1)[0] + step - 1][i] : "";
      });
      clear.hidden = !values.length;
      mark(chosen);
    }
    return { element, draw };
  }

  return {
    // show shows the counts of a list: its query and archive; null shows none.
    show(list) {
      of = list;
      if (!of) done = null;
      panel.hidden = !done;
      panel.classList.toggle("waiting", box.open && of && of !== done);
      ask();
    },
    hide() {
      stop?.abort();
      busy = null;
    },
  };
}

// binsOf returns classes of equal width of numbers with their games, at most mostBins.
// A few games far from all others, such as those of a mistyped year, have a class of
// their own at the end: they would make all other classes wide.
function binsOf(counts, step) {
  let [low, high] = [0, counts.length - 1];
  let spare = Math.max(1, counts.reduce((n, [, games]) => n + games, 0) / 50);
  const far = (step * mostBins) / 2;
  while (low < high && counts[high][0] - counts[low][0] >= step * mostBins) {
    const ends = [[low, counts[low + 1][0] - counts[low][0]], [high, counts[high][0] - counts[high - 1][0]]];
    const [end] = ends.find(([i, gap]) => gap >= far && counts[i][1] <= spare) ?? [];
    if (end === undefined) break;
    spare -= counts[end][1];
    if (end === low) low++;
    else high--;
  }
  const odd = (some) => (some.length ? [{ low: some[0][0], high: some.at(-1)[0] + step - 1, games: some.reduce((n, [, games]) => n + games, 0), odd: true }] : []);
  const near = counts.slice(low, high + 1);
  if (!near.length) return [];
  const [first, last] = [near[0][0], near.at(-1)[0]];
  const width = [1, 2, 5, 10, 20, 50].map((n) => n * step).find((n) => (last - first) / n < mostBins) ?? 100 * step;
  const start = Math.floor(first / width) * width;
  const bins = Array.from({ length: Math.floor((last - start) / width) + 1 }, (_, i) => ({ low: start + i * width, high: start + (i + 1) * width - 1, games: 0 }));
  for (const [n, games] of near) bins[Math.floor((n - start) / width)].games += games;
  return [...odd(counts.slice(0, low)), ...bins, ...odd(counts.slice(high + 1))];
}
