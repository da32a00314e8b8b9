// Solved endings on a board: play, set up, watch. What is legal and how it
// ends, the table says: /mate/probe.

import { Board } from "../shared/board.js";
import { colour, readFEN } from "../shared/fen.js";
import { Setup } from "../shared/setup.js";
import { sentence, whyNot } from "../shared/words.js";
import { listMoves, listReplies, listLine } from "./lists.js";
import { probe } from "./table.js";
import { slipOf } from "./words.js";

const $ = (id) => document.getElementById(id);

// How long the table waits before it moves, in milliseconds.
const pause = 450;

// The line that was played: positions[0] is where it began, and moves[i] leads
// from positions[i] to positions[i + 1]. at is the position shown, answer what
// the table says about it, null while it is silent.
const game = { positions: [], moves: [], at: 0, answer: null };

let playingOut = false;
let timer = 0;
let asked = 0; // questions so far: only the answer to the last counts

const board = new Board($("board"), { targets, drop, key: (square, k) => setup.key(square, k), tap: (square) => setup.tap(square) });

const setup = new Setup(board, $("palette"), changed);

const fenShown = () => (setup.active ? setup.fen : game.positions[game.at]);

// ---- Playing

function start(fen) {
  setup.end();
  game.positions = [fen];
  game.moves = [];
  show(0);
}

// show goes to a position of the line; slide is the move that leads there, if
// its piece should be seen to walk.
async function show(at, slide = null) {
  clearTimeout(timer);
  game.at = at;
  game.answer = null;
  const question = ++asked;
  draw(slide);
  say("");
  let answer;
  try {
    answer = await probe(fenShown());
  } catch (err) {
    if (question === asked) complain(err);
    return;
  }
  if (question !== asked) return;
  game.answer = answer;
  game.positions[at] = answer.fen;
  draw();
  tell(answer);
  afterwards();
}

// afterwards goes on playing a mate out.
function afterwards() {
  if (!canPlayOut()) setPlayingOut(false);
  else if (playingOut && atEnd()) timer = setTimeout(playBest, pause);
}

const atEnd = () => game.at === game.moves.length;

function play(move, byTable = false) {
  game.moves.length = game.at;
  game.positions.length = game.at + 1;
  const before = game.answer;
  game.moves.push({ ...move, slip: slipOf(before, move), turn: before.turn });
  game.positions.push(move.fen);
  const shown = show(game.at + 1, ends(move));
  if (byTable || playingOut || !$("answers").checked) return shown;
  const question = asked;
  return shown.then(() => {
    if (question === asked && game.answer?.moves.length) timer = setTimeout(playBest, pause, true);
  });
}

// playBest plays the table's choice, for the player or by itself.
function playBest(byTable = false) {
  const move = game.answer?.moves[0];
  if (move) play(move, byTable);
}

function setPlayingOut(yes) {
  playingOut = yes;
  clearTimeout(timer);
  $("out").setAttribute("aria-pressed", String(yes));
  $("out").textContent = yes ? "Stop" : "Play it out";
}

// A draw would be played for ever.
const canPlayOut = () => Boolean(game.answer?.moves.length) && game.answer.result !== "drawn";

// ---- The board's questions

function targets(square) {
  if (setup.active) return [];
  return (game.answer?.moves ?? []).map(ends).filter((m) => m.from === square).map((m) => m.to);
}

function drop(from, to) {
  if (setup.active) return setup.place(from, to);
  if (!to || !game.answer) return false;
  const moves = game.answer.moves.filter((m) => m.uci.startsWith(from + to));
  if (!moves.length) {
    say(whyNot(readFEN(fenShown()).pieces, game.answer, from, to), true);
    return false;
  }
  setPlayingOut(false);
  if (moves.length > 1) board.choose(moves, game.answer.turn, play);
  else play(moves[0]);
  return true;
}

// ---- Setting up

function enterSetup() {
  setPlayingOut(false);
  setup.begin(fenShown());
}

// changed asks about what has been set up so far.
function changed() {
  game.positions = [fenShown()];
  game.moves = [];
  show(0);
}

// ---- Showing

