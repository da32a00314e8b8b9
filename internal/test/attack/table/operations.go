// Package table lists everything that reads inputs: each public function that decodes or
// parses, with an operation that runs it on any bytes; each kind of stream; each method
// of a column; and each command. A test here and one in cmd/chesszip fail if one is
// missing, so that new code is attacked from its first day.
//
// Only tests and benchmarks import it.
package table

import (
	"bytes"
	"context"
	"errors"
	"io"
	"iter"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/levels"
)

// String names a kind.
func (k Kind) String() string {
	return [...]string{"archive", "text", "position", "game", "model"}[k]
}

// Kind is the kind of bytes for an operation, which must accept any bytes.
type Kind uint8

// Kinds of inputs.
const (
	Archives  Kind = iota
	Texts          // PGN, lists of positions, records
	Positions      // a position or a board in one of the codes
	Games          // a game in one of the codes
	Models         // .czm and .czs
)

// Operation runs public functions that decode or parse on the bytes of an input.
type Operation struct {
	// Names are the functions that it runs, such as "chesszip.Open" or
	// "chesszip.Games.With".
	Names []string
	On    Kind
	Do    func(src []byte) error
	// All marks operations that read all of an archive and return it.
	All bool
	// Calls is the number of calls that read frames, 0 for one: each may take what
	// SECURITY.md promises for one.
	Calls int
}

// Operations are all operations: every public function that decodes or parses, as the
// test checks.
func Operations() []Operation {
	all := append(onContainers(), onArchives()...)
	all = append(all, onGamesOfArchives()...)
	all = append(all, onItems()...)
	all = append(all, onQueries()...)
	all = append(all, onTexts()...)
	all = append(all, onPositions()...)
	all = append(all, onGames()...)
	all = append(all, onAddresses()...)
	return append(all, onModels()...)
}

// one are options for one thread.
func one() *chesszip.ReaderOptions {
	return &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}
}

func reader(src []byte) (io.ReaderAt, int64) { return bytes.NewReader(src), int64(len(src)) }

// opened runs work on an archive, or on the rest of a torn one.
func opened(src []byte, work func(a *chesszip.Archive) error) error {
	r, size := reader(src)
	a, err := chesszip.Open(context.Background(), r, size, one())
	var torn *chesszip.TornError
	if errors.As(err, &torn) {
		a, err = chesszip.Open(context.Background(), r, torn.Size, one())
	}
	if err != nil {
		return err
	}
	return work(a)
}

// drain reads a sequence to its end, and returns its first error.
func drain[T any](all iter.Seq2[T, error]) (first error) {
	for _, err := range all {
		if err != nil && first == nil {
			first = err
		}
	}
	return first
}

// scan reads all parts of a stream.
func scan(src []byte) (err error) {
	for a, e := range chesszip.Scan(context.Background(), bytes.NewReader(src), one()) {
		if err = errors.Join(err, e); e == nil {
			_, e = a.WriteTo(context.Background(), io.Discard)
			err = errors.Join(err, e, drain(a.Games().Headers(context.Background())), drain(a.Games().With(mustPattern(`moves:"1. e4"`)).Texts(context.Background())))
		}
	}
	return err
}

func onContainers() []Operation {
	return []Operation{
		{Do: func(src []byte) error {
			r, size := reader(src)
			a, err := archive.NewReader(r, size, nil)
			if err != nil {
				return err
			}
			a.Find(a.Games() - 1)
			err = a.VerifyOldIndexes()
			for i := range a.Len() {
				if _, e := a.Frame(context.Background(), i); err == nil {
					err = e
				}
				f, e := a.Blocks(context.Background(), i, func(uint16) bool { return true })
				if err == nil {
					err = e
				}
				for _, s := range f.Streams {
					if _, e := archive.ParseBlocks(s.Kind, f.Games, s.Data); err == nil {
						err = e
					}
				}
			}
			return err
		}},
		{Do: func(src []byte) error {
			s, err := archive.NewScanner(bytes.NewReader(src), nil)
			if err != nil {
				return err
			}
			err = drain(s.Frames())
			s.Entry()
			_, _ = s.Next()
			return err
		}},
		{Do: func(src []byte) error {
			r, size := reader(src)
			members, _, err := archive.Members(r, size, nil)
			for _, m := range members {
				m.Find(0)
			}
			s, err2 := archive.NewScanner(bytes.NewReader(src), nil)
			for next := err2; next == nil; next = s.NextMember() {
				err2 = errors.Join(err2, drain(s.Frames()))
			}
			return errors.Join(err, err2)
		}},
		{Do: func(src []byte) error {
			r, size := reader(src)
			return drain(archive.Salvage(r, size, nil))
		}},
		{Names: []string{"chesszip.IsArchive"}, Do: func(src []byte) error {
			archive.IsArchive(src)
			_, rest, err := archive.DecodeHeader(src, nil)
			for err == nil && len(rest) > 0 {
				_, rest, err = archive.DecodeFrame(rest, nil)
			}
			return err
		}},
	}
}

