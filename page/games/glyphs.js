// Numeric annotation glyphs: their signs and names.

const glyphs = {
  1: ["!", "good move"], 2: ["?", "mistake"], 3: ["!!", "brilliant move"], 4: ["??", "blunder"],
  5: ["!?", "interesting move"], 6: ["?!", "dubious move"], 7: ["□", "only move"], 8: ["□", "only move"], 9: ["??", "worst move"],
  10: ["=", "equal"], 11: ["=", "equal, quiet"], 12: ["=", "equal, active"], 13: ["∞", "unclear"],
  14: ["⩲", "White is slightly better"], 15: ["⩱", "Black is slightly better"], 16: ["±", "White is better"], 17: ["∓", "Black is better"],
  18: ["+−", "White is winning"], 19: ["−+", "Black is winning"], 20: ["+−", "White is crushing"], 21: ["−+", "Black is crushing"],
  22: ["⨀", "zugzwang"], 23: ["⨀", "zugzwang"], 26: ["○", "more room"], 27: ["○", "more room"],
  32: ["⟳", "better development"], 33: ["⟳", "better development"], 36: ["↑", "initiative"], 37: ["↑", "initiative"],
  40: ["→", "attack"], 41: ["→", "attack"], 44: ["=∞", "compensation"], 45: ["=∞", "compensation"],
  132: ["⇆", "counterplay"], 133: ["⇆", "counterplay"], 138: ["⊕", "time trouble"], 139: ["⊕", "time trouble"],
  140: ["∆", "with the idea"], 142: ["⌓", "better is"], 145: ["RR", "editor’s remark"], 146: ["N", "novelty"], 220: ["D", "diagram"], 221: ["D", "diagram"],
};

// glyphOf returns the sign and the name of a glyph.
export const glyphOf = (n) => glyphs[n] ?? [`$${n}`, `annotation ${n}`];

// remarkOf returns a comment without its commands, such as [%clk 0:01:00].
export const remarkOf = (comment) => comment.replace(/\s*\[%[^\]]*\]\s*/g, " ").trim();

// arrowsOf returns the arrows and marked squares that comments draw.
export function arrowsOf(comments) {
  const found = [];
  for (const [, list] of comments.join(" ").matchAll(/\[%c[as]l ([^\]]*)\]/g)) {
    for (const [, colour, from, to = from] of list.matchAll(/([GRYB])([a-h][1-8])([a-h][1-8])?/g)) found.push({ from, to, colour });
  }
  return found;
}
