package chesszip

import (
	"cmp"
	"context"
	"io"
	"iter"
	"math"

	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/base/ctxio"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/query"
	"github.com/chesszip/chesszip/internal/read/items"
	"github.com/chesszip/chesszip/internal/read/outline"
	"github.com/chesszip/chesszip/internal/read/view"
	"github.com/chesszip/chesszip/internal/read/walk"
	"github.com/chesszip/chesszip/internal/write"
	"github.com/chesszip/chesszip/internal/write/copy"
	"github.com/chesszip/chesszip/pgn"
)

// GameText is the text of a game.
type GameText struct {
	Number int64  // from 0
	Text   []byte // exactly as it was compressed
}

// Header is the number, the tags and the length of a game.
type Header struct {
	Number int64 // of the game, from 0
	// Tags are the tags in the order of the text, with escapes resolved.
	Tags []pgn.Tag
	// Plies is the number of half-moves outside variations, up to the first move that is
	// not legal in standard chess.
	Plies int
}

func newHeader(number int64, tags []tagvalue.Tag, facts tagvalue.Facts) Header {
	return Header(outline.NewGame(number, tags, facts.Plies))
}

// Tag returns the value of the first tag with the given name. If no tag has it, letter
// case is ignored; "" if there is still none.
func (h *Header) Tag(name string) string { return (*outline.Game)(h).Tag(name) }

// Elo returns the ratings of both players, 0 for one that is not known.
func (h *Header) Elo() (white, black int) { return (*outline.Game)(h).Elo() }

// Date returns the value of the Date tag or, if that has no year, of UTCDate; "" if
// neither has one.
func (h *Header) Date() string { return (*outline.Game)(h).Date() }

// Game returns the text of game i, exactly as it was compressed. It reads only the frame
// of the game, unless the game is larger than a frame. The errors are ErrNoGame,
// ErrCorrupt, ErrLimit for a game of more than 16 MiB, which Copy can write, and those
// of the reader.
func (a *Archive) Game(ctx context.Context, i int64) ([]byte, error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return nil, err
	}
	v.Keep()
	defer v.Done()
	text, err := v.Text(item)
	if err := keepFirst(ctxio.Err(ctx), err); err != nil {
		return nil, err
	}
	return text, nil
}

// Tags returns the header of game i. It reads the frame of the game and decodes only its
// tags.
func (a *Archive) Tags(ctx context.Context, i int64) (h Header, err error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return h, err
	}
	v.Keep()
	defer v.Done()
	err = v.TagsOf(item, func(tags []tagvalue.Tag, facts tagvalue.Facts) { h = newHeader(i, tags, facts) })
	if err := keepFirst(ctxio.Err(ctx), err); err != nil {
		return Header{}, err
	}
	return h, nil
}

// viewOf returns the view in which a game is, and its number there.
func (a *Archive) viewOf(ctx context.Context, game int64) (*view.View, int, error) {
	return a.all.ViewOf(ctx, game)
}

// Keep sets the size in bytes of the cache of decoded frames for single games, which a
// and its parts share. The default is two frames in 16 MiB. A server whose clients ask
// for games here and there needs more. Tags and first moves are small and stay longest.
func (a *Archive) Keep(bytes int) { a.all.Frames.KeepBytes(bytes) }

// All returns the games in their order, and errors at the places of damaged games. Their
// texts stay valid. A game of more than 16 MiB comes without its text, with an error
// that is ErrLimit and pgn.ErrTooLong; the games after it follow.
func (a *Archive) All(ctx context.Context) iter.Seq2[GameText, error] {
	return a.Range(ctx, math.MinInt64, math.MaxInt64)
}

// Range returns the games with numbers from <= number < to.
func (a *Archive) Range(ctx context.Context, from, to int64) iter.Seq2[GameText, error] {
	all := walk.EachGame(ctx, a.all, from, to, walk.ReadsItems, func(v *view.View, low, high int, _ int64) ([]query.Game, error) {
		texts, err := v.Texts(low, high)
		items := []int{low}
		for len(items) < len(texts) { // not high-low, which the frame only claims
			items = append(items, low+len(items))
		}
		return query.GamesOf(v, items, texts, err)
	})
	return func(yield func(GameText, error) bool) {
		for g, err := range all {
			if !yield(textOf(g, err)) {
				return
			}
		}
	}
}

// textOf converts a game to a GameText.
func textOf(g query.Game, err error) (GameText, error) {
	return GameText{g.Number, g.Text}, cmp.Or(err, g.Err)
}

// Copy writes the texts of the games with numbers from <= number < to, concatenated, in
// bounded memory whatever their length. It returns the number of bytes written, and the
// error of w, that of the reader, or the first damage; undamaged archives of the file
// are written nevertheless.
func (a *Archive) Copy(ctx context.Context, w io.Writer, from, to int64) (written int64, err error) {
	low, high := a.Span()
	from, to = max(from, low), min(to, high)
	if from >= to {
		return 0, nil
	}
	return a.outputTo(ctx, w).Games(a.all.OfGames(from, to), from, to)
}

// CopyAll writes everything that the archive holds, games or not, as Decompress does.
// The results are those of Copy.
func (a *Archive) CopyAll(ctx context.Context, w io.Writer) (int64, error) {
	return a.outputTo(ctx, w).Games(a.all, math.MinInt64, math.MaxInt64)
}

// outputTo returns an output that writes games of a to w. If w is a Writer that would
// make the same frames of the texts, it copies frames.
func (a *Archive) outputTo(ctx context.Context, w io.Writer) *copy.Output {
	var to *write.Stream
	if z, ok := w.(*Writer); ok && len(a.members) > 0 {
		to = z.stream
	}
	return copy.NewOutput(ctx, w, to, a.all.Frames)
}