func onArchives() []Operation {
	return []Operation{
		{Names: []string{"chesszip.Decompress"}, All: true, Do: func(src []byte) error {
			_, err := chesszip.Decompress(context.Background(), io.Discard, bytes.NewReader(src), one())
			return err
		}},
		{Names: []string{"chesszip.NewReader", "chesszip.Reader.Read", "chesszip.Reader.Reset"}, Do: func(src []byte) error {
			z, err := chesszip.NewReader(context.Background(), bytes.NewReader(src), one())
			if err != nil {
				return err
			}
			_, err = io.Copy(io.Discard, struct{ io.Reader }{z}) // not by WriteTo
			if e := z.Reset(context.Background(), bytes.NewReader(src)); err == nil {
				err = e
			}
			return err
		}},
		{Names: []string{"chesszip.Reader.WriteTo"}, Do: func(src []byte) error {
			z, err := chesszip.NewReader(context.Background(), bytes.NewReader(src), one())
			if err == nil {
				_, err = z.WriteTo(io.Discard)
			}
			return err
		}},
		{Names: []string{"chesszip.Decode"}, Do: func(src []byte) error {
			_, err := chesszip.Decode(nil, src, 4<<20, one())
			return err
		}},
		{Names: []string{"chesszip.Open", "chesszip.Games.Texts"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				_, _, _, _ = a.Frames(), a.Input(), a.Sorted(), a.Size()
				return drain(a.Games().Texts(context.Background()))
			})
		}},
		{Names: []string{"chesszip.Scan"}, All: true, Calls: 3, Do: scan},
		{Names: []string{"chesszip.Archive.WriterOptions"}, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				o, err := a.WriterOptions()
				if err != nil {
					return err
				}
				z := chesszip.NewWriter(context.Background(), io.Discard, &chesszip.WriterOptions{Level: o.Level, Plain: o.Plain, Open: o.Open, Threads: 1})
				_, err = a.WriteTo(context.Background(), z) // frames are copied
				return errors.Join(err, z.Close())
			})
		}},
		{Names: []string{"chesszip.Archive.WriteTo", "chesszip.Archive.VerifyChecksums"}, All: true, Calls: 2, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				_, err := a.WriteTo(context.Background(), io.Discard)
				_, _, err2 := a.VerifyChecksums(context.Background())
				return errors.Join(err, err2)
			})
		}},
		{Names: []string{"chesszip.Archive.Verify"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				_, damaged, err := a.Verify(context.Background())
				if err == nil && len(damaged) > 0 {
					err = damaged[0].Err
				}
				return err
			})
		}},
		{Names: []string{"chesszip.Recover"}, All: true, Do: func(src []byte) error {
			r, size := reader(src)
			_, err := chesszip.Recover(context.Background(), io.Discard, r, size, one())
			return err
		}},
	}
}

