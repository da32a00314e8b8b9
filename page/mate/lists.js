// The lists beside the board: legal moves, replies to the best one, and the
// line that was played.

import { chip, showLine } from "../shared/lists.js";
import { capital } from "../shared/words.js";
import { probe } from "./table.js";

const $ = (id) => document.getElementById(id);

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
  showLine($("line"), { moves, first: positions[0], at }, go);
}
