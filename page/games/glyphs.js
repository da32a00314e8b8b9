// Numeric annotation glyphs: their signs and names.

// By number: a sign and a name.
const glyphs = {};
for (const line of `1 ! good move,2 ? mistake,3 !! brilliant move,4 ?? blunder,5 !? interesting move,6 ?! dubious move,7/8 □ only move,9 ?? worst move,\
10 = equal,11 = equal and quiet,12 = equal and active,13 ∞ unclear,14 ⩲ White is slightly better,15 ⩱ Black is slightly better,16 ± White is better,\
17 ∓ Black is better,18/20 +− White is winning,19/21 −+ Black is winning,22/23 ⨀ zugzwang,26/27 ○ more room,32/33 ⟳ better development,36/37 ↑ initiative,\
40/41 → attack,44/45 =∞ compensation,132/133 ⇆ counterplay,138/139 ⊕ time trouble,140 ∆ with the idea,142 ⌓ better is,145 RR editor’s remark,146 N novelty,220/221 D diagram`.split(",")) {
  const [numbers, sign, ...name] = line.split(" ");
  for (const n of numbers.split("/")) glyphs[n] = [sign, name.join(" ")];
}

// glyphOf returns the sign and the name of a glyph.
export const glyphOf = (n) => glyphs[n] ?? [`$${n}`, `annotation ${n}`];

// A command in a comment, such as [%clk 0:01:00]: a name and, after any white space, a value.
const command = /\[%\s*([^\s\][]+)(\s[^\][]*)?\]/g;

// remarkOf returns a comment without its commands.
export const remarkOf = (comment) => comment.replace(command, " ").replace(/\s+/g, " ").trim();

// arrowsOf returns the arrows and marked squares that comments draw.
export function arrowsOf(comments) {
  const found = [];
  for (const [, name, list = ""] of comments.join(" ").matchAll(command)) {
    if (name !== "cal" && name !== "csl") continue;
    for (const [, colour, from, to = from] of list.matchAll(/([GRYB])([a-h][1-8])([a-h][1-8])?/g)) found.push({ from, to, colour });
  }
  return found;
}
