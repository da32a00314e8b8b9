// Numeric annotation glyphs: their signs and names.

// By number: a sign and a name.
const glyphs = {};
for (const line of `1 ! good move,2 ? mistake,3 !! brilliant move,4 ?? blunder,5 !? interesting move,6 ?! dubious move,7/8 □ only move,9 ?? worst move,\
10 = equal,11 = equal and quiet,12 = equal and active,13 ∞ unclear,14 += White is slightly better,15 =+ Black is slightly better,16 ± White is better,\
17 ∓ Black is better,18/20 +− White is winning,19/21 −+ Black is winning,22/23 ⨀ zugzwang,26/27 ○ more room,32/33 ⟳ better development,36/37 ↑ initiative,\
40/41 → attack,44/45 =∞ compensation,132/133 ⇆ counterplay,138/139 ⊕ time trouble,140 ∆ with the idea,142 ⌓ better is,145 RR editor’s remark,146 N novelty,220/221 D diagram`.split(",")) {
  const [numbers, sign, ...name] = line.split(" ");
  for (const n of numbers.split("/")) glyphs[n] = [sign, name.join(" ")];
}

// glyphOf returns the sign and the name of a glyph.
export const glyphOf = (n) => glyphs[n] ?? [`$${n}`, `annotation ${n}`];

// Glyphs that are set by hand: of a move, and of a position. A node has one of each.
export const ofMoves = [1, 2, 3, 4, 5, 6, 7];
export const ofPositions = [10, 13, 14, 15, 16, 17, 18, 19];

// toggled returns glyphs with one more, which replaces those of its kind, or without it.
export function toggled(nags, n) {
  const kind = ofMoves.includes(n) ? ofMoves : ofPositions;
  const rest = nags.filter((m) => !kind.includes(m));
  return nags.includes(n) ? rest : [...rest, n].sort((a, b) => a - b);
}

// A command in a comment, such as [%clk 0:01:00]: a name and, after any white space, a value.
const command = /\[%\s*([^\s\][]+)(\s[^\][]*)?\]/g;

// remarkOf returns a comment without its commands.
export const remarkOf = (comment) => comment.replace(command, " ").replace(/\s+/g, " ").trim();

// withRemark returns comments with another text and the same commands, as one comment.
export function withRemark(comments, text) {
  const commands = comments.join(" ").match(command) ?? [];
  return [[...commands, text].join(" ").trim()].filter(Boolean);
}

// arrowsOf returns the arrows and marked squares that comments draw.
export function arrowsOf(comments) {
  const found = [];
  for (const [, name, list = ""] of comments.join(" ").matchAll(command)) {
    if (name !== "cal" && name !== "csl") continue;
    for (const [, colour, from, to = from] of list.matchAll(/([GRYB])([a-h][1-8])([a-h][1-8])?/g)) found.push({ from, to, colour });
  }
  return found;
}

// withArrow returns comments that draw one arrow more, or one less where it is there
// already in this colour. Without an arrow they draw none.
export function withArrow(comments, arrow = null) {
  const before = arrow ? arrowsOf(comments) : [];
  const rest = before.filter((a) => !arrow || a.from !== arrow.from || a.to !== arrow.to);
  if (arrow && !before.some((a) => a.from === arrow.from && a.to === arrow.to && a.colour === arrow.colour)) rest.push(arrow);
  const list = (name, some) => (some.length ? `[%${name} ${some.map((a) => a.colour + a.from + (a.to === a.from ? "" : a.to)).join(",")}]` : "");
  const drawn = list("csl", rest.filter((a) => a.from === a.to)) + list("cal", rest.filter((a) => a.from !== a.to));
  const others = comments.map((c) => c.replace(command, (text, name) => (name === "cal" || name === "csl" ? "" : text)).trim());
  return [`${drawn} ${others[0] ?? ""}`.trim(), ...others.slice(1)].filter(Boolean);
}
