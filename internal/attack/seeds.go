package attack

import (
	"bytes"
	"context"
	"sync"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/attack/ordinary"
	"github.com/chesszip/chesszip/internal/corpus"
)

// Seed is an ordinary file, and how it is compressed.
type Seed struct {
	Name string
	Text []byte
	Slow bool // by a level of 7 to 9

	options chesszip.Options
	packed  func() ([]byte, error)
}

func (s *Seed) archive() ([]byte, error) { return s.packed() }

func (s *Seed) compress(text []byte) ([]byte, error) {
	var out bytes.Buffer
	_, err := chesszip.Compress(context.Background(), &out, bytes.NewReader(text), &s.options)
	return out.Bytes(), err
}

// newSeed returns a seed whose archive is made when it is asked for.
func newSeed(name string, text []byte, o chesszip.Options) Seed {
	o.Threads = 1
	s := Seed{Name: name, Text: text, Slow: o.Level == chesszip.Max, options: o}
	s.packed = sync.OnceValues(func() ([]byte, error) { return s.compress(text) })
	return s
}

// Seeds returns the ordinary files that cases are made of: of at most 50 games,
// at each level, with each kind of index; lists of positions and of records; and
// a text.
func Seeds() ([]Seed, error) {
	sample, err := corpus.Read(corpus.Sample)
	if err != nil {
		return nil, err
	}
	few, some := ordinary.FirstGames(sample, 3), ordinary.FirstGames(sample, 40)
	all := chesszip.IndexPlayers | chesszip.IndexPositions | chesszip.IndexNumbers
	seeds := []Seed{
		newSeed("games -1", few, chesszip.Options{Level: chesszip.Fast}),
		newSeed("games -6", few, chesszip.Options{}),
		newSeed("games -9", ordinary.FirstGames(sample, 1), chesszip.Options{Level: chesszip.Max}),
		newSeed("40 games -1 indexed", some, chesszip.Options{Level: chesszip.Fast, Index: all}),
		newSeed("games -1, players", few, chesszip.Options{Level: chesszip.Fast, Index: chesszip.IndexPlayers}),
		newSeed("games -6, positions", few, chesszip.Options{Index: chesszip.IndexPositions}),
		newSeed("games -1, numbers", few, chesszip.Options{Level: chesszip.Fast, Index: chesszip.IndexNumbers}),
		newSeed("annotated -1", []byte(ordinary.Annotated), chesszip.Options{Level: chesszip.Fast, Index: all}),
		newSeed("annotated -6", []byte(ordinary.Annotated), chesszip.Options{}),
		newSeed("many tags -1", []byte(ordinary.ManyTags), chesszip.Options{Level: chesszip.Fast}),
		newSeed("many tags -6", []byte(ordinary.ManyTags), chesszip.Options{}),
		newSeed("text -1", []byte(ordinary.Prose()), chesszip.Options{Level: chesszip.Fast}),
		newSeed("text -6", []byte(ordinary.Prose()), chesszip.Options{}),
		newSeed("positions -1", ordinary.Positions(60), chesszip.Options{Level: chesszip.Fast}),
		newSeed("positions -6", ordinary.Positions(60), chesszip.Options{}),
		newSeed("positions, sorted", ordinary.Positions(60), chesszip.Options{Level: chesszip.Fast, Sort: true}),
		newSeed("table of positions", ordinary.Table(40), chesszip.Options{Level: chesszip.Fast}),
	}
	for _, form := range chesszip.RecordForms() {
		b, err := ordinary.Records(form, 60)
		if err != nil {
			return nil, err
		}
		seeds = append(seeds, newSeed("records, "+form, b, chesszip.Options{Level: chesszip.Fast}),
			newSeed("records -6, "+form, b, chesszip.Options{}))
	}
	ends := newSeed("parts end to end", few, chesszip.Options{Level: chesszip.Fast})
	ends.packed = sync.OnceValues(func() ([]byte, error) { return appended(few, ordinary.Annotated) })
	return append(seeds, ends), nil
}

// appended returns an archive to which a text was appended.
func appended(text []byte, more string) ([]byte, error) {
	var out bytes.Buffer
	o := &chesszip.Options{Level: chesszip.Fast, Threads: 1}
	if _, err := chesszip.Compress(context.Background(), &out, bytes.NewReader(text), o); err != nil {
		return nil, err
	}
	first := bytes.NewReader(bytes.Clone(out.Bytes()))
	_, err := chesszip.Append(context.Background(), &out, first, first.Size(), bytes.NewReader([]byte(more)), o)
	return out.Bytes(), err
}
