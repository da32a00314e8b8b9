// What is said of positions and moves, in words.

import { colour, nameOf } from "./fen.js";

// movesLeft counts half-moves to mate as players do, in the winner's moves.
export const movesLeft = (plies) => Math.ceil(plies / 2);

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

const other = (turn) => (turn === "white" ? "Black" : "White");

// sentence says how a position ends: a headline, a detail and a kind, which is
// "won", "drawn" or "over".
export function sentence({ turn, check, result, plies, late, moves }) {
  const side = capital(turn);
  if (!moves.length && check) return { headline: "Checkmate", detail: `${other(turn)} has won.`, kind: "over" };
  if (!moves.length) return { headline: "Stalemate", detail: `A draw: ${side} has no move.`, kind: "over" };
  const { san } = moves[0];
  if (result === "drawn") return { headline: "Draw", detail: `${side} to move. Neither side can force a mate.`, kind: "drawn" };
  const winner = result === "won" ? side : other(turn);
  const claim = late ? " But fifty moves are over first: a draw can be claimed." : "";
  const advice = result === "won" ? `best is ${san}` : `${san} holds out longest`;
  return { headline: `${winner} mates in ${movesLeft(plies)}`, detail: `${side} to move: ${advice}.${claim}`, kind: "won" };
}

// endOf says shortly how a move ends, for a chip, and at length, for its title.
export function endOf({ result, plies }, turn) {
  switch (result) {
    case "won":
      return { short: String(movesLeft(plies)), long: `${capital(turn)} mates in ${movesLeft(plies)}` };
    case "lost":
      return { short: String(movesLeft(plies)), long: `${other(turn)} mates in ${movesLeft(plies)}` };
    case "drawn":
      return { short: "½", long: "Draw" };
  }
  return { short: "?", long: "Not solved" };
}

// whyNot says that a move is illegal, and why where that is easy to see: pieces are
// those by square, and of the position turn, check and the legal moves are known.
export function whyNot(pieces, { turn, check, moves }, from, to) {
  const what = `${nameOf(pieces[from])} ${from}–${to} is illegal`;
  if (!moves.length) return "Illegal: the game is over.";
  if (colour(pieces[from]) !== turn) return `Illegal: it is ${capital(turn)}’s turn.`;
  if (pieces[to] && colour(pieces[to]) === turn) return `Illegal: ${to} is taken by ${capital(turn)}’s own ${nameOf(pieces[to]).split(" ")[1]}.`;
  if (check) return `${capital(what)}: ${capital(turn)} is in check.`;
  return `${capital(what)}.`;
}
