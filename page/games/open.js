// Texts that are opened: a FEN, or PGN of one game or several.

import { button, el, foreign, make } from "../shared/dom.js";
import { keep, pack } from "./kept.js";

const most = 4 << 20; // bytes that api/read reads

// fenOf returns the FEN that a text is, also one with faults, or "".
export function fenOf(text) {
  const line = text.trim();
  return !/[\n[\]{}]/.test(line) && /^[pnbrqkPNBRQK1-9][^\s.]*(\/[^\s.]*){3}(\s|$)/.test(line) ? line : "";
}

// isChess reports whether a text may be meant for the board.
export const isChess = (text) => fenOf(text) !== "" || /^\s*\[\w+\s+"/m.test(text) || /(^|\s)\d+\s*\.+\s*[a-hKQRBNO]/.test(text);

// open shows what a text has, and asks which game where there are several. It throws
// what is wrong with it.
export async function open(app, text) {
  const fen = fenOf(text);
  if (fen) return app.go("analysis", { fen });
  if (text.length > most) throw new Error("The text has more than 4 MiB: open it by chesszip serve FILE");
  const answer = await app.ask("api/read", { body: text });
  if (answer.of === 1) return show(app, answer);
  return choose(app, text, answer);
}

async function show(app, { pgn }) {
  keep("analysis", pgn);
  const a = await pack(pgn);
  app.go("analysis", a ? { a } : {}, { again: true });
}

// openFile opens a file, and says what is wrong with it below the search box.
export async function openFile(app, file) {
  try {
    if (file.size > most) throw new Error(`${file.name} has more than 4 MiB: open it by chesszip serve FILE`);
    await open(app, await file.text());
  } catch (err) {
    app.complain(err);
  }
}

function dialog(title, ...parts) {
  const box = el("dialog", "box", el("h2", "", title), ...parts);
  box.setAttribute("aria-label", title);
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
  return box;
}

// choose asks which of several games is meant.
function choose(app, text, { of, games }) {
  const wrong = el("p", "said bad");
  const list = el("ol", "choices", ...games.map((g, i) => el("li", "", button("", async () => {
    try {
      await show(app, await app.ask(`api/read?game=${i + 1}`, { body: text }));
      box.close();
    } catch (err) {
      wrong.textContent = err.message;
    }
  }))));
  games.forEach((g, i) => list.children[i].firstChild.append(foreign(`${g.white ?? "?"} – ${g.black ?? "?"}`), " ", el("small", "", [g.result, g.date, g.event].filter(Boolean).join(" · "))));
  const box = dialog(`${of.toLocaleString("en-US")} games: which?`, list, of > games.length ? el("p", "", `The first ${games.length} are listed; chesszip serve shows files of any size.`) : null, wrong,
    el("p", "abreast", button("Cancel", () => box.close())));
}

// ask asks for a text or a file.
export function ask(app) {
  const text = make("textarea", { id: "open-text", rows: 8, spellcheck: false });
  const wrong = el("p", "said bad");
  const file = make("input", { type: "file", accept: ".pgn,.fen,.txt,.epd", "aria-label": "File", onchange: async () => {
    text.value = await file.files[0].text();
    await go();
  } });
  const go = async () => {
    wrong.textContent = "";
    try {
      if (!text.value.trim()) throw new Error("There is no text: paste PGN, such as 1. e4 e5, or a FEN.");
      await open(app, text.value);
      box.close();
    } catch (err) {
      wrong.textContent = [err.message, err.hint].filter(Boolean).join(" – ");
      app.announce(wrong.textContent);
    }
  };
  const box = dialog("Open PGN or FEN",
    make("label", { htmlFor: "open-text" }, "Paste a game, games or a position. Texts and files can also be pasted or dropped anywhere on the page."), text, file, wrong,
    el("p", "abreast", button("Open", go, { className: "main" }), button("Cancel", () => box.close())));
  text.focus();
}
