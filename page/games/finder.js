// Setting up a position, and the pattern that is looked for.

import { startFEN, writeBoard } from "../shared/fen.js";
import { make } from "../shared/dom.js";

// Kinds of patterns that a board can be; docs/patterns.md has their language.
const kinds = [
  ["position", "this position", (s) => `fen:"${writeBoard(s.pieces)} ${s.turn}"`],
  ["pieces", "these pieces here, anything elsewhere", (s) => `subfen:${writeBoard(s.pieces)}`],
  ["material", "this material, wherever it stands", (s) => `white-material:${material(s.pieces)}`],
  ["structure", "these pawns and no others", (s) => `structure:${writeBoard(pawns(s.pieces))}`],
  ["text", "as written below", null],
];

const examples = [
  ["White’s isolated queen’s pawn, three moves long", "white-isolated:d hold:6"],
  ["a knight on e5 that no pawn can drive away", "Ne5 -pf? -pd?"],
  ["the bishop takes on h7, and the king takes it", "white-move:Bxh7+ next black-move:Kxh7"],
  ["queen against two rooks", "diff:QvRR"],
  ["opposite bishops, and later a mate", "bishops:opposite then mate"],
  ["rook ending with a pawn more", "material:KRPvKR"],
];

const pawns = (pieces) => Object.fromEntries(Object.entries(pieces).filter(([, p]) => p === "P" || p === "p"));

function material(pieces) {
  const all = Object.values(pieces);
  const side = (letters) => [...letters].map((l) => l.toUpperCase().repeat(all.filter((p) => p === l).length)).join("") || "K";
  return `${side("KQRBNP")}v${side("kqrbnp")}`;
}

let forms = 0;