func onGamesOfArchives() []Operation {
	return []Operation{
		{Names: []string{"chesszip.Archive.Game"}, Calls: 16, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) (first error) {
				from, to := a.Span()
				for _, n := range []int64{from, (from + to) / 2, to - 1, to} {
					for _, fields := range []chesszip.Fields{chesszip.FieldText, chesszip.FieldTags, chesszip.FieldNumbers | chesszip.FieldMoves, chesszip.FieldRemarks} {
						_, err := a.Game(context.Background(), n, fields)
						first = errors.Join(first, err)
					}
				}
				return first
			})
		}},
		{Names: []string{"chesszip.Games.Numbers"}, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				from, to := a.Span()
				last := max(from, to-1)
				some := a.Games().Numbers(last, (from+to)/2, from, last, min(from+40, last), from+1)
				return drain(some.Rows(context.Background(), chesszip.FieldText|chesszip.FieldMoves))
			})
		}},
		{Names: []string{"chesszip.Games.Range"}, Calls: 2, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				from, to := a.Span()
				err := drain(a.Games().Range(from+1, min(to, from+5000)).Texts(context.Background()))
				_, err2 := a.Games().Range(from, min(to, from+5000)).WriteTo(context.Background(), io.Discard)
				return errors.Join(err, err2)
			})
		}},
		{Names: []string{"chesszip.Archive.Content", "chesszip.Archive.CountPositions"}, All: true, Calls: 2, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				_, err := a.Content(context.Background())
				_, err2 := a.CountPositions(context.Background())
				return errors.Join(err, err2)
			})
		}},
		{Names: []string{"chesszip.Archive.Streams"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				_, err := a.Streams(context.Background())
				return err
			})
		}},
		{Names: []string{"chesszip.Archive.Split", "chesszip.Archive.Shard", "chesszip.Merge"}, All: true, Calls: 2, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				parts, err := a.Split(4000)
				if err != nil {
					return err
				}
				half, err := a.Shard(0, 2)
				if err == nil {
					_, err = chesszip.Merge(context.Background(), io.Discard, append(parts[:min(len(parts), 1)], half), nil)
				}
				return err
			})
		}},
		{Names: []string{"chesszip.OpenUnfinished", "chesszip.Unfinished.Resume"}, Calls: 2, Do: func(src []byte) error {
			// The archive is used as the journal of another, and with one.
			var err error
			for _, at := range []int{0, len(src) / 2} {
				begun, size := reader(src[:len(src)-at])
				journal, journalSize := reader(src[len(src)-at:])
				u, e := chesszip.OpenUnfinished(context.Background(), begun, size, journal, journalSize)
				if e == nil {
					_, e = u.Resume(context.Background(), io.Discard, bytes.NewReader([]byte("[Event \"x\"]\n\n1. e4 *\n")), &chesszip.WriterOptions{Threads: 1})
				}
				err = errors.Join(err, e)
			}
			return err
		}},
		{Names: []string{"chesszip.Append"}, Do: func(src []byte) error {
			r, size := reader(src)
			_, err := chesszip.Append(context.Background(), io.Discard, r, size, bytes.NewReader([]byte("[Event \"x\"]\n\n1. e4 *\n")), &chesszip.AppendOptions{Levels: levels.All(), Threads: 1})
			return err
		}},
	}
}

func onItems() []Operation {
	return []Operation{
		{Names: []string{"chesszip.Games.Headers"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				return drain(a.Games().Headers(context.Background(), "White", "Black", "Event", "Round"))
			})
		}},
		{Names: []string{"chesszip.Games.Lines"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				return drain(a.Games().Lines(context.Background()))
			})
		}},
		{Names: []string{"chesszip.Games.Rows"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				return drain(a.Games().Rows(context.Background(), chesszip.FieldRemarks|chesszip.FieldTags))
			})
		}},
		{Names: []string{"chesszip.Archive.LineSpan", "chesszip.Archive.AllLines", "chesszip.Archive.Lines", "chesszip.Archive.Line"}, All: true, Calls: 4, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				_, to, err := a.LineSpan(context.Background())
				var err2 error
				if to > 0 {
					_, err2 = a.Line(context.Background(), to-1)
				}
				err3 := drain(a.Lines(context.Background(), to/2, to))
				return errors.Join(err, err2, err3, drain(a.AllLines(context.Background())))
			})
		}},
		{Names: []string{"chesszip.Archive.RecordSpan", "chesszip.Archive.AllRecords", "chesszip.Archive.Records", "chesszip.Archive.Record"}, All: true, Calls: 4, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				_, to, err := a.RecordSpan(context.Background())
				var err2 error
				if to > 0 {
					_, err2 = a.Record(context.Background(), to-1)
				}
				err3 := drain(a.Records(context.Background(), to/2, to))
				return errors.Join(err, err2, err3, drain(a.AllRecords(context.Background())))
			})
		}},
	}
}

