package game

import (
	"context"
	"errors"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/comments"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/frame/game/cache"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/internal/model/lists"
	names "github.com/chesszip/chesszip/internal/model/openings"
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
	cursor cursor
	starts gametext.Starts
	room   contextmix.Memory // of lists
	ends   []int             // of the games in what was decoded last
	text   []byte            // of a game

	// What is known of the frame before it is read.
	writers writers     // that wrote it, while it is checked
	cached  cache.Frame // what was read before
	known   Known       // what else there is, or nil
}

// writers are the writers of a frame that the check of its moves recalls.
type writers struct {
	moves *moves.Writer
	first *firstWriter
}

// Known is what is known of the games of a frame without decoding it.
type Known interface {
	moves.Lines
	tagsection.Told
}

// Share makes d take what was read before of the frame that it reads from now on, and
// keep what it reads; of no frame any more if f is its zero value.
func (d *Decoder) Share(f cache.Frame) { d.cached = f }

// Tell makes d take what is known of the frame that it reads from now on, if that is not
// nil: its first moves, moves of groups of games as long as nothing else is asked for, as
// variations are, and values of tags. What comes out is the same. Where a checksum, or
// what is read, says that this is not of the frame, Decode and what reads single games do
// without; what goes through all games, as Tags and Moves do, ends with an error.
func (d *Decoder) Tell(known Known) {
	d.known = known
	d.frame.section.Tell(known)
	d.frame.first.Tell(known)
	if d.frame.moves.Told() {
		d.frame.moves.Tell(known, d.frame.budget)
	}
}

// distrust drops what may be of other games.
func (d *Decoder) distrust() { d.known, d.cached, d.cursor.of = nil, cache.Frame{}, nil }

// Until makes ctx end what is done from now on: once it is done, all methods return
// soon, and what they return, an error or not, is of no use, which the caller must
// look for. A nil ctx ends nothing.
func (d *Decoder) Until(ctx context.Context) {
	d.ctx = ctx
	d.cursor.opened.Renew(ctx)
	if d.frame.budget != nil {
		d.frame.budget.Renew(ctx)
	}
}

// steps returns what counts the work on the games of a text.
func (d *Decoder) steps() *budget.Budget { return (&budget.Budget{}).Until(d.ctx) }

// Decode appends the input of which f was made to dst, and compares its checksum.
func (d *Decoder) Decode(dst []byte, f *archive.Frame) ([]byte, error) {
	d.ends = d.ends[:0]
	if err := streams.Check(f); err != nil {
		return dst, err
	}
	start := len(dst)
	dst, err := d.decode(dst, f)
	if err != nil && d.known != nil {
		d.distrust()
		return d.Decode(dst[:start], f)
	}
	return dst, err
}

func (d *Decoder) decode(dst []byte, f *archive.Frame) ([]byte, error) {
	start := len(dst)
	var err error
	if whole.Is(f) {
		dst, err = whole.Decode(d.ctx, dst, f, &d.room, d.lists())
	} else {
		dst, err = d.decodeGames(dst, f)
	}
	if err == nil && Check(dst[start:]) != f.Check {
		err = corrupt.Of(corrupt.ErrSum, "what comes out is not what went in: its checksum is another")
	}
	return dst, err
}

// lists returns the source of the models of lists.
func (d *Decoder) lists() lists.Source {
	if d.Level == nil {
		return func() (*lists.Models, error) { return nil, d.missing() }
	}
	return lists.From(d.Level)
}

// coding returns the level, or the error of what needs it.
func (d *Decoder) coding() coding { return coding{d.Level, d.missing(), d.writers.moves} }

// missing returns the error of what needs a level where there is none.
func (d *Decoder) missing() error {
	if d.Missing == nil {
		return corrupt.New("a learned level coded it, and the archive names none")
	}
	return d.Missing
}

// openTags opens a frame of columns and reads which tags its games have; their values
// are those of the first games, as many as given.
func (d *Decoder) openTags(of *archive.Frame, games int) (err error) {
	d.cursor.of = nil
	f := &d.frame
	f.texts.Open(of)
	f.budget = budget.New(int(of.Input)).Until(d.ctx)
	if f.Frame, err = streams.Apart(of, f.budget); err != nil {
		f.Frame = of
		return err
	}
	lines := moves.Lines(d.known)
	if _, words := f.Stream(streams.KindWords); words {
		lines = nil // a reader of the text may take these words for moves
	}
	cached := d.cached.Of(of.Check)
	f.moves.Tell(lines, f.budget)
	f.first.reset(firstSource{f.Frame, &f.section, games, cached, d.writers.first, lines})
	return f.openSection(tagsection.Limits{
		Games: int(f.Games), Upto: games, Bytes: int(f.Input), Budget: f.budget,
		Lists: d.lists(), Known: cached.Tags(games), Told: d.known,
	})
}