// mountFinder fills host with the controls of setup. explore() and find(pattern) are
// called for the two buttons. It returns {update, pattern}.
export function mountFinder(host, app, setup, { explore, find }) {
  const name = `finder${forms++}`;
  const choice = (group, value, text, act) => make("label", {}, make("input", { type: "radio", name: `${name}-${group}`, value, onchange: act }), ` ${text}`);
  const check = (value, text, act) => make("label", {}, make("input", { type: "checkbox", value, onchange: act }), ` ${text}`);
  const button = (text, act, className = "") => make("button", { type: "button", className, onclick: act }, text);
  const inputs = (of) => [...of.querySelectorAll("input")];

  const turn = make("fieldset", {}, make("legend", {}, "To move"),
    ...[["w", "White"], ["b", "Black"]].map(([value, text]) => choice("turn", value, text, () => (setup.turn = value))));
  const castle = make("fieldset", {}, make("legend", {}, "May castle"),
    ...[["K", "White O-O"], ["Q", "O-O-O"], ["k", "Black O-O"], ["q", "O-O-O"]].map(([value, text]) => check(value, text, () => {
      setup.castling = inputs(castle).filter((i) => i.checked).map((i) => i.value).join("");
    })));
  for (const i of inputs(castle)) i.setAttribute("aria-label", `${i.value < "a" ? "White" : "Black"} may castle ${i.value.toUpperCase() === "K" ? "short" : "long"}`);

  const fen = make("input", { id: `${name}-fen`, spellcheck: false, autocomplete: "off", maxLength: 120 });
  const fenForm = make("form", { className: "fen", onsubmit: (e) => {
    e.preventDefault();
    take(fen.value.trim().replaceAll("_", " "));
  } }, make("label", { htmlFor: fen.id }, "FEN"), fen, make("button", {}, "Set"));
  const wrong = make("p", { className: "said bad" });
  const go = button("Analyse this position", explore, "main");

  const text = make("textarea", { id: `${name}-pattern`, rows: 2, spellcheck: false, autocapitalize: "off" });
  const error = make("p", { className: "said bad", id: `${name}-error` });
  const hint = make("p", { className: "hint" });
  text.setAttribute("aria-describedby", error.id);
  const kind = make("fieldset", { className: "kinds" }, make("legend", {}, "Find games with"), ...kinds.map(([value, label]) => choice("kind", value, label, write)));
  const more = make("div", { className: "options" }, check("turn", "same side to move", write), check("color", "colours exchanged, too", write), check("files", "mirrored, too", write));
  const search = make("button", { className: "main" }, "Find games");
  const form = make("form", { className: "pattern", onsubmit: (e) => {
    e.preventDefault();
    if (text.value.trim()) find(text.value.trim());
  } }, kind, more, make("label", { htmlFor: text.id }, "Pattern"), text, error, hint, make("p", { className: "abreast" }, search),
  make("details", {}, make("summary", {}, "Examples of patterns"), make("ul", { className: "chips" }, ...examples.map(([label, pattern]) =>
    make("li", {}, make("button", { type: "button", className: "chip", title: label, onclick: () => set(pattern) }, make("code", {}, pattern), make("span", { className: "end" }, label)))))));
  host.append(make("div", { className: "abreast" }, turn, castle), make("div", { className: "abreast" },
    button("Clear", () => setup.clear()), button("Start position", () => setup.begin(startFEN)), go), wrong, fenForm, form);

  // take sets up a FEN that somebody wrote.
  async function take(text) {
    try {
      setup.begin((await app.ask(app.pathOf("api/position", { fen: text }))).fen);
    } catch (err) {
      fen.value = text;
      wrong.textContent = err.message.replace(/^board: /, "");
      app.announce(wrong.textContent);
    }
  }

  const chosen = (of) => inputs(of).filter((i) => i.checked).map((i) => i.value);
  const choose = (of, value) => inputs(of).forEach((i) => (i.checked = i.value === value));
  choose(kind, "position");

  // write makes the pattern of what is on the board.
  function write() {
    const [kindNow] = chosen(kind);
    const written = kinds.find(([value]) => value === kindNow)[2];
    const extra = chosen(more);
    for (const i of inputs(more)) i.disabled = !written || (i.value === "turn" && kindNow === "position");
    if (written) {
      const flips = extra.filter((v) => v !== "turn");
      text.value = [written(setup), extra.includes("turn") && kindNow !== "position" && `turn:${setup.turn === "w" ? "white" : "black"}`, flips.length && `flip:${flips.join(",")}`].filter(Boolean).join(" ");
    }
    judge();
  }

  // judge asks what is wrong with the pattern; it looks at no game.
  let waits = 0;
  let under = null;
  function judge() {
    clearTimeout(waits);
    under?.abort();
    error.textContent = hint.textContent = "";
    const pattern = text.value.trim();
    search.disabled = !pattern;
    if (!pattern) return;
    waits = setTimeout(async () => {
      under = new AbortController();
      try {
        await app.ask(app.pathOf("api/find", { pattern, limit: 0 }), { signal: under.signal });
      } catch (err) {
        if (err.name === "AbortError" || err.status !== 400) return;
        const [what, want = ""] = err.message.replace(/^malformed query: /, "").split(/: (want .*)/s);
        error.textContent = `Not understood: ${what}`;
        hint.textContent = [want, err.hint].filter(Boolean).join("; ");
        search.disabled = true;
      }
    }, 200);
  }

  function set(pattern) {
    choose(kind, "text");
    text.value = pattern;
    write();
    text.focus();
  }
  text.addEventListener("input", () => {
    choose(kind, "text");
    write();
  });
  text.addEventListener("keydown", (e) => {
    if (e.key !== "Enter" || e.shiftKey) return;
    e.preventDefault();
    if (!search.disabled) form.requestSubmit();
  });

  return {
    take,
    // update shows what has been set up, and what is wrong with it.
    update() {
      choose(turn, setup.turn);
      for (const i of inputs(castle)) {
        i.disabled = !setup.mayCastle(i.value);
        i.checked = setup.castling.includes(i.value);
      }
      fen.value = setup.fen;
      write();
    },
    judged(invalid) {
      wrong.textContent = invalid ? `No game reaches this position: ${invalid}.` : "";
      go.disabled = Boolean(invalid);
    },
    get pattern() {
      return text.value.trim();
    },
    set pattern(pattern) {
      if (pattern !== text.value.trim()) {
        choose(kind, "text");
        text.value = pattern;
        write();
      }
    },
  };
}
