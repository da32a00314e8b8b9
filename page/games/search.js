// The search box: the language of queries (docs/query.md), with suggestions of fields,
// their values, players and openings.

import { figure } from "../shared/bars.js";
import { el, foreign } from "../shared/dom.js";
import { playerTerm, termOf, termsOf } from "./terms.js";


const fields = {
  player: "either player", white: "White’s name", black: "Black’s name", opponent: "the other player",
  date: "2013, 2013-2015, 2013-01", result: "1-0, 0-1, draw", eco: "code of the opening", opening: "name of the opening",
  elo: "both ratings, 2400-2600", "white-elo": "White’s rating", "black-elo": "Black’s rating", diff: "difference of ratings",
  title: "GM, IM, any", event: "name of the event", site: "where it was played", round: "round",
  tc: "bullet, blitz, rapid, classical", ply: "half-moves, 20-60", has: "a tag that is there", tag: "any tag, tag:Annotator=kasparov",
};
const titles = { any: "any title", GM: "grandmaster", IM: "international master", FM: "FIDE master", WGM: "woman grandmaster", BOT: "computer" };
const values = {
  result: { "1-0": "White won", "0-1": "Black won", "1/2-1/2": "draw", "*": "unfinished" },
  tc: { bullet: "under 3 minutes", blitz: "under 8 minutes", rapid: "under 25 minutes", classical: "longer" },
  title: titles, "white-title": titles, "black-title": titles,
  has: { WhiteElo: "White has a rating", Annotator: "annotated", FEN: "from a position", TimeControl: "time control is known" },
};
const players = ["player", "opponent", "white", "black"];

// mount watches the form; found is called with the text of each search. It returns
// {show}: show(query) puts a query into the box.
export function mount(form, app, found) {
  const box = form.querySelector("input");
  const list = form.querySelector("ul");
  let options = []; // {text, note, term, games}
  let active = -1;
  let span = [0, 0]; // of the box's text, which a suggestion replaces
  let timer = 0;
  let taken = false;
  let stop = null;
  let last = null; // query that was shown

  form.addEventListener("submit", (e) => {
    e.preventDefault();
    if (taken) return; // Enter took a suggestion
    close();
    last = box.value.trim();
    found(last);
  });
  box.addEventListener("search", () => box.value || found(""));
  box.addEventListener("input", (e) => {
    suggest();
    const before = box.value.slice(0, box.selectionStart);
    if (/\s$/.test(before) || e.inputType === "insertFromPaste") check();
    else if (box.getAttribute("aria-invalid")) app.say("");
  });
  box.addEventListener("click", suggest);
  box.addEventListener("blur", () => {
    close();
    check();
  });
  box.addEventListener("keydown", (e) => {
    const open = options.length > 0;
    if (e.key === "Escape" && open) close();
    else if (e.key === "ArrowDown" && !open) suggest();
    else if (e.key === "ArrowDown") mark((active + 1) % options.length);
    else if (e.key === "ArrowUp" && open) mark(active < 0 ? -2 : active - 1);
    else if (e.key === "Enter" && active >= 0) taken = accept(active);
    else return;
    e.preventDefault();
  });
  box.addEventListener("keyup", () => { taken = false; });
  addEventListener("keydown", (e) => {
    if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, textarea, select")) return;
    e.preventDefault();
    box.select();
    box.focus();
  });

  function close() {
    clearTimeout(timer);
    stop?.abort();
    draw([]);
  }

  // suggest finds what may be meant by the words before the caret.
  function suggest() {
    clearTimeout(timer);
    stop?.abort();
    const caret = box.selectionStart;
    const terms = termsOf(box.value);
    const i = terms.findIndex((t) => t.from <= caret && caret <= t.to);
    const term = terms[i] ?? { from: caret, to: caret, field: "", value: "", negated: false };
    let { from } = term;
    let { value } = term;
    for (let k = i - 1; !term.field && k >= 0 && !terms[k].field && !terms[k].negated; k--) {
      ({ from } = terms[k]); // several words without a field are one name
      value = `${terms[k].value} ${value}`;
    }
    span = [from, term.to];
    const minus = term.negated ? "-" : "";
    const known = term.field ? valuesOf(term.field, value) : i < 0 && caret > 0 && box.value.trim() ? [] : fieldsOf(value);
    draw(known.map((o) => ({ ...o, term: minus + o.term })));
    const named = players.includes(term.field);
    if (!value.trim() || term.field && !named && !["opening", "eco"].includes(term.field)) return;
    timer = setTimeout(async () => {
      stop = new AbortController();
      try {
        const answer = await app.ask(app.pathOf("api/suggest", { text: value, archive: app.archive }), { signal: stop.signal });
        const more = [];
        if (named || !term.field) {
          for (const p of answer.players ?? []) more.push({ text: p.name, note: `${figure(p.games)} games`, term: playerTerm(term.field || "player", p.name) });
        }
        if (!named) {
          for (const o of answer.openings) more.push({ text: o.name, note: o.eco, term: term.field === "opening" ? termOf("opening", o.name) : `eco:${o.eco}` });
        }
        draw([...known, ...more].map((o) => ({ ...o, term: minus + o.term })));
      } catch (err) {
        if (err.status !== 400) app.complain(err);
      }
    }, 120);
  }

  const fieldsOf = (text) => Object.entries(fields).filter(([name]) => name.startsWith(text.toLowerCase()))
    .map(([name, note]) => ({ text: `${name}:`, note, term: `${name}:` }));

  const valuesOf = (field, text) => Object.entries(values[field] ?? {}).filter(([value]) => value.toLowerCase().startsWith(text.toLowerCase()))
    .map(([value, note]) => ({ text: value, note, term: `${field}:${value}` }));

  function draw(next) {
    const was = options[active]?.term;
    options = document.activeElement === box ? next : [];
    list.hidden = !options.length;
    box.ariaExpanded = options.length > 0;
    list.replaceChildren(...options.map((o, i) => {
      const item = el("li", "", foreign(o.text), el("span", "", o.note));
      item.id = `suggestion-${i}`;
      item.role = "option";
      item.addEventListener("pointerdown", (e) => e.preventDefault()); // the box keeps the keys
      item.addEventListener("click", () => accept(i));
      return item;
    }));
    mark(options.findIndex((o) => o.term === was));
  }

  function mark(i) {
    active = i < -1 ? options.length - 1 : Math.min(i, options.length - 1);
    [...list.children].forEach((item, k) => { item.ariaSelected = k === active; });
    if (active < 0) return box.removeAttribute("aria-activedescendant");
    box.setAttribute("aria-activedescendant", list.children[active].id);
    list.children[active].scrollIntoView({ block: "nearest" });
  }

  // accept puts a suggestion into the box, ready for what comes next.
  function accept(i) {
    const { term } = options[i];
    const rest = box.value.slice(span[1]);
    const text = box.value.slice(0, span[0]) + term + (term.endsWith(":") || rest.startsWith(" ") ? "" : " ");
    box.value = text + rest;
    box.setSelectionRange(text.length, text.length);
    box.focus();
    close();
    if (term.endsWith(":")) suggest();
    else check();
    return true;
  }

  // check says what of the query cannot be understood.
  async function check() {
    const query = box.value.trim();
    if (!query) return;
    try {
      await app.ask(app.pathOf("api/suggest", { query }));
      if (box.value.trim() === query && box.getAttribute("aria-invalid")) app.say("");
    } catch (err) {
      if (err.status === 400 && box.value.trim() === query) app.complain(err);
    }
  }

  return {
    show(query) {
      if (query !== last || document.activeElement !== box) box.value = query;
      last = query;
    },
  };
}