// openSection reads which tags the games have.
func (f *frame) openSection(limits tagsection.Limits) error {
	lengths, err := f.stream(streams.KindLengths)
	spelled, err2 := f.spelled(streams.KindNewTags)
	if err := corrupt.First(err, err2); err != nil {
		return err
	}
	limits.Results, _ = f.Stream(streams.KindResults)
	limits.Values = f.texts.Left()
	limits.Openings = func() ([]names.Last, error) { return f.first.Last(f.budget) }
	column := func(k int) []byte {
		data, _ := f.Stream(uint16(streams.KindTags + k))
		return data
	}
	if err := f.section.Open(lengths, spelled, column, limits); err != nil {
		return err
	}
	f.texts.Take(f.section.Values())
	for _, s := range f.Streams {
		if k, ok := streams.Column(s.Kind); ok && k >= f.section.Columns() {
			return corrupt.In(streams.Unknown(s.Kind), corrupt.New("a stream of a tag that no game has"))
		}
	}
	return nil
}

// Check returns the checksum of an input that its frame keeps.
func Check(input []byte) uint32 { return uint32(xxhash.Sum64(input)) }

// open opens a frame of columns, and decodes the tags of all columns.
func (d *Decoder) open(f *archive.Frame) error {
	if err := d.openTags(f, int(f.Games)); err != nil {
		return err
	}
	if err := d.frame.openGames(d.coding(), true); err != nil {
		return err
	}
	if err := d.frame.section.DecodeAll(nil); err != nil {
		return err
	}
	return d.frame.first.Read(d.frame.budget)
}

func (d *Decoder) decodeGames(dst []byte, of *archive.Frame) (_ []byte, err error) {
	if err = d.open(of); err != nil {
		return dst, err
	}
	f := &d.frame
	start := len(dst)
	dst = slices.Grow(dst, int(of.Input))
	f.end = start + int(of.Input)
	for i := range int(of.Games) {
		begin := len(dst)
		if dst, err = f.decodeGame(dst, i); err != nil {
			return dst, inGame(i, err)
		}
		if p := &f.plan; p.Result != d.starts.ResultOf(p.tags, p.Steps, dst[begin:]) {
			return dst, corrupt.In(streams.Name(streams.KindResults), corrupt.AtGame(i, corrupt.New("the moves end with another result")))
		}
		if len(dst) > f.end {
			return dst, corrupt.AtGame(i, f.tooLong())
		}
		d.ends = append(d.ends, len(dst))
	}
	if err := f.close(); err != nil {
		return dst, err
	}
	return dst, streams.CheckLength(streams.KindLayout, len(dst)-start, of)
}

// inGame names the game in an error that is not for the caller to handle.
func inGame(game int, err error) error {
	if errors.Is(err, comments.ErrPosition) {
		err = corrupt.In(streams.Name(streams.KindComments), err)
	}
	return corrupt.AtGame(game, err)
}

// decodeGame appends the text of the next game.
func (f *frame) decodeGame(dst []byte, game int) ([]byte, error) {
	if f.moves.Told() && game%moves.GroupGames == 0 {
		f.moves.Seek()
		if err := f.moves.Skip(); err != nil {
			return dst, err
		}
	}
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
		return dst, gametext.Ends(dst[before:], int(f.Games)), nil
	}
	for _, end := range d.ends {
		ends = append(ends, end-before)
	}
	return dst, ends, nil
}

// StreamNames says in words what each stream of a frame holds, a tag's being
// its name in brackets; empty for a kind that it does not know.
func (d *Decoder) StreamNames(f *archive.Frame) ([]string, error) {
	all := make([]string, len(f.Streams))
	for i, s := range f.Streams {
		all[i] = streams.Name(s.Kind)
	}
	if _, ok := f.Stream(streams.KindLengths); !ok || whole.Is(f) {
		return all, nil
	}
	if err := d.openTags(f, int(f.Games)); err != nil {
		return nil, err
	}
	for i, s := range f.Streams {
		if k, ok := streams.Column(s.Kind); ok && k < d.frame.section.Columns() {
			all[i] = tagsection.StreamName(d.frame.section.ColumnName(k))
		}
	}
	return all, nil
}