// Content returns the kind of content of an archive or a file that holds no game, judged
// by its first bytes. The error is ErrCorrupt or that of the reader.
func (a *Archive) Content(ctx context.Context) (Content, error) {
	for _, s := range a.all.Segments {
		if a.all.Frames.Entry(s.Frame).Input == 0 {
			continue
		}
		c, err := items.Content(a.all.Frames.View(ctx, s))
		return Content(c), keepFirst(ctxio.Err(ctx), err)
	}
	return ContentEmpty, nil
}

// CountPositions returns the number of positions in the lists of an archive or a file;
// positions of games do not count. It reads the number from the frames of the lists
// without decoding them. The error is ErrCorrupt or that of the reader.
func (a *Archive) CountPositions(ctx context.Context) (n int64, err error) {
	count := func(_ context.Context, v *view.View) ([]int64, error) {
		k, err := items.Positions(v)
		return []int64{k}, err
	}
	p := a.all
	p.Segments, p.Reads = items.Without(p.Frames, p.Segments), walk.ReadsItems
	walk.Each(ctx, p, count, func(k int64, e error) bool {
		n, err = n+k, keepFirst(err, e)
		return true
	})
	return n, err
}

// Select returns the games with the given numbers, in the given order; a number may
// occur twice. It decodes each frame once for all its games, on several threads, and of
// the frame only the tags and the groups of 8 games that hold the requested ones. One
// call for many games takes a fraction of the time of a Game call for each. Texts that
// are needed later are kept, up to 16 MiB; frames of those beyond are decoded again.
//
// Each number has one result. If a game cannot be read, its result is a GameText with
// the number alone and the error of Game, and the others follow if the caller goes on.
// After an error of ctx nothing follows.
func (a *Archive) Select(ctx context.Context, numbers ...int64) iter.Seq2[GameText, error] {
	return func(yield func(GameText, error) bool) {
		walk.Select(ctx, a.all, numbers, func(number int64, text []byte, err error) bool {
			return yield(GameText{number, text}, err)
		})
	}
}

// Moves returns the main line of game i: its start position, and the moves up to its end
// or to the first that is not legal, in which case ok is false. It is the MainLine that
// pgn.ParseGame gives for the text. If the frame stores the moves, no text is made. The
// errors are those of Game.
func (a *Archive) Moves(ctx context.Context, i int64) (game gamestate.Game, ok bool, err error) {
	v, item, err := a.viewOf(ctx, i)
	if err != nil {
		return game, false, err
	}
	v.Keep()
	defer v.Done()
	game, ok, err = outline.MainLine(v, item)
	if err := keepFirst(ctxio.Err(ctx), err); err != nil {
		return gamestate.Game{}, false, err
	}
	return game, ok, nil
}

// MainLine is the main line of a game, without its text.
type MainLine struct {
	Number int64 // from 0
	// Known is false for a game whose start position or variant is not known; its Game
	// is then empty.
	Known bool
	// Game is the start position, and the moves outside variations up to the end or to
	// the first that is not legal.
	gamestate.Game
	Result string // of the Result tag: "1-0", "0-1", "1/2-1/2", "*", or "" for anything else
}

// AnnotatedLine is the main line of a game with its tags, and with the comments and
// glyphs of its moves.
type AnnotatedLine struct {
	MainLine
	// Tags are the tags in the order of the text, with escapes resolved.
	Tags []pgn.Tag
	// Plies are Moves with their glyphs, clocks and scores, in the form of
	// ParsedGame.Plies; nil if there are none.
	Plies []pgn.Ply
}

// AnnotatedLines returns the games with numbers from <= number < to, as MainLines does,
// with their tags, glyphs, clocks and scores. Each frame is decoded once. A text is made
// only for games with words that may be moves. If the index has the moves, of many games
// only those with remarks are decoded. The errors are those of Range.
func (a *Archive) AnnotatedLines(ctx context.Context, from, to int64) iter.Seq2[AnnotatedLine, error] {
	return walk.EachGame(ctx, a.all, from, to, walk.ReadsUnknown, func(v *view.View, low, high int, number int64) ([]AnnotatedLine, error) {
		found, err := v.AnnotatedLines(low, high)
		lines := make([]AnnotatedLine, len(found))
		for i, l := range found {
			lines[i] = AnnotatedLine{newMainLine(number+int64(i), l.MainLine), l.Tags, l.Plies}
		}
		return lines, err
	})
}

// MainLines returns the main lines of the games with numbers from <= number < to, in
// their order, and errors at the places of damaged games. It makes no texts: moves and
// results come from the index if it has them (ColumnMoves, ColumnNumbers), otherwise
// from the frames; of a game of more than 16 MiB, from its first 16 MiB. The errors are
// those of Range.
func (a *Archive) MainLines(ctx context.Context, from, to int64) iter.Seq2[MainLine, error] {
	return walk.EachGame(ctx, a.all, from, to, walk.ReadsUnknown, func(v *view.View, low, high int, number int64) ([]MainLine, error) {
		found, err := v.MainLines(low, high)
		lines := make([]MainLine, len(found))
		for i, l := range found {
			lines[i] = newMainLine(number+int64(i), l)
		}
		return lines, err
	})
}

func newMainLine(number int64, l view.MainLine) MainLine {
	return MainLine{number, l.Known, gamestate.Game{Start: l.Start, Moves: l.Moves}, l.Result.String()}
}
