// The keys of the page.

import { button, el } from "../shared/dom.js";

const all = [
  ["Everywhere", [["/", "search"], ["?", "these keys"], ["Ctrl V", "open PGN or a FEN from the clipboard"]]],
  ["List", [["↑ ↓", "previous or next game"], ["Page Up, Page Down, Home, End", "further on"], ["Enter", "open the game"]]],
  ["Board", [["← →", "back and next; also the wheel over the board"], ["Home, End", "first and last position"], ["↑ ↓", "another variation"], ["Space", "play on"],
    ["f", "flip the board"], ["c", "comment, glyphs, arrows"], ["Backspace", "take a move of yours back"],
    ["Right button", "an arrow or a circle; with Shift red, Alt blue, both yellow"]]],
  ["On the squares", [["← → ↑ ↓", "walk"], ["Enter", "pick a piece up, put it down"], ["Escape", "put it back"]]],
];

export function show() {
  if (document.querySelector("dialog[open]")) return;
  const box = el("dialog", "box keys", el("h2", "", "Keys"), ...all.map(([title, keys]) => el("section", "", el("h3", "", title),
    el("dl", "", ...keys.flatMap(([key, what]) => [el("dt", "", el("kbd", "", key)), el("dd", "", what)])))));
  box.setAttribute("aria-label", "Keys");
  box.append(el("p", "abreast", button("Close", () => box.close())));
  box.addEventListener("close", () => box.remove());
  document.body.append(box);
  box.showModal();
}
