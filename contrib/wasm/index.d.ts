// Types of chesszip for JavaScript.

/** What an error is about. */
export type ErrorCode =
  /** the bytes are damaged, or neither an archive nor PGN */
  | "corrupt"
  /** sound bytes of a position or a game, by a method that this function does not read */
  | "method"
  /** written by a version of chesszip that this one cannot read */
  | "version"
  /** a learned table is needed and was not given */
  | "level"
  /** no game, line, record or file of that number or name */
  | "notFound"
  /** a query or a pattern that cannot be understood; see hint */
  | "query"
  /** a FEN that cannot be read */
  | "fen"
  /** a position that cannot be played, or that has no key */
  | "position"
  /** a move that is not legal, or cannot be read */
  | "move"
  /** an option out of range, or an argument of another type */
  | "option"
  /** more memory or bytes than is allowed */
  | "limit"
  /** the server answers range requests with the whole file; see size */
  | "noRanges"
  /** the file was changed while it was read */
  | "changed"
  /** a server or the network failed; see status */
  | "http"
  /** a source gave something else than it was asked for */
  | "source"
  /** the archive or the module was closed */
  | "closed"
  | "aborted"
  | "failed";

export class ChesszipError extends Error {
  readonly name: "ChesszipError";
  readonly code: ErrorCode;
  /** What may have been meant, for "query". */
  readonly hint?: string;
  /** Size of the file in bytes, for "noRanges", where the server says it. */
  readonly size?: number;
  /** Status of the answer, for "http". */
  readonly status?: number;
  /** Name of the table that is missing, for "level". */
  readonly table?: string;
}

/** Bytes that can be read at any place. */
export interface Source {
  /** In bytes. */
  readonly size: number;
  /** Returns just length bytes; offset + length is at most size. */
  read(offset: number, length: number): Promise<Uint8Array> | Uint8Array;
  /** Called once, when the archive is closed. */
  close?(): void | Promise<void>;
}

/**
 * What open takes. A string is an address that starts with http: or https:, in node
 * else the path of a file, in a browser else an address that the page's resolves.
 */
export type Openable = Uint8Array | ArrayBuffer | SharedArrayBuffer | DataView | Blob | string | URL | Source;

export interface Cancelable {
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: AbortSignal;
}

export interface OpenOptions extends Cancelable {
  /**
   * Opens an archive whose learned table is missing, too: counts, tags and filters can
   * be had, moves fail with "level". Default false.
   */
  allowMissing?: boolean;
  /** Of an address: reads all of the file first, from servers without ranges. Default false. */
  download?: boolean;
  /** The most bytes that download takes, default 50 MiB. */
  maxDownload?: number;
  /** Of an address: sent with each request. */
  headers?: HeadersInit;
  /** Of an address: used instead of the global fetch. */
  fetch?: typeof globalThis.fetch;
}

export interface LoadOptions {
  /**
   * The module, default dist/chesszip.wasm of the package. dist/answers.wasm is that of
   * pages: it opens archives, has ask, answer and site, and nothing else.
   */
  wasm?: WebAssembly.Module | ArrayBuffer | Uint8Array;
  /**
   * Reads a file of dist that the module needs beside it, default from the package:
   * openings.bin.gz and book.bin.gz, once, when the first archive is opened or made.
   */
  parts?: (file: string) => Promise<Uint8Array | ArrayBuffer> | Uint8Array;
  /**
   * Where learned tables come from: the function of @chesszip/levels or another, a folder
   * as an address or, in node, a path, or the bytes by name. Default is @chesszip/levels in
   * node, if it is installed, and dist of the package in browsers. The names are
   * default.czm for -4 to -6, max.czm for -7 to -9, squares.czs beside default.czm for
   * lists of positions, and eight hexadecimal digits and .czm for a level of one's own.
   */
  levels?: string | URL | ((table: string) => Promise<Uint8Array | ArrayBuffer | undefined> | Uint8Array | undefined) | Record<string, Uint8Array | ArrayBuffer>;
}

/** The module of the package, loaded at the first call; with options a new one. */
export function load(options?: LoadOptions): Promise<Chesszip>;

/** Opens an archive or PGN by the module that load() gives. */
export function open(what: Openable, options?: OpenOptions): Promise<Archive>;

/** A part of an archive's index. */
export type Index = "players" | "positions" | "numbers" | "openings";

export class Chesszip {
  private constructor();

  /** Opens an archive and reads its index, or PGN, which is read once to find the games. */
  open(what: Openable, options?: OpenOptions): Promise<Archive>;

  /**
   * Opens a database of SCID 4 or 5 by the bytes of its index (.si4, .si5), names and
   * games, without the games that SCID has marked as deleted. It is read as PGN, at most
   * limit bytes, default 1 GiB.
   */
  openScid(
    index: Uint8Array | ArrayBuffer, names: Uint8Array | ArrayBuffer, games: Uint8Array | ArrayBuffer, options?: Cancelable & { limit?: number },
  ): Promise<Archive>;

