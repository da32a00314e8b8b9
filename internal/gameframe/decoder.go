package gameframe

import (
	"context"
	"errors"
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/budget"
	"github.com/chesszip/chesszip/internal/comments"
	"github.com/chesszip/chesszip/internal/contextmix"
	"github.com/chesszip/chesszip/internal/corrupt"
	"github.com/chesszip/chesszip/internal/gameframe/moves"
	"github.com/chesszip/chesszip/internal/gameframe/tagsection"
	"github.com/chesszip/chesszip/internal/model/squares/lists"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Decoder reads frames. The zero Decoder is ready to use; it is not for several
// goroutines at once. Its errors are ErrLevel, or a *corrupt.Error that names
// the stream and, where one was being read, the game.
type Decoder struct {
	// Level reads the moves that a learned level coded; nil if there are none.
	Level *learned.Level
	// Missing, if set, is the error of what needs a level where Level is nil, and
	// wraps ErrLevel. If not, what needs one is damage.
	Missing error

	ctx    context.Context
	frame  frame
	starts starts
	room   contextmix.Memory // of lists
	ends   []int             // of the games in what was decoded last
}

// Until makes ctx end what is done from now on: once it is done, all methods return
// soon, and what they return, an error or not, is of no use, which the caller must
// look for. A nil ctx ends nothing.
func (d *Decoder) Until(ctx context.Context) { d.ctx = ctx }

// steps returns what counts the work on the games of a text.
func (d *Decoder) steps() *budget.Budget { return (&budget.Budget{}).Until(d.ctx) }

// Decode appends the input of which f was made to dst.
func (d *Decoder) Decode(dst []byte, f *archive.Frame) ([]byte, error) {
	d.ends = d.ends[:0]
	if err := checkClaims(f); err != nil {
		return dst, err
	}
	if IsText(f) {
		return decodeText(d.ctx, dst, f, &d.room, d.lists())
	}
	return d.decodeGames(dst, f)
}

// lists returns the source of the models of lists.
func (d *Decoder) lists() lists.Source {
	if d.Level == nil {
		return func() (*lists.Models, error) { return nil, d.missing() }
	}
	return lists.From(d.Level)
}

// coding returns the level, or the error of what needs it.
func (d *Decoder) coding() coding { return coding{d.Level, d.missing()} }

// missing returns the error of what needs a level where there is none.
func (d *Decoder) missing() error {
	if d.Missing == nil {
		return corrupt.New("a learned level coded it, and the archive names none")
	}
	return d.Missing
}

// openTags opens a frame of columns and reads which tags its games have.
func (d *Decoder) openTags(f *archive.Frame, upto int) error {
	return d.frame.openTags(d.ctx, f, upto, d.lists())
}

// checkClaims returns an error if f claims more than a frame holds.
func checkClaims(f *archive.Frame) error {
	if f.Input > MaxInput || f.Games > min(f.Input, MaxGames) {
		return corrupt.New("the frame claims more than a frame of games holds")
	}
	return nil
}

// open opens a frame of columns, and decodes the tags of all columns; the values
// of the first games are read, of all if upto is 0.
func (d *Decoder) open(f *archive.Frame, upto int) error {
	if err := d.openTags(f, upto); err != nil {
		return err
	}
	if err := d.frame.openGames(d.coding(), true); err != nil {
		return err
	}
	return d.frame.columns(nil)
}

func (d *Decoder) decodeGames(dst []byte, of *archive.Frame) ([]byte, error) {
	if err := d.open(of, 0); err != nil {
		return dst, err
	}
	f := &d.frame
	start := len(dst)
	dst = slices.Grow(dst, int(of.Input))
	f.end = start + int(of.Input)
	for i := range int(of.Games) {
		var err error
		if dst, err = f.decodeGame(dst, i); err != nil {
			return dst, inGame(i, err)
		}
		if len(dst) > f.end {
			return dst, corrupt.AtGame(i, f.tooLong())
		}
		d.ends = append(d.ends, len(dst))
	}
	if err := f.close(); err != nil {
		return dst, err
	}
	return dst, checkLength(streamName(kindLayout), len(dst)-start, of)
}

// inGame names the game in an error that is not for the caller to handle.
func inGame(game int, err error) error {
	if errors.Is(err, comments.ErrPosition) {
		err = corrupt.In(streamName(kindComments), err)
	}
	return corrupt.AtGame(game, err)
}

// decodeGame appends the text of the next game.
func (f *frame) decodeGame(dst []byte, game int) ([]byte, error) {
	if err := f.next(game, nil); err != nil {
		return dst, err
	}
	if err := f.begin(true, true); err != nil {
		return dst, err
	}
	return f.render(dst)
}

// Games is as Decode, and says where the text of each game ends in what was
// appended, the last at its end. A frame that holds a piece of a game that is
// larger than a frame has one end, or none for the later pieces.
func (d *Decoder) Games(dst []byte, f *archive.Frame) (text []byte, ends []int, err error) {
	before := len(dst)
	if dst, err = d.Decode(dst, f); err != nil {
		return dst, nil, err
	}
	if len(d.ends) == 0 {
		return dst, TextEnds(dst[before:], int(f.Games)), nil
	}
	for _, end := range d.ends {
		ends = append(ends, end-before)
	}
	return dst, ends, nil
}

// Game appends the text of the n-th game of f, counted from 0, to dst. It
// decodes the moves of at most 31 games before it, and the comments of some
// more; their moves, too, where comments hold lines of moves.
func (d *Decoder) Game(dst []byte, f *archive.Frame, n int) ([]byte, error) {
	if n < 0 || int64(n) >= f.Games {
		return dst, corrupt.New("the frame has fewer games than that")
	}
	if !IsText(f) {
		if err := checkClaims(f); err != nil {
			return dst, err
		}
		out, at, err := d.game(dst, f, n, false)
		if errors.Is(err, comments.ErrPosition) {
			out, at, err = d.game(dst, f, n, true)
		}
		if err != nil && at >= 0 {
			err = inGame(at, err)
		}
		return out, err
	}
	text, ends, err := d.Games(nil, f)
	if err != nil {
		return dst, err
	}
	if n >= len(ends) {
		return dst, corrupt.In(streamName(textStream(f).Kind), corrupt.New("the text has fewer games than the frame claims"))
	}
	start := 0
	if n > 0 {
		start = ends[n-1]
	}
	return append(dst, text[start:ends[n]]...), nil
}

// game appends the text of the n-th game of a frame of columns. WithMoves says
// that the moves of games before its group of moves are read, too, if comments
// before it are in its group of comments; without them this fails with
// comments.ErrPosition where the comments need positions. At is the game that was
// being read, -1 for none.
func (d *Decoder) game(dst []byte, of *archive.Frame, n int, withMoves bool) (out []byte, at int, err error) {
	if err := d.open(of, n+1); err != nil {
		return dst, -1, err
	}
	f := &d.frame
	group := n / moves.GroupGames * moves.GroupGames // where the group of moves begins
	from, err := f.comments.Seek(n)
	if err != nil {
		return dst, n, err
	}
	from = min(from, group)
	first := group // where moves are read from
	if withMoves {
		first = from
	}
	for i := 0; i < first; i += moves.GroupGames {
		if err := f.moves.Skip(); err != nil {
			return dst, i, err
		}
	}
	f.moves.Seek()
	needed := f.movesNeed()
	for i := range n {
		wanted := needed
		if i >= from {
			wanted = nil
		}
		if err := f.next(i, wanted); err != nil {
			return dst, i, err
		}
		if err := f.pass(i >= first, i >= from); err != nil {
			return dst, i, err
		}
	}
	f.end = len(dst) + int(of.Input)
	out, err = f.decodeGame(dst, n)
	return out, n, err
}

// pass passes a game whose text is not wanted, but from whose style, moves and
// comments later games are known.
func (f *frame) pass(withMoves, comments bool) error {
	if err := f.begin(withMoves, comments); err != nil {
		return err
	}
	if withMoves || comments && f.plan.Commented() {
		if err := f.follow(withMoves, comments, nil); err != nil {
			return err
		}
	}
	return f.layout.Learn(&f.plan.start)
}

// StreamNames says in words what each stream of a frame holds, a tag's being
// its name in brackets; empty for a kind that it does not know.
func (d *Decoder) StreamNames(f *archive.Frame) ([]string, error) {
	names := make([]string, len(f.Streams))
	for i, s := range f.Streams {
		names[i] = streamName(s.Kind)
	}
	if _, ok := f.Stream(kindLengths); !ok || IsText(f) {
		return names, nil
	}
	if err := d.openTags(f, 0); err != nil {
		return nil, err
	}
	for i, s := range f.Streams {
		if k, ok := isColumn(s.Kind); ok && k < d.frame.section.Columns() {
			names[i] = tagsection.StreamName(d.frame.section.ColumnName(k))
		}
	}
	return names, nil
}
