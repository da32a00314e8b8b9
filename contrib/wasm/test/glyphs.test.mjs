import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

const source = await readFile(new URL("../../../page/games/glyphs.js", import.meta.url), "utf8");
const { arrowsOf, remarkOf } = await import(`data:text/javascript,${encodeURIComponent(source)}`);

test("commands of comments are parted by any white space", () => {
  for (const blank of [" ", "  ", "\t", "\n", "\r\n", " \r\n  "]) {
    const arrows = `[%csl${blank}Gb4,${blank}Yd5${blank}]${blank}[%cal${blank}Re2e4]`;
    assert.deepEqual(arrowsOf([`Here ${arrows} now`]), [
      { from: "b4", to: "b4", colour: "G" }, { from: "d5", to: "d5", colour: "Y" }, { from: "e2", to: "e4", colour: "R" },
    ]);
    assert.equal(remarkOf(`Here${blank}${arrows}${blank}now`), "Here now");
    assert.equal(remarkOf(`[%clk${blank}0:01:00${blank}]`), "");
  }
  assert.deepEqual(arrowsOf(["[%calx Re2e4] [%eval 0.3] [%cal] [%cal Re2e4"]), []);
});