  /** Archives that are asked together, numbered from 1 in this order. Only dist/answers.wasm has it. */
  site(archives: Archive[]): Promise<Site>;

  /** Compresses any bytes at level 1. */
  compress(bytes: Uint8Array | ArrayBuffer, options?: Cancelable & { index?: Index[] }): Promise<Uint8Array>;

  /** Gives back what was compressed, at most limit bytes, default 1 GiB. */
  decompress(bytes: Uint8Array | ArrayBuffer, options?: Cancelable & { limit?: number }): Promise<Uint8Array>;

  /** What a FEN says. Like all calls for positions it answers at once and throws. */
  parseFEN(fen: string): ParsedPosition;
  legalMoves(fen: string): Move[];
  /** The FEN after moves, each in UCI or SAN. */
  play(fen: string, ...moves: string[]): string;
  /** A move in SAN; moves are given in UCI or SAN. */
  san(fen: string, move: string): string;
  uci(fen: string, move: string): string;

  /**
   * 40 hexadecimal digits that are equal for positions that are the same by the rule of
   * repetition, and for no others; counters do not count.
   */
  key(fen: string): string;
  positionOfKey(key: string): string;

  /** The whole position in some 15 bytes, as codec.AppendPosition of the library has it. */
  encodePosition(fen: string): Uint8Array;
  decodePosition(bytes: Uint8Array | ArrayBuffer): string;

  /** A game's start and moves in some 30 bytes, as codec.AppendGame with movelist.Fast. */
  encodeGame(game: { start?: string; moves: string[] }): Uint8Array;
  decodeGame(bytes: Uint8Array | ArrayBuffer): { start: string; uci: string[]; san: string[] };

  /** Bytes of memory that the module has. */
  readonly memory: number;

  /** Ends the module, and all archives that it has opened. */
  close(): Promise<void>;
}

/** Rows that come as they are found. Each loop over it starts anew. */
export interface Rows<T> extends AsyncIterable<T> {}

export interface Found<T> extends Rows<T> {
  /** How many rows there are; faster than counting them. */
  count(): Promise<number>;
}

/**
 * The answers of chesszip serve, byte for byte, but that solved endings are null; see
 * docs/api-http.md. A path is such as "api/games?query=player:petrov". What cannot be
 * understood fails with "query", what is not there with "notFound".
 */
export interface Questions {
  /**
   * An answer that is JSON. part gets what has come so far of an answer in parts, such as
   * the counts of api/explore before its games.
   */
  ask(path: string, options?: Cancelable & { body?: Uint8Array; part?: (soFar: any) => void }): Promise<any>;
  /** Any answer, such as api/download, given to take piece by piece behind begin. */
  answer(
    path: string,
    options?: Cancelable & { body?: Uint8Array; begin?: (head: AnswerHead) => void; take?: (piece: Uint8Array) => void },
  ): Promise<AnswerHead>;
}

export interface AnswerHead {
  /** As in Content-Type. */
  type: string;
  /** Of the file in which it is to be saved, "" if it is to be shown. */
  name: string;
}

export interface Site extends Questions {}

/** Games are numbered from 0; ranges are from, and up to but not including, to. */
export class Archive implements Questions {
  private constructor();

  /** Only dist/answers.wasm has these two; see Questions. */
  ask(path: string, options?: Cancelable & { part?: (soFar: any) => void }): Promise<any>;
  answer(
    path: string,
    options?: Cancelable & { begin?: (head: AnswerHead) => void; take?: (piece: Uint8Array) => void },
  ): Promise<AnswerHead>;

  /** Of the file, without folders; "" where there is none. */
  readonly name: string;

  readonly games: number;
  /** Of the file, in bytes. */
  readonly size: number;
  /** What decompress gives, in bytes. */
  readonly input: number;
  /** What the moves are coded by; "own" for a level of one's own. */
  readonly level: "fast" | "default" | "max" | "own";
  /** Whether the table of the level is missing, see allowMissing. */
  readonly missing: boolean;
  /** Whether lines of lists are in another order than in their files. */
  readonly sorted: boolean;
  /** Whether the file is PGN, not an archive. */
  readonly pgn: boolean;

  /** The PGN of a game. Bytes that are no UTF-8 become U+FFFD. */
  get(number: number, options?: Cancelable): Promise<string>;
  /** The PGN of a game, byte for byte. */
  getBytes(number: number, options?: Cancelable): Promise<Uint8Array>;
  game(number: number, options?: Cancelable): Promise<Game>;
  header(number: number, options?: Cancelable): Promise<Header>;

  /**
   * Tags of games. With outline only White, Black, WhiteElo, BlackElo, Date, Result and
   * ECO, which an index with players and numbers has without decoding games.
   */
  headers(from?: number, to?: number, options?: Cancelable & { outline?: boolean }): Rows<Header>;
  texts(from?: number, to?: number, options?: Cancelable): Rows<GameText>;
  allGames(from?: number, to?: number, options?: Cancelable): Rows<Game>;
  /** Moves and results alone: from the index with positions, where there is one. */
  mainLines(from?: number, to?: number, options?: Cancelable): Rows<MainLine>;

