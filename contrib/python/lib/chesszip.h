/* chesszip for C: reads archives of chess games.
 *
 * Rules
 *
 *   Handles   are integers above 0: archives, tasks, batches and texts. What a call has
 *             given is closed by czip_close, once. A handle that is not known, or of
 *             another kind, is CZIP_VALUE, never a crash.
 *   Strings   in are UTF-8 with a NUL at the end, and are copied before a call returns.
 *   Errors    A call returns a status. Where that is CZIP_FAILED or above and *error
 *             is asked for (error is not NULL), *error is a text that the caller
 *             frees by czip_free; else *error is not touched.
 *   Memory    The library writes into memory of the caller while a call runs, and keeps
 *             no pointer to it. Its own memory stays inside, but for the texts of errors.
 *   Threads   All calls may be made from any thread. A task or batch is for one thread
 *             at a time.
 *   Waiting   Only czip_wait and czip_close wait: czip_wait for the time that it is told.
 *             Between two waits the caller can look whether it was interrupted; closing a
 *             task ends its work.
 *   fork      The library's threads do not come along. In a child no call may be made.
 *
 * A task gives answers one after the other:
 *
 *     czip_open      one archive
 *     czip_info      one text, JSON
 *     czip_games, czip_find, czip_positions, czip_headers    batches
 *     czip_count     the number itself, as the value
 *     czip_explore   one text, JSON
 */
#ifndef CHESSZIP_H
#define CHESSZIP_H

#include <stdint.h>

typedef const char *czip_text;
typedef int64_t czip_handle;

enum {
	CZIP_OK = 0,         /* *value is an answer */
	CZIP_WAIT = 1,       /* not ready yet: wait again */
	CZIP_END = 2,        /* no more answers */
	CZIP_FAILED = 16,    /* reading failed, or another error */
	CZIP_NOT_FOUND = 17, /* no such file */
	CZIP_CORRUPT = 18,   /* the file is damaged, or is none that can be read */
	CZIP_QUERY = 19,     /* malformed query, pattern or FEN */
	CZIP_INDEX = 20,     /* no game of that number */
	CZIP_VALUE = 21,     /* wrong use: a handle, an option, a size */
	CZIP_CANCELED = 22,  /* the task was closed */
	CZIP_DENIED = 23,    /* the file may not be read */
	CZIP_INTERNAL = 24   /* a fault of the library */
};

/* What games have beside number, result, flags, ply_ends, start and start_ends. */
enum {
	CZIP_MOVES = 1,  /* moves */
	CZIP_UCI = 2,    /* uci, uci_ends */
	CZIP_CLOCKS = 4, /* clocks */
	CZIP_EVALS = 8,  /* evals */
	CZIP_TAGS = 16,  /* tags, tags_ends */
	CZIP_PGN = 32    /* text, text_ends */
};

/* Bits of the column flags: start position and rules are known; a move has a clock, an
 * evaluation. */
enum { CZIP_KNOWN = 1, CZIP_HAS_CLOCKS = 2, CZIP_HAS_EVALS = 4 };

enum { CZIP_BITBOARDS = 0, CZIP_SQUARES = 1 };

/* Which games are wanted. from and to are numbers from 0; numbers, count of them, are
 * wanted instead if it is not NULL; a query that is not empty chooses among all games.
 * shard of shards is a part of the archive, shards 0 the whole. games and plies are how
 * many a batch has at most. */
typedef struct {
	uint32_t want;
	int32_t shard, shards, games, plies;
	int64_t from, to;
	const int64_t *numbers;
	int64_t count;
	czip_text query;
} czip_games_options;

/* Which positions are wanted: those with from to to - 1 half-moves before them; rows of
 * a batch; window, above 1, is among how many each is drawn at random. */
typedef struct {
	int32_t layout, shard, shards, rows, window, from, to;
	uint64_t seed;
	czip_text query;
} czip_positions_options;

int32_t czip_open(czip_text name, int32_t threads, czip_handle *task, char **error);
/* Games and sizes; unless items is 0 also lines and records, for which lists are read. */
int32_t czip_info(czip_handle archive, int32_t items, czip_handle *task, char **error);
int32_t czip_games(czip_handle archive, czip_games_options *options, czip_handle *task, char **error);
int32_t czip_find(czip_handle archive, czip_text pattern, czip_games_options *options, czip_handle *task, char **error);
int32_t czip_positions(czip_handle archive, czip_positions_options *options, czip_handle *task, char **error);
int32_t czip_headers(czip_handle archive, czip_text query, int32_t shard, int32_t shards, czip_handle *task, char **error);
int32_t czip_count(czip_handle archive, czip_text pattern, czip_text query, czip_handle *task, char **error);
int32_t czip_explore(czip_handle archive, czip_text fen, czip_text query, czip_handle *task, char **error);

/* Waits for the next answer of a task, at most so many milliseconds. *value is a handle,
 * or the number of czip_count. */
int32_t czip_wait(czip_handle task, int32_t milliseconds, int64_t *value, char **error);

/* Says how many bytes a column of a batch has; column -1 is the description of the batch:
 * a line "rows N", and one for each column: name, type as in the array protocol of NumPy
 * or "text", values of a row or 0 where rows differ, bytes. For a text, column 0. */
int32_t czip_size(czip_handle batch, int32_t column, int64_t *bytes, char **error);

/* Copies a column, or the description, into size bytes, which must be what czip_size says. */
int32_t czip_copy(czip_handle batch, int32_t column, void *to, int64_t size, char **error);

int32_t czip_close(czip_handle handle, char **error);
void czip_free(void *text);

/* Major, minor and patch number of the library as text, for good. */
czip_text czip_version(void);

#endif
