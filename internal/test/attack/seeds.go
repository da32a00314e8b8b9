package attack

import (
	"bytes"
	"context"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/frame/chunk"
	"github.com/chesszip/chesszip/internal/test/attack/ordinary"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/records"
)

// Seed is an ordinary file, with its options of compression.
type Seed struct {
	Name string
	Text []byte
	Slow bool // by a level of 7 to 9

	options chesszip.WriterOptions
	packed  func() ([]byte, error)
}

func (s *Seed) archive() ([]byte, error) { return s.packed() }

func (s *Seed) compress(text []byte) ([]byte, error) {
	var out bytes.Buffer
	_, err := chesszip.Compress(openingAll(), &out, bytes.NewReader(text), &s.options)
	return out.Bytes(), err
}

// openingAll is the context of writing archives whose small frames have open columns too.
func openingAll() context.Context {
	return chunk.WithLimits(context.Background(), chunk.Limits{Games: chunk.MaxGames, Bytes: chunk.MaxBytes, Tags: chunk.MaxTags, Open: 1})
}

// newSeed returns a seed whose archive is made on first use.
func newSeed(name string, text []byte, o chesszip.WriterOptions) Seed {
	o.Threads = 1
	s := Seed{Name: name, Text: text, Slow: o.Level == learned.V1Max, options: o}
	s.packed = sync.OnceValues(func() ([]byte, error) { return s.compress(text) })
	return s
}

// Seeds returns the ordinary files that cases are based on: at most 50 games, at each
// level, with each open column; lists of positions and of records; and a text.
func Seeds() ([]Seed, error) {
	sample, err := corpus.Read(corpus.Sample)
	if err != nil {
		return nil, err
	}
	few, some := ordinary.FirstGames(sample, 3), ordinary.FirstGames(sample, 40)
	all := chesszip.ColumnNames | chesszip.ColumnMoves | chesszip.ColumnNumbers
	seeds := []Seed{
		newSeed("games -1", few, chesszip.WriterOptions{}),
		newSeed("games -6", few, chesszip.WriterOptions{Level: learned.V1}),
		newSeed("games -9", ordinary.FirstGames(sample, 1), chesszip.WriterOptions{Level: learned.V1Max}),
		newSeed("40 games -1, open", some, chesszip.WriterOptions{Open: all}),
		newSeed("games -1, players", few, chesszip.WriterOptions{Open: chesszip.ColumnNames}),
		newSeed("games -6, positions", few, chesszip.WriterOptions{Level: learned.V1, Open: chesszip.ColumnMoves}),
		newSeed("games -1, numbers", few, chesszip.WriterOptions{Open: chesszip.ColumnNumbers}),
		newSeed("games -0", few, *chesszip.Database()),
		newSeed("annotated -0", []byte(ordinary.Annotated), *chesszip.Database()),
		newSeed("annotated -1", []byte(ordinary.Annotated), chesszip.WriterOptions{Open: all}),
		newSeed("annotated -6", []byte(ordinary.Annotated), chesszip.WriterOptions{Level: learned.V1}),
		newSeed("broken comments -1", []byte(ordinary.Broken), chesszip.WriterOptions{}),
		newSeed("broken comments -0", []byte(ordinary.Broken), *chesszip.Database()),
		newSeed("many tags -1", []byte(ordinary.ManyTags), chesszip.WriterOptions{}),
		newSeed("many tags -6", []byte(ordinary.ManyTags), chesszip.WriterOptions{Level: learned.V1}),
		newSeed("text -1", []byte(ordinary.Prose()), chesszip.WriterOptions{}),
		newSeed("text -6", []byte(ordinary.Prose()), chesszip.WriterOptions{Level: learned.V1}),
		newSeed("positions -1", ordinary.Positions(60), chesszip.WriterOptions{}),
		newSeed("positions -6", ordinary.Positions(60), chesszip.WriterOptions{Level: learned.V1}),
		newSeed("positions, sorted", ordinary.Positions(60), chesszip.WriterOptions{Sort: true}),
		newSeed("table of positions", ordinary.Table(40), chesszip.WriterOptions{}),
	}
	for _, form := range records.Forms() {
		b, err := ordinary.Records(form, 60)
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, newSeed("records, "+form, b, chesszip.WriterOptions{}),
			newSeed("records -6, "+form, b, chesszip.WriterOptions{Level: learned.V1}))
	}
	ends := newSeed("parts end to end", few, chesszip.WriterOptions{})
	ends.packed = sync.OnceValues(func() ([]byte, error) { return appended(few, ordinary.Annotated) })
	single := newSeed("games one by one", few, chesszip.WriterOptions{})
	single.packed = sync.OnceValues(func() ([]byte, error) { return oneByOne(some, all) })
	tabled := chesszip.WriterOptions{Open: chesszip.OpeningTable}
	return append(seeds, ends, single,
		newSeed("40 games -1, openings", some, tabled), // the last two have opening tables
		newSeed("other 40 games -1, openings", ordinary.FirstGames(sample[len(some):], 40), tabled)), nil
}

// oneByOne returns an archive to which the games of a text were appended one at a time,
// the last with open columns.
func oneByOne(text []byte, index chesszip.Columns) ([]byte, error) {
	var file []byte
	for i := 0; len(text) > 0; i++ {
		game := ordinary.FirstGames(text, 1)
		text = text[len(game):]
		o := &chesszip.AppendOptions{Threads: 1}
		if i > 30 {
			o = &chesszip.AppendOptions{Threads: 1, Open: index}
		}
		var out bytes.Buffer
		var err error
		if i == 0 {
			_, err = chesszip.Compress(openingAll(), &out, bytes.NewReader(game), &chesszip.WriterOptions{Threads: 1})
		} else {
			_, err = chesszip.Append(openingAll(), &out, bytes.NewReader(file), int64(len(file)), bytes.NewReader(game), o)
		}
		if err != nil {
			return nil, err
		}
		file = append(file, out.Bytes()...)
	}
	return file, nil
}

// appended returns an archive to which a text was appended.
func appended(text []byte, more string) ([]byte, error) {
	var out bytes.Buffer
	o := &chesszip.WriterOptions{Threads: 1}
	if _, err := chesszip.Compress(context.Background(), &out, bytes.NewReader(text), o); err != nil {
		return nil, err
	}
	first := bytes.NewReader(bytes.Clone(out.Bytes()))
	_, err := chesszip.Append(context.Background(), &out, first, first.Size(), bytes.NewReader([]byte(more)), &chesszip.AppendOptions{Threads: 1})
	return out.Bytes(), err
}
