import { open } from "../../index.js";

const controller = new AbortController();
const a = await open("../made/games-6.czip");
const first = (await a.get(0)).startsWith("[Event");
let aborted = "";
try {
  for await (const g of a.texts(0, a.games, { signal: controller.signal })) {
    if (g.number === 2) setTimeout(() => controller.abort());
  }
} catch (error) {
  aborted = error.name;
}
postMessage({ games: a.games, first, aborted });
