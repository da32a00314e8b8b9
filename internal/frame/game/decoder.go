package game

import (
	"context"
	"errors"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/comments"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
	"github.com/chesszip/chesszip/internal/frame/game/cache"
	"github.com/chesszip/chesszip/internal/frame/game/gametext"
	"github.com/chesszip/chesszip/internal/frame/game/moves"
	"github.com/chesszip/chesszip/internal/frame/game/streams"
	"github.com/chesszip/chesszip/internal/frame/game/tagsection"
	"github.com/chesszip/chesszip/internal/frame/whole"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/lists"
	names "github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/movelist/learned"
)

// Decoder reads frames. The zero Decoder is ready to use; it must not be used by
// several goroutines at once. Its errors are ErrLevel, or a *corrupt.Error that names
// the stream and, where one was being read, the game.
type Decoder struct {
	// Level decodes the moves of a learned level; it may be nil if there are none.
	Level *learned.Level
	// Missing, if set, is the error for data that needs a level if Level is nil; it
	// wraps ErrLevel. If not set, such data counts as damaged.
	Missing error

	ctx    context.Context
	frame  frame
	cursor cursor
	starts gametext.Starts
	room   contextmix.Memory // of lists
	ends   []int             // of the games decoded last
	text   []byte            // of a game

	// Known data of the frame, from before reading it.
	writers writers     // its writers, while it is checked
	cached  cache.Frame // what was read before
	lost    []bool      // see Whole
}

// writers are the writers of a frame that the check of its moves recalls.
type writers struct {
	moves *moves.Writer
	first *firstWriter
}

// Turn makes d a decoder of another level. It keeps the memory of models: a search of a
// damaged file tries each level at each frame.
func (d *Decoder) Turn(level *learned.Level, missing error) {
	*d = Decoder{Level: level, Missing: missing, room: d.room}
}

// Share makes d use and add to what was read before of the next frames; the zero
// value ends that.
func (d *Decoder) Share(f cache.Frame) { d.cached = f }

// Until sets the context of later calls. Once ctx is done, all methods return soon
// with meaningless results, perhaps without an error, so the caller must check ctx. A
// nil ctx is never done.
func (d *Decoder) Until(ctx context.Context) {
	d.ctx = ctx
	d.cursor.opened.Renew(ctx)
	if d.frame.budget != nil {
		d.frame.budget.Renew(ctx)
	}
}

// steps returns a budget that counts the work on the games of a text.
func (d *Decoder) steps() *budget.Budget { return (&budget.Budget{}).Until(d.ctx) }

// Decode appends the original input of f to dst, and verifies its checksum.
func (d *Decoder) Decode(dst []byte, f *archive.Frame) ([]byte, error) {
	d.ends = d.ends[:0]
	if err := streams.Check(f); err != nil {
		return dst, err
	}
	return d.decode(dst, f)
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
	return (*level.Level)(d.Level).Lists
}

// coding returns the level, or the error if it is needed but missing.
func (d *Decoder) coding() coding { return coding{d.Level, d.missing(), d.writers.moves} }

// missing returns the error for data that needs a missing level.
func (d *Decoder) missing() error {
	if d.Missing == nil {
		return corrupt.New("a learned level coded it, and the archive names none")
	}
	return d.Missing
}

// openTags opens a frame of columns and reads which tags its games have; it reads the
// values of the first games, as many as given.
func (d *Decoder) openTags(of *archive.Frame, games int) (err error) {
	d.cursor.of = nil
	f := &d.frame
	f.texts.Open(of)
	f.budget = budget.New(int(of.Input)).Until(d.ctx)
	if f.Frame, err = streams.Apart(of, f.budget); err != nil {
		f.Frame = of
		return err
	}
	f.opened = open.Source{}
	if slices.ContainsFunc(f.Streams, func(s archive.Stream) bool { return open.IsKind(s.Kind) }) {
		f.opened = open.Source{Frame: f.Frame, Lost: d.lost, Budget: f.budget}
	}
	cached := d.cached.Of(of.Check)
	f.first.reset(firstSource{f.Frame, &f.section, games, cached, d.writers.first, f.opened})
	return f.openSection(tagsection.Limits{
		Games: int(f.Games), Upto: games, Bytes: int(f.Input), Budget: f.budget,
		Lists: d.lists(), Known: cached.Tags(games), Open: f.opened,
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

// Check returns the checksum of an input, as stored in its frame.
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
			return dst, corrupt.In(f.section.ResultsName(), corrupt.AtGame(i, corrupt.New("the moves end with another result")))
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

// inGame adds the game to an error, unless the caller handles it.
func inGame(game int, err error) error {
	if errors.Is(err, comments.ErrPosition) {
		err = corrupt.In(streams.Name(streams.KindComments), err)
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

// Games is Decode that also returns the end of each game's text in the appended text.
// A frame with a piece of a game that is larger than a frame has one end, or none for
// the later pieces.
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

// StreamNames returns a name for the content of each stream of a frame. For a tag it
// is the tag's name in brackets; for an unknown kind it is empty.
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
