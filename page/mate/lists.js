// The lists beside the board: legal moves, replies to the best one, and the
// line that was played.

import { probe } from "./table.js";
import { capital, endOf } from "./words.js";

const $ = (id) => document.getElementById(id);

function chip(tag, move, turn, best) {
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

// listMoves shows the legal moves with the distance to mate behind each;
// play(move) is called for a click, point(move) where the pointer or the focus
// rests, and point(null) when it leaves.
export function listMoves(answer, { play, point } = {}) {
  $("movelist").hidden = !answer?.moves.length;
  if (!answer) return;
  const what = answer.result === "lost" ? "replies" : "moves";
  $("moves-title").textContent = `${capital(answer.turn)}’s ${what}, each with the moves to mate`;
  const focused = $("moves").contains(document.activeElement);
  $("moves").replaceChildren(...answer.moves.map((m) => {
    const [item, button] = chip("button", m, answer.turn, m.result === answer.result && m.plies === answer.plies);
    button.dataset.uci = m.uci;
    button.addEventListener("click", () => play(m));
    for (const on of ["pointerenter", "focus"]) button.addEventListener(on, () => point(m));
    for (const off of ["pointerleave", "blur"]) button.addEventListener(off, () => point(null));
    return item;
  }));
  if (focused) $("moves").querySelector("button")?.focus({ preventScroll: true });
}

let wanted = null; // the answer whose replies are to be shown

// listReplies shows what the loser can do after the winner's best move.
export async function listReplies(answer) {
  wanted = answer;
  const best = answer?.result === "won" && answer.moves[0];
  if (!best) {
    $("replylist").hidden = true;
    return;
  }
  const then = await probe(best.fen).catch(() => null);
  if (wanted !== answer) return;
  $("replylist").hidden = !then?.moves.length;
  if (!then) return;
  $("replies-title").textContent = `After ${best.san}: ${capital(then.turn)}’s replies`;
  $("replies").replaceChildren(...then.moves.map((m) => chip("span", m, then.turn, m.plies === then.plies)[0]));
}

// listLine shows the moves played; go(at) is called for a click on one, with
// the number of the position behind it.
export function listLine({ moves, positions, at }, go) {
  $("linelist").hidden ||= !moves.length;
  const blackBegan = moves[0]?.turn === "black";
  const first = Number(positions[0].split(" ")[5]) || 1;
  $("line").replaceChildren(...moves.map((m, i) => {
    const item = document.createElement("li");
    const ply = i + (blackBegan ? 1 : 0);
    if (m.turn === "white" || i === 0) {
      const number = document.createElement("span");
      number.className = "number";
      number.textContent = `${first + (ply >> 1)}${m.turn === "white" ? "." : "…"}`;
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
  const current = $("line").querySelector("[aria-current]");
  if (current) $("line").scrollTop = current.offsetTop - $("line").offsetTop - $("line").clientHeight / 2;
}
