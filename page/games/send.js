// How questions reach the archive: by requests to the server that sent the page. The form
// of the page that needs no such server has a file of this name that asks a worker.

export const hosted = false; // by a server that knows nothing of chesszip

export const send = (path, options) => fetch(path, options);
