package main

// filesHelp explains what many commands share, as chesszip help files.
const filesHelp = `The files, folders and addresses that commands read, and the archives they write.

FILE is a PGN file, an archive (.czip) or a database of SCID (its .si4 or .si5
file, with the other two beside it). PGN files and archives may be packed by gzip,
bzip2, xz or zstd. - is standard input; commands that read games also read it if it
is piped and no FILE is named. Pipes, SCID databases and packed files are read from
front to back.

-r, --recursive allows FILE to be a folder. Its files that end in .pgn, .czip,
.si4, .si5, .epd, .fen, .plain or .binpack, packed or not, are read in the order of
their names, and so are those of the folders in it. Hidden files and folders, and
folders that a symbolic link leads to, are skipped.

FILE may be an http or https address. Of an archive only the parts that are needed
are fetched; other files are read from front to back. --download fetches the whole
file first, into a temporary file. Servers without range requests need it, and so
do PGN files for commands that must read at any place, such as merge and serve. A
file that is made from an address gets its last part as name, in this folder.

-o FILE writes to FILE instead of standard output. It appears when it is complete;
-f overwrites an existing file. Its name says what it becomes: games.pgn,
games.csv, games.jsonl, games.uci, games.fen, games.epd or games.czip, an archive,
as chesszip convert explains; --to FORM says it without a name. A file that ends
in .gz, .xz or .zst is packed.

An archive has the level, index and model of the first input that is an archive,
otherwise the defaults. -0 to -9, --index and -D override them. Whole frames are
copied if compressing them would give the same bytes; -v prints how many.

-D FILE.czm names the model of chesszip --train that archives were made with.

-0 makes a database, to be searched fast: all its columns are open, that is, read
alone. --index opens some in an archive of another level, which grows by

  players    5 to 7 bytes a game: names of players, and tags that games share
  numbers    4 bytes a game: ratings, dates, ECO codes, results and lengths
  positions  50 to 60 bytes a game: numbers, and the moves, for find and explore
  openings   5 bytes a game, for explore; it adds numbers and positions

--shard 2/5 reads the second of five parts of the frames. Five machines that each
take one part read everything once, in order.

Exit status: 0 done, 1 failed, 2 wrong use, 3 input corrupt, 4 nothing found by
filter, find, explore or get. With several files, it is the highest.`
