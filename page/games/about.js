// What is said of a game beside its moves: its head, its tags, its players.

import { el, foreign, link } from "../shared/dom.js";
import { playerName, termOf } from "./terms.js";

// copy puts a text on the clipboard, by a selection where there is no other way.
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = el("textarea", "sr", text);
    const was = document.activeElement;
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    was?.focus();
    return done;
  }
}

// tagOf returns the value of a tag, "" where there is none or where it is unknown.
export function tagOf(game, name) {
  const value = game.tags.find((t) => t.name === name)?.value ?? "";
  return /^[?.*\s-]*$/.test(value) && name !== "Result" ? "" : value;
}

// isAddress reports whether a value may be a link.
const isAddress = (value) => /^https?:\/\/[^\s"<>]+$/i.test(value) && URL.canParse(value);

// hrefOf returns the address of what a tag of a game of the files names: a player, or the
// games with the same value; "" if there is none.
function hrefOf(app, game, name, value) {
  const year = /^\d{4}/.exec(value);
  const term = {
    Event: () => termOf("event", `=${value}`), Opening: () => termOf("opening", value), ECO: () => termOf("eco", value), Date: () => year && `date:${year}`,
  }[name]?.();
  if (!game.id || /^[?.*\s-]*$/.test(value)) return "";
  if (name === "White" || name === "Black") return app.hrefOf("player", { name: playerName(value) });
  return term ? app.hrefOf("games", { query: term }) : "";
}

// linked returns a text of a game that leads to what it names.
function linked(app, game, name, text, value = text) {
  const href = hrefOf(app, game, name, value);
  if (!href) return foreign(text);
  const a = link("", href);
  a.append(foreign(text));
  return a;
}

function valueOf(app, game, name, value) {
  if (!isAddress(value)) return linked(app, game, name, value);
  const a = link("", value);
  a.append(foreign(value.replace(/^https?:\/\/(www\.)?/i, "")));
  a.rel = "noopener noreferrer";
  a.target = "_blank";
  return a;
}

// head returns the lines above the moves.
export function head(app, game) {
  const event = [["Event"], ["Round", "round "], ["Site"], ["Date"]].flatMap(([name, before = ""]) => {
    const value = name === "Date" ? (game.date ?? "").replaceAll(".??", "").replaceAll(".", "-") : tagOf(game, name);
    return value ? [" · ", el("span", "", before, valueOf(app, game, name, value))] : [];
  });
  const named = tagOf(game, "Opening");
  const opening = game.opening ?? { eco: game.eco ?? "", name: named };
  return [
    event.length ? el("p", "event", ...event.slice(1)) : null,
    opening.eco || opening.name ? el("p", "opening", el("b", "", linked(app, game, "ECO", game.eco ?? opening.eco)), " ", linked(app, game, named ? "Opening" : "ECO", opening.name, named || (game.eco ?? opening.eco))) : null,
    game.whole || !game.moves.length ? null : el("p", "warn", "The game has moves that cannot be played: they are shown as text."),
  ].filter(Boolean);
}

// tags returns a list of all tags.
export function tags(app, game) {
  const list = el("dl", "facts");
  for (const { name, value } of game.tags) {
    list.append(foreign(name, "dt"), el("dd", "", valueOf(app, game, name, value)));
  }
  return list;
}

// player returns the line of a player, and where his clock and his pieces are shown.
export function player(app, game, side) {
  const white = side === "white";
  const [won, drawn] = [game.result === (white ? "1-0" : "0-1"), game.result === "1/2-1/2"];
  const score = won ? "1" : drawn ? "½" : game.result === (white ? "0-1" : "1-0") ? "0" : "";
  const clock = el("span", "clock");
  const pieces = el("span", "surplus");
  const disc = el("span", `disc ${side}`);
  disc.role = "img";
  disc.ariaLabel = white ? "White" : "Black";
  const name = el("bdi", "name", game[side] ? linked(app, game, white ? "White" : "Black", game[side]) : white ? "White" : "Black");
  const title = tagOf(game, white ? "WhiteTitle" : "BlackTitle");
  const rating = game[white ? "whiteElo" : "blackElo"];
  const points = el("span", `points ${won ? "won" : ""}`, score);
  if (score) {
    points.role = "img";
    points.title = points.ariaLabel = won ? "won" : drawn ? "drawn" : "lost";
  }
  const line = el("div", `player ${side}`, disc, title ? foreign(title, "bdi", "title") : null, name, rating ? el("span", "rating", String(rating)) : null, pieces, points, clock);
  return { line, clock, pieces };
}
