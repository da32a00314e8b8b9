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

// Header is what is known of a game before its moves are looked at.
type Header struct {
	Number int64 // of the game, from 0
	// Tags are the tags in the order of the text, with escapes resolved.
	Tags []pgn.Tag
	// Plies is the number of half-moves outside variations, as far as they can
	// be played by the rules of standard chess.
	Plies int
}

func newHeader(number int64, tags []tagvalue.Tag, facts tagvalue.Facts) Header {
	return Header(outline.NewGame(number, tags, facts.Plies))
}

// Tag returns the value of the first tag of the given name or, where no tag has it, of
// the first whose name differs from it in the case of letters only; "" if there is none.
func (h *Header) Tag(name string) string { return (*outline.Game)(h).Tag(name) }

// Elo returns the ratings of both players, 0 for one that is not known.
func (h *Header) Elo() (white, black int) { return (*outline.Game)(h).Elo() }

// Date returns the value of the Date tag or, where that has no year, of UTCDate;
// "" where neither has one.
func (h *Header) Date() string { return (*outline.Game)(h).Date() }

// Game returns the text of game i, exactly as it was compressed. It reads the
// frame of the game and, unless it is larger than a frame, nothing else. The
// errors are ErrNoGame, ErrCorrupt, ErrLimit for a game of more than 16 MiB,
// for which there is Copy, and those of the reader.
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

// Tags returns what the tags of game i say. It reads the frame of the game and
// decodes its tags only.
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

// Keep lets a, and its parts, keep what was decoded of the frames that single games were
// asked of last in so many bytes, instead of two frames in 16 MiB: for a server whose
// clients ask for games here and there. Of a frame the tags and first moves stay longest,
// which take little.
func (a *Archive) Keep(bytes int) { a.all.Frames.KeepBytes(bytes) }

// All returns the games in their order, and what is damaged at its place. Their
// texts stay valid. A game of more than 16 MiB comes without its text, with an error
// that is ErrLimit and pgn.ErrTooLong; others follow.
func (a *Archive) All(ctx context.Context) iter.Seq2[GameText, error] {
	return a.Range(ctx, math.MinInt64, math.MaxInt64)
}

// Range returns the games from number from up to, not including, to.
func (a *Archive) Range(ctx context.Context, from, to int64) iter.Seq2[GameText, error] {
	all := walk.EachGame(ctx, a.all, from, to, walk.ReadsItems, func(v *view.View, low, high int, _ int64) ([]query.Game, error) {
		texts, err := v.Texts(low, high)
		items := []int{low}
		for len(items) < len(texts) { // not high-low, which is only claimed
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

// textOf returns a game as GameText has it.
func textOf(g query.Game, err error) (GameText, error) {
	return GameText{g.Number, g.Text}, cmp.Or(err, g.Err)
}

// Copy writes the texts of the games from number from up to, not including,
// to, one after the other, in bounded memory whatever their length. It returns
// the number of bytes written, and the error of w, that of the reader, or the first
// damage: archives of the file that are whole are written nevertheless.
func (a *Archive) Copy(ctx context.Context, w io.Writer, from, to int64) (written int64, err error) {
	low, high := a.Span()
	from, to = max(from, low), min(to, high)
	if from >= to {
		return 0, nil
	}
	return a.outputTo(ctx, w).Games(a.all.OfGames(from, to), from, to)
}

// CopyAll writes all that the archive gives back, games or not, as Decompress does.
// The results are those of Copy.
func (a *Archive) CopyAll(ctx context.Context, w io.Writer) (int64, error) {
	return a.outputTo(ctx, w).Games(a.all, math.MinInt64, math.MaxInt64)
}

// outputTo returns what writes games of a to w, and copies frames where w is a Writer that
// would make the same of their texts.
func (a *Archive) outputTo(ctx context.Context, w io.Writer) *copy.Output {
	var to *write.Stream
	if z, ok := w.(*Writer); ok && len(a.members) > 0 {
		to = z.stream
	}
	return copy.NewOutput(ctx, w, to, a.all.Frames)
}

// Content tells what is in an archive or a file that holds no game, by its first
// bytes. The error is ErrCorrupt or that of the reader.
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
// those of games do not count. The frames of lists say it, and are not decoded. The error
// is ErrCorrupt or that of the reader.
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

// Select returns the games of the given numbers, in the order asked for; a number may
// come twice. It decodes each frame once for all games that are asked of it, on
// several threads, and of the frame the tags and the moves of the groups of 8 games
// that these are in: to ask for all at once takes a fraction of what Game takes for one
// after the other. It keeps the texts that come later in the order, up to 16 MiB;
// frames of those beyond are decoded again.
//
// Each number has its result: where a game cannot be had, that is a GameText with the
// number alone and the error that Game gives, and the others follow if the caller goes
// on. After an error of ctx nothing follows.
func (a *Archive) Select(ctx context.Context, numbers ...int64) iter.Seq2[GameText, error] {
	return func(yield func(GameText, error) bool) {
		walk.Select(ctx, a.all, numbers, func(number int64, text []byte, err error) bool {
			return yield(GameText{number, text}, err)
		})
	}
}

// Moves returns the main line of game i: where it starts, and the moves up to its end
// or to what is no legal move, which makes ok false; as the MainLine of pgn.ParseGame
// of its text does. Where the frame holds moves as such, no text is made. The errors
// are those of Game.
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

// MainLine is a game without its text.
type MainLine struct {
	Number int64 // from 0
	// Known is false for a game whose start position or variant is not known, and then
	// the Game is empty.
	Known bool
	// Game is where the game starts, and its moves outside variations, up to its end or
	// to what is no legal move.
	gamestate.Game
	Result string // of the Result tag: "1-0", "0-1", "1/2-1/2", "*", or "" for anything else
}

// AnnotatedLine is a game without its text, with its tags, and with what comments and
// glyphs say of its moves.
type AnnotatedLine struct {
	MainLine
	// Tags are the tags in the order of the text, with escapes resolved.
	Tags []pgn.Tag
	// Plies are Moves with their glyphs, clocks and scores, as ParsedGame.Plies gives
	// them, as far as the moves go; nil where there are none.
	Plies []pgn.Ply
}

// AnnotatedLines returns the games from number from up to, not including, to, as
// MainLines does, with their tags, glyphs, clocks and scores. Each frame is decoded once,
// and no texts are written but of games with words that may be moves; where the index has
// moves, of many games only those with remarks are decoded. The errors are those of Range.
func (a *Archive) AnnotatedLines(ctx context.Context, from, to int64) iter.Seq2[AnnotatedLine, error] {
	return walk.EachGame(ctx, a.all, from, to, walk.ReadsAll, func(v *view.View, low, high int, number int64) ([]AnnotatedLine, error) {
		found, err := v.AnnotatedLines(low, high)
		lines := make([]AnnotatedLine, len(found))
		for i, l := range found {
			lines[i] = AnnotatedLine{newMainLine(number+int64(i), l.MainLine), l.Tags, l.Plies}
		}
		return lines, err
	})
}

// MainLines returns the main lines of the games from number from up to, not including,
// to, in their order, and what is damaged at its place. It makes no texts: moves and
// results are those of the index where it has them (IndexPositions, IndexNumbers), and
// those of the frames elsewhere; of a game of more than 16 MiB, those of its first
// 16 MiB. The errors are those of Range.
func (a *Archive) MainLines(ctx context.Context, from, to int64) iter.Seq2[MainLine, error] {
	return walk.EachGame(ctx, a.all, from, to, walk.ReadsAll, func(v *view.View, low, high int, number int64) ([]MainLine, error) {
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
