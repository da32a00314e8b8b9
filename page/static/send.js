// How questions reach the archive where no server answers them: a worker reads the files
// beside the page. An answer is a Response, as from a server.

export const hosted = true; // by a server that knows nothing of chesszip

const statuses = { query: 400, notFound: 404 };
const files = globalThis.chesszipFiles; // of start.js, where the page was opened from a file
const worker = files ? new Worker(files.worker) : new Worker(new URL("../static/worker.js", import.meta.url), { type: "module" });
const asked = new Map(); // questions without their whole answer, by number
let last = 0;

worker.postMessage({ base: (files ? new URL("./", location.href) : new URL("../", import.meta.url)).href, files: files?.read });

// send asks for a path such as "api/games", with a text for those that read one. The
// promise is of a Response whose body comes piece by piece; signal ends both.
export function send(path, { signal, body: text } = {}) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const id = ++last;
    let body;
    const end = () => {
      asked.delete(id);
      signal?.removeEventListener("abort", abort);
    };
    const fail = (error) => {
      end();
      if (body) body.error(error);
      else reject(error);
    };
    const stop = (reason) => {
      worker.postMessage({ id, stop: true });
      fail(reason);
    };
    const abort = () => stop(signal.reason);
    signal?.addEventListener("abort", abort, { once: true });
    asked.set(id, {
      begin(type, name) {
        const stream = new ReadableStream({
          start: (c) => (body = c),
          cancel() {
            end();
            worker.postMessage({ id, stop: true });
          },
        });
        const headers = { "content-type": type };
        if (name) headers["content-disposition"] = `attachment; filename="${name}"`;
        resolve(new Response(stream, { headers }));
      },
      piece: (bytes) => body.enqueue(bytes),
      done() {
        end();
        body.close();
      },
      failed({ code, message, hint }) {
        if (body) return fail(new Error(message));
        end();
        return resolve(Response.json({ error: message, hint }, { status: statuses[code] ?? 500 }));
      },
    });
    worker.postMessage({ id, path: String(path), text });
  });
}

worker.onmessage = ({ data }) => {
  if (data.trouble) return showTrouble(data.trouble);
  const question = asked.get(data.id);
  if (!question) return undefined; // withdrawn
  if (data.begin) return question.begin(...data.begin);
  if (data.piece) return question.piece(data.piece);
  return data.error ? question.failed(data.error) : question.done();
};
worker.onerror = (e) => {
  e.preventDefault();
  for (const question of asked.values()) question.failed({ message: `The page's worker did not start: ${e.message || "a file of the folder is missing"}` });
};

// Links to answers, such as downloads, are followed here.
addEventListener("click", (e) => {
  const link = e.target.closest?.("a[href^='api/']");
  if (!link || e.defaultPrevented) return;
  e.preventDefault();
  void save(link.getAttribute("href"));
});

async function save(path) {
  const response = await send(path);
  const name = /filename="([^"]*)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "answer.txt";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = response.ok ? name : "error.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const megabytes = (bytes) => `${(bytes / 1e6).toLocaleString("en", { maximumFractionDigits: 1 })} MB`;

// showTrouble says why files cannot be read piece by piece, and offers what can be done.
function showTrouble({ bytes, most }) {
  const box = document.createElement("section");
  box.className = "trouble";
  box.setAttribute("role", "alert");
  const say = document.createElement("p");
  say.textContent = "This web server sends whole files only; games are read from parts of them (range requests).";
  box.append(say);
  if (bytes <= most) {
    const button = document.createElement("button");
    button.textContent = `Download all games, ${megabytes(bytes)}`;
    button.addEventListener("click", () => {
      box.remove();
      worker.postMessage({ download: true });
    });
    box.append(button);
  } else {
    say.textContent += ` They take ${megabytes(bytes)}, too much to download at once. README.txt, beside this page, says which servers will do.`;
  }
  document.querySelector("main").before(box);
}