func onQueries() []Operation {
	all, some, tags := &chesszip.Query{}, new(chesszip.Query).Add("player", "nobody").Add("elo", "2000-").Add("date", "2013"), new(chesszip.Query).Add("tag", "Site=x")
	moves, kings := mustPattern(`moves:"1. e4 e5"`), mustPattern("material:KRvK then mate")
	on := func(name string, calls int, work func(a *chesszip.Archive) error) Operation {
		return Operation{Names: []string{"chesszip." + name}, All: calls > 0, Calls: calls, Do: func(src []byte) error { return opened(src, work) }}
	}
	return []Operation{
		on("Games.Headers", 1, func(a *chesszip.Archive) error { return drain(a.Games().Headers(context.Background())) }),
		on("Games.Where", 2, func(a *chesszip.Archive) error {
			return errors.Join(drain(a.Games().Where(some).Headers(context.Background())), drain(a.Games().Where(tags).Headers(context.Background())))
		}),
		on("Games.Texts", 1, func(a *chesszip.Archive) error { return drain(a.Games().Where(all).Texts(context.Background())) }),
		on("Games.WriteTo", 1, func(a *chesszip.Archive) error {
			_, err := a.Games().Where(some).WriteTo(context.Background(), io.Discard)
			return err
		}),
		on("Games.Rows", 3, func(a *chesszip.Archive) error {
			return errors.Join(drain(a.Games().Rows(context.Background(), chesszip.FieldNumbers)), drain(a.Games().Where(some).Rows(context.Background(), chesszip.FieldNumbers)), drain(a.Games().Where(tags).Rows(context.Background(), chesszip.FieldNumbers)))
		}),
		on("Games.With", 2, func(a *chesszip.Archive) error {
			return errors.Join(drain(a.Games().With(moves).Rows(context.Background(), 0)), drain(a.Games().Where(some).With(kings).Rows(context.Background(), 0)))
		}),
		on("Games.Novelties", 2, func(a *chesszip.Archive) error {
			_, err := a.Games().Where(some).Novelties(context.Background(), []gamestate.Game{{Start: board.Start(), Moves: []board.Move{board.NewMove(board.E2, board.E4, 0)}}})
			return err
		}),
		on("Archive.InOpenings", 0, func(a *chesszip.Archive) error {
			_, err := a.InOpenings(context.Background(), board.Start())
			return err
		}),
		on("Archive.Summary", 1, func(a *chesszip.Archive) error {
			_, err := a.Summary(context.Background())
			return err
		}),
		{Names: []string{"chesszip.NewPlayerReporter"}, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				r, err := chesszip.NewPlayerReporter("/^[a-m]/")
				if err == nil {
					err = r.Add(context.Background(), a.Games().Where(some))
					r.Report(10)
				}
				return err
			})
		}},
		{Names: []string{"chesszip.Archive.Players", "chesszip.Archive.Events", "chesszip.Names.Find"}, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				players, err := a.Players(context.Background())
				events, err2 := a.Events(context.Background())
				for _, names := range []*chesszip.Names{players, events} {
					if names != nil {
						_, e := names.Find(context.Background(), "a b", 10)
						err = errors.Join(err, e)
					}
				}
				return errors.Join(err, err2)
			})
		}},
		on("Games.Count", 2, func(a *chesszip.Archive) error {
			_, err := a.Games().Where(all).Count(context.Background())
			_, err2 := a.Games().Where(some).Count(context.Background())
			return errors.Join(err, err2)
		}),
		on("Games.With", 2, func(a *chesszip.Archive) error {
			return errors.Join(drain(a.Games().Where(all).With(moves).Texts(context.Background())), drain(a.Games().Where(some).With(kings).Texts(context.Background())))
		}),
		on("Games.Count", 1, func(a *chesszip.Archive) error {
			_, err := a.Games().Where(all).With(kings).Count(context.Background())
			return err
		}),
		on("Games.Explore", 2, func(a *chesszip.Archive) error {
			_, err := a.Games().Where(some).Explore(context.Background(), board.Start())
			_, err2 := a.Games().Where(all).Explore(context.Background(), board.Start())
			return errors.Join(err, err2)
		}),
	}
}

func onModels() []Operation {
	return []Operation{
		{Names: []string{"movelist/learned.Parse"}, On: Models, Do: parseMoves},
		{Names: []string{"movelist/learned.ParseWith"}, On: Models, Do: parseWith},
		{Names: []string{"codec/boardmodel.Parse"}, On: Models, Do: parseSquares},
	}
}

// mustPattern parses a text that is a valid pattern.
func mustPattern(text string) *chesszip.Pattern {
	p, err := chesszip.ParsePattern(text)
	if err != nil {
		panic(err)
	}
	return p
}
