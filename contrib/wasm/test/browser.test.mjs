// The browser build in a headless Chromium, if there is one: CHROMIUM names one that
// is not on the path.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { serve } from "./fixtures/server.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));
const browsers = process.env.CHROMIUM ? [process.env.CHROMIUM] : ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const browser = browsers.find((b) => spawnSync(b, ["--version"]).status === 0);

test("a page", { skip: !browser && "there is no Chromium" }, async (t) => {
  const server = await serve(root);
  const profile = await mkdtemp(join(tmpdir(), "chesszip-"));
  const args = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-dev-shm-usage", `--user-data-dir=${profile}`, `${server.url}/test/browser/page.html`];
  const child = spawn(browser, args, { stdio: "ignore", env: { ...process.env, HOME: profile } });
  try {
    const out = JSON.parse(await server.answer);
    t.diagnostic(JSON.stringify(out, (k, v) => (k === "last" ? undefined : v)));
    assert.equal(out.error, undefined);
    assert.equal(out.legal, 20);
    const games = await readFile(`${root}test/made/all.pgn`, "utf8");
    assert.ok(games.endsWith(out["all-1"].last));
    assert.deepEqual([out["all-1"].games, out["games-6"].games, out["games-6"].level], [1250, 300, "default"]);
    assert.ok(out["all-1"].draws > 0);
    assert.equal(out.levels, 300);
    assert.equal(out.blob, 300);
    assert.equal(out.noRanges, "noRanges");
    assert.deepEqual(out.worker, { games: 300, first: true, aborted: "AbortError" });
    assert.deepEqual(out.globals, ["undefined", "undefined", "undefined"]);
    const paths = server.seen.requests.map((r) => r.path);
    assert.ok(paths.includes("dist/default.czm"));
    assert.ok(!paths.includes("dist/max.czm"));
    assert.ok(server.seen.requests.filter((r) => /made\/all-1/.test(r.path)).every((r) => r.range));
  } finally {
    const gone = new Promise((resolve) => child.once("exit", resolve));
    child.kill();
    await gone;
    await server.close();
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
