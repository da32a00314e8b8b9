// The worker of a page that no server answers: it runs the WebAssembly module, which reads
// the archives that archives.json names.
//
//	to it:    {base, files}        once: the page's folder, its files by name if they were picked
//	          {id, path, text}     a question, with what it is about
//	          {id, stop}           which is no longer wanted
//	          {download}           read whole files
//	from it:  {id, begin: [type, name]}, {id, piece}..., {id}
//	          {id, error: {code, message, hint}}
//	          {trouble: {bytes, most}}    the server sends whole files only

import { load } from "../module/index.js";

const mostDownload = 50e6; // bytes

const asked = new Map(); // how questions under way are stopped, by number
let base, picked;
let site = null; // a promise
let download = false;
let allow; // ends the wait for a download

onmessage = ({ data }) => {
  if (data.base) ({ base, files: picked } = data);
  else if (data.download) {
    download = true;
    allow?.();
  } else if (data.stop) asked.get(data.id)?.abort();
  else void answer(data);
};

async function answer({ id, path, text }) {
  const controller = new AbortController();
  asked.set(id, controller);
  try {
    site ??= open();
    await (await site).answer(path, {
      signal: controller.signal,
      body: text === undefined ? null : new TextEncoder().encode(text),
      begin: ({ type, name }) => postMessage({ id, begin: [type, name] }),
      take: (piece) => postMessage({ id, piece }, [piece.buffer]),
    });
    postMessage({ id });
  } catch (error) {
    if (controller.signal.aborted) return;
    postMessage({ id, error: { code: error.code, message: error.message, hint: error.hint } });
  } finally {
    asked.delete(id);
  }
}

// open starts the module and opens the archives. What fails is tried again with the next
// question.
async function open() {
  try {
    const [chess, { archives }] = await Promise.all([start(), read("archives.json").then((b) => b.text()).then(JSON.parse)]);
    return await chess.site(await Promise.all(archives.map(({ file }) => openArchive(chess, file, archives))));
  } catch (error) {
    site = null;
    throw error;
  }
}

let troubled; // a promise: the page was told

async function openArchive(chess, file, archives) {
  if (picked) return chess.open(picked.get(file));
  const at = new URL(file, base);
  try {
    return await chess.open(at, { download, maxDownload: mostDownload });
  } catch (error) {
    if (error.code !== "noRanges" || download) throw error;
  }
  troubled ??= new Promise((resolve) => {
    allow = resolve;
    const bytes = archives.reduce((sum, a) => sum + a.bytes, 0);
    postMessage({ trouble: { bytes, most: mostDownload } });
  });
  await troubled;
  return chess.open(at, { download: true, maxDownload: mostDownload });
}

// start starts the module.
async function start() {
  const bytes = async (name) => (await unpacked(name)).arrayBuffer();
  const module = new Response((await unpacked("answers.wasm")).body, { headers: { "content-type": "application/wasm" } });
  return load({ wasm: await WebAssembly.compileStreaming(module), parts: (name) => bytes(name.replace(/\.gz$/, "")), levels: bytes });
}

// unpacked returns a file of the module, which is packed by gzip; a server may have
// unpacked it.
async function unpacked(name) {
  const packed = await read(`module/dist/${name}.gz`);
  const zipped = new Uint8Array(await packed.slice(0, 1).arrayBuffer())[0] === 0x1f;
  return new Response(zipped ? packed.stream().pipeThrough(new DecompressionStream("gzip")) : packed.stream());
}

// read returns a file of the folder as a Blob.
async function read(name) {
  if (picked) {
    const file = picked.get(name);
    if (!file) throw new Error(`${name} is missing in the folder that was picked`);
    return file;
  }
  const response = await fetch(new URL(name, base));
  if (!response.ok) throw new Error(`${name}: the web server answered ${response.status}`);
  return response.blob();
}
