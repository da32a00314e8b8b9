// Lists beside a board.

import { endOf } from "./words.js";

// chip returns a list item with a move whose end is known, and the element with tag in
// it: turn is who moves, best says that no move is better.
export function chip(tag, move, turn, best) {
  const { short, long } = endOf(move, turn);
  const body = document.createElement(tag);
  body.className = `chip ${best ? "best" : ""} ${move.result}`;
  body.title = `${move.san}: ${long}`;
  const end = document.createElement("span");
  end.className = "end";
  end.textContent = short;
  body.append(move.san, " ", end);
  const item = document.createElement("li");
  item.append(body);
  return [item, body];
}

// showLine shows moves, {san, slip}, in a list; first is the FEN that they begin from,
// at the number of the position shown. go(at) is called for a click on a move, with the
// number of the position behind it.
export function showLine(list, { moves, first, at }, go) {
  const [, turn, , , , number] = first.split(" ");
  const begin = 2 * (Number(number) || 1) + (turn === "b" ? 1 : 0);
  list.replaceChildren(...moves.map((m, i) => {
    const item = document.createElement("li");
    const ply = begin + i;
    if (ply % 2 === 0 || i === 0) {
      const number = document.createElement("span");
      number.className = "number";
      number.textContent = `${ply >> 1}${ply % 2 ? "…" : "."}`;
      item.append(number);
    }
    const button = document.createElement("button");
    button.textContent = m.san;
    if (i + 1 === at) button.setAttribute("aria-current", "true");
    button.addEventListener("click", () => go(i + 1));
    item.append(button);
    if (m.slip) {
      const slip = document.createElement("span");
      slip.className = "slip";
      slip.title = m.slip.long;
      slip.textContent = m.slip.short;
      item.append(slip);
    }
    return item;
  }));
  // Not scrollIntoView, which would move the page as well.
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}