function draw(slide = null) {
  const { answer } = game;
  const { pieces } = readFEN(fenShown());
  const last = game.at > 0 ? Object.values(ends(game.moves[game.at - 1])) : [];
  const king = answer?.check && Object.keys(pieces).find((s) => pieces[s].toLowerCase() === "k" && colour(pieces[s]) === answer.turn);
  board.show(pieces, { last, check: king, arrows: arrowsOf(answer?.moves[0]), slide });
  $("palette").hidden = $("setup").hidden = !setup.active;
  $("actions").hidden = $("linelist").hidden = setup.active;
  $("edit").setAttribute("aria-pressed", String(setup.active));
  $("edit").textContent = setup.active ? "Done" : "Set up";
  $("back").disabled = setup.active || game.at === 0;
  $("next").disabled = setup.active || game.at === game.moves.length;
  if (setup.active) document.querySelector(`[name="turn"][value="${setup.turn}"]`).checked = true;
  $("fen").value = fenShown();
  $("examples").value = setup.active || !isExample(game.positions[0]) ? "" : game.positions[0];
  history.replaceState(null, "", `#${fenShown().replaceAll(" ", "_")}`);
  listLine(game, (at) => {
    setPlayingOut(false);
    show(at);
  });
}

function arrowsOf(move, preview = false) {
  return move ? [{ ...ends(move), preview }] : [];
}

const isExample = (fen) => [...$("examples").options].some((o) => o.value === fen);

// ends says which squares a move joins.
const ends = ({ uci }) => ({ from: uci.slice(0, 2), to: uci.slice(2, 4) });

// tell says what the table said.
function tell(answer) {
  const { headline, detail, kind } = sentence(answer);
  $("verdict").className = `verdict ${kind}`;
  $("headline").textContent = headline;
  $("detail").textContent = detail;
  $("best").disabled = !answer.moves.length;
  $("out").disabled = !canPlayOut();
  listMoves(answer, {
    play: (m) => {
      if (game.answer !== answer) return; // the list is of the position before
      if (setup.active) start(fenShown());
      setPlayingOut(false);
      game.answer = answer;
      play(m);
    },
    point: (m) => {
      if (game.answer === answer) board.point(arrowsOf(m ?? answer.moves[0], Boolean(m) && m !== answer.moves[0]));
    },
  });
  listReplies(answer);
}

function complain(err) {
  $("verdict").className = "verdict none";
  $("headline").textContent = err.illegal ? "Illegal position" : "Not known";
  $("detail").textContent = "";
  $("best").disabled = $("out").disabled = true;
  listMoves(null);
  listReplies(null);
  say(err.message, true);
}

function say(text, bad = false) {
  $("message").textContent = text;
  $("message").classList.toggle("bad", bad);
}

// ---- Controls

$("back").addEventListener("click", () => {
  setPlayingOut(false);
  show(game.at - 1);
});
$("next").addEventListener("click", () => {
  show(game.at + 1, ends(game.moves[game.at]));
});
$("flip").addEventListener("click", () => {
  board.flipped = !board.flipped;
});
$("edit").addEventListener("click", () => {
  if (!setup.active) enterSetup();
  else if (game.answer) start(fenShown());
  else say("This position cannot be played on: mend it, or choose an ending above.", true);
});
$("best").addEventListener("click", () => {
  setPlayingOut(false);
  playBest();
});
$("out").addEventListener("click", () => {
  setPlayingOut(!playingOut);
  if (playingOut) playBest();
});
$("clear").addEventListener("click", () => {
  setup.clear();
});
$("setup").addEventListener("change", (e) => {
  if (e.target.name === "turn") setup.turn = e.target.value;
});
$("fenform").addEventListener("submit", (e) => {
  e.preventDefault();
  setPlayingOut(false);
  start($("fen").value.trim());
});
$("examples").addEventListener("change", (e) => {
  setPlayingOut(false);
  if (e.target.value) start(e.target.value);
});
addEventListener("hashchange", () => start(fromAddress()));

// fromAddress returns the FEN behind the #, or the first of the examples.
function fromAddress() {
  let fen = location.hash.slice(1);
  try {
    fen = decodeURIComponent(fen);
  } catch {
    // A percent sign that means itself: the table will say what it thinks.
  }
  return fen.replaceAll("_", " ").trim() || $("examples").options[1].value;
}

start(fromAddress());