  /** Games that a query means, such as "player:carlsen date:2010-"; see docs/query.md. */
  filter(query?: string, options?: Cancelable & { texts?: false }): Found<Header>;
  filter(query: string, options: Cancelable & { texts: true }): Found<GameText>;
  /** Games that have a pattern on the board, such as "Ne5 -pf?"; see docs/patterns.md. */
  find(pattern: string, options?: Cancelable & { query?: string }): Found<Hit>;
  /** What games have made of a position, of the start without one; depth from 1 to 60 half-moves. */
  explore(fen?: string, options?: Cancelable & { query?: string; depth?: number; width?: number }): Promise<Explored>;

  /** Lines of lists of positions. */
  lines(from?: number, to?: number, options?: Cancelable): Rows<Line>;
  /** Training records. */
  records(from?: number, to?: number, options?: Cancelable): Rows<TrainingRecord>;

  info(options?: Cancelable): Promise<Info>;
  /** What the parts of the archive take, the largest first. Reads all of the file. */
  streams(options?: Cancelable): Promise<{ name: string; bytes: number }[]>;

  close(): Promise<void>;
}

export type Tags = Record<string, string>;
export type Result = "1-0" | "0-1" | "1/2-1/2" | "*";

export interface Header {
  number: number;
  /** Half-moves of the main line. */
  plies: number;
  /** In their order; of equal names the first. */
  tags: Tags;
}

export interface GameText {
  number: number;
  text: string;
}

export interface Hit extends GameText {
  /** Half-moves before the position that has the last step of the pattern. */
  ply: number;
  /** The same for each step. */
  steps: number[];
}

/** A score for White: centipawns, or moves to mate, less than 0 where White is mated. */
export type Score = { cp: number; mate?: undefined } | { mate: number; cp?: undefined };

export interface Game {
  number: number;
  tags: Tags;
  /** FEN. */
  start: string;
  /** Moves of the main line; castling is e1g1, in Chess960 the king taking its rook. */
  uci: string[];
  san: string[];
  /** What stands behind the moves: "" for nothing. */
  result: Result | "";
  /** Whether all moves were understood; else they end before the first that was not. */
  whole: boolean;
  /** Milliseconds left after each move; absent if no move has a clock. */
  clocks?: (number | null)[];
  evals?: (Score | null)[];
  /** Numbers of glyphs of each move: 1 for !, 2 for ?, ... */
  nags?: number[][];
  problems: string[];
}

export interface MainLine {
  number: number;
  /** False for a game of an unknown variant or start, which has no moves here. */
  known: boolean;
  start?: string;
  uci: string[];
  result: Result | "";
}

export interface Line {
  text: string;
  /** Null for a line without a position, such as the names of columns. */
  fen: string | null;
}

export interface TrainingRecord {
  fen: string;
  move: string | null;
  /** For the side to move, in the engine's units. */
  score: number;
  ply: number;
  /** For the side to move: 1 won, 0 drawn or not known, -1 lost. */
  result: -1 | 0 | 1;
}

export interface Tally {
  games: number;
  white: number;
  draws: number;
  black: number;
  /** Games with another result, or none. */
  open: number;
  /** Mean rating of the players, 0 if none is known. */
  elo: number;
  /** Performance of the side to move, 0 if it is not known. */
  performance: number;
  lastYear: number;
  /** The games of the highest ratings, at most two. */
  samples: { number: number; rating: number }[];
}

export interface Opening {
  eco: string;
  name: string;
}

export interface Position extends Tally {
  fen: string;
  opening?: Opening;
  moves: ExploredMove[];
}

export interface ExploredMove extends Tally, Move {
  next?: Position;
}

export interface Explored extends Position {
  /** How many games were looked at: counted before, by the index, or by decoding. */
  looked: { stored: number; indexed: number; decoded: number };
}

export interface Move {
  uci: string;
  san: string;
}

export interface ParsedPosition {
  fen: string;
  turn: "white" | "black";
  /** 64 letters, a1 first, then b1; "." for an empty square. */
  squares: string;
  halfmoveClock: number;
  fullmoveNumber: number;
  check: boolean;
  checkmate: boolean;
  stalemate: boolean;
  insufficientMaterial: boolean;
  opening: Opening | null;
}

export interface Info {
  /** Lines of lists of positions. */
  lines: number;
  /** Training records. */
  records: number;
  /** What the first frame with an index has, and whether there is an opening table. */
  index: Index[];
  /** Where games lie. */
  frames: { first: number; games: number; input: number; stored: number; offset: number }[];
  /** Bytes that belong to no archive. */
  gaps: { offset: number; length: number; message: string }[];
}
