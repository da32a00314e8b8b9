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
	"math"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
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
	// "chesszip.Archive.Find".
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
			_, e = a.CopyAll(context.Background(), io.Discard)
			err = errors.Join(err, e, drain(a.Headers(context.Background())), drain(a.Find(context.Background(), mustPattern(`moves:"1. e4"`), nil)))
		}
	}
	return err
}

func onContainers() []Operation {
	return []Operation{
		{Names: []string{"archive.NewReader", "archive.Reader.Frame", "archive.Reader.FrameContext", "archive.Reader.BlocksContext", "archive.ParseBlocks", "archive.Reader.Find", "archive.Reader.VerifyOldIndexes"}, Do: func(src []byte) error {
			r, size := reader(src)
			a, err := archive.NewReader(r, size, nil)
			if err != nil {
				return err
			}
			a.Find(a.Games() - 1)
			err = a.VerifyOldIndexes()
			for i := range a.Len() {
				if _, e := a.Frame(i); err == nil {
					err = e
				}
				f, e := a.BlocksContext(context.Background(), i, func(uint16) bool { return true })
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
		{Names: []string{"archive.NewScanner", "archive.Scanner.Frames", "archive.Scanner.Next"}, Do: func(src []byte) error {
			s, err := archive.NewScanner(bytes.NewReader(src), nil)
			if err != nil {
				return err
			}
			err = drain(s.Frames())
			s.Entry()
			_, _ = s.Next()
			return err
		}},
		{Names: []string{"archive.Members", "archive.Scanner.NextMember"}, Do: func(src []byte) error {
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
		{Names: []string{"archive.Salvage"}, Do: func(src []byte) error {
			r, size := reader(src)
			return drain(archive.Salvage(r, size, nil))
		}},
		{Names: []string{"archive.DecodeHeader", "archive.DecodeFrame", "archive.IsArchive"}, Do: func(src []byte) error {
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
		{Names: []string{"chesszip.NewReader", "chesszip.NewReaderContext", "chesszip.Reader.Read", "chesszip.Reader.Reset", "chesszip.Reader.ResetContext"}, Do: func(src []byte) error {
			z, err := chesszip.NewReader(bytes.NewReader(src), one())
			if err != nil {
				return err
			}
			_, err = io.Copy(io.Discard, struct{ io.Reader }{z}) // not by WriteTo
			if e := z.Reset(bytes.NewReader(src)); err == nil {
				err = e
			}
			return err
		}},
		{Names: []string{"chesszip.Reader.WriteTo"}, Do: func(src []byte) error {
			z, err := chesszip.NewReader(bytes.NewReader(src), one())
			if err == nil {
				_, err = z.WriteTo(io.Discard)
			}
			return err
		}},
		{Names: []string{"chesszip.Decode"}, Do: func(src []byte) error {
			_, err := chesszip.Decode(nil, src, 4<<20, one())
			return err
		}},
		{Names: []string{"chesszip.Open", "chesszip.Archive.All"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				_, _, _, _ = a.Frames(), a.Input(), a.Sorted(), a.Size()
				return drain(a.All(context.Background()))
			})
		}},
		{Names: []string{"chesszip.Scan"}, All: true, Calls: 3, Do: scan},
		{Names: []string{"chesszip.Archive.WriterOptions"}, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				o, err := a.WriterOptions()
				if err != nil {
					return err
				}
				z := chesszip.NewWriter(io.Discard, &chesszip.WriterOptions{Level: o.Level, Plain: o.Plain, Open: o.Open, Threads: 1})
				_, err = a.CopyAll(context.Background(), z) // frames are copied
				return errors.Join(err, z.Close())
			})
		}},
		{Names: []string{"chesszip.Archive.CopyAll", "chesszip.Archive.Intact"}, All: true, Calls: 2, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				_, err := a.CopyAll(context.Background(), io.Discard)
				_, _, err2 := a.Intact(context.Background())
				return errors.Join(err, err2)
			})
		}},
		{Names: []string{"chesszip.Archive.Verify", "chesszip.Archive.OldIndexes"}, All: true, Do: func(src []byte) error {
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
		{Names: []string{"chesszip.Archive.Game", "chesszip.Archive.Tags", "chesszip.Archive.Outline"}, Calls: 12, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) (first error) {
				from, to := a.Span()
				for _, n := range []int64{from, (from + to) / 2, to - 1, to} {
					_, err := a.Game(context.Background(), n)
					_, err2 := a.Tags(context.Background(), n)
					_, err3 := a.Outline(context.Background(), n)
					first = errors.Join(first, err, err2, err3)
				}
				return first
			})
		}},
		{Names: []string{"chesszip.Archive.Select", "chesszip.Archive.Moves"}, Calls: 3, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				from, to := a.Span()
				last := max(from, to-1)
				err := drain(a.Select(context.Background(), last, (from+to)/2, from, last, min(from+40, last), from+1))
				_, _, err2 := a.Moves(context.Background(), last)
				_, _, err3 := a.Moves(context.Background(), from)
				return errors.Join(err, err2, err3)
			})
		}},
		{Names: []string{"chesszip.Archive.Range", "chesszip.Archive.Copy"}, Calls: 2, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				from, to := a.Span()
				err := drain(a.Range(context.Background(), from+1, min(to, from+5000)))
				_, err2 := a.Copy(context.Background(), io.Discard, from, min(to, from+5000))
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
		{Names: []string{"chesszip.Archive.Parts", "chesszip.Archive.Shard", "chesszip.Merge"}, All: true, Calls: 2, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				parts, err := a.Parts(4000)
				if err != nil {
					return err
				}
				_, err = chesszip.Merge(context.Background(), io.Discard, append(parts[:min(len(parts), 1)], a.Shard(0, 2)), nil)
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
		{Names: []string{"chesszip.Archive.Outlines"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				return drain(a.Outlines(context.Background(), nil, math.MinInt64, math.MaxInt64))
			})
		}},
		{Names: []string{"chesszip.Archive.Overviews"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				return drain(a.Overviews(context.Background(), nil, "Opening", "Round"))
			})
		}},
		{Names: []string{"chesszip.Archive.MainLines"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				return drain(a.MainLines(context.Background(), math.MinInt64, math.MaxInt64))
			})
		}},
		{Names: []string{"chesszip.Archive.AnnotatedLines"}, All: true, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				return drain(a.AnnotatedLines(context.Background(), math.MinInt64, math.MaxInt64))
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
		return Operation{Names: []string{"chesszip.Archive." + name}, All: calls > 0, Calls: calls, Do: func(src []byte) error { return opened(src, work) }}
	}
	return []Operation{
		on("Headers", 1, func(a *chesszip.Archive) error { return drain(a.Headers(context.Background())) }),
		on("Filter", 2, func(a *chesszip.Archive) error {
			return errors.Join(drain(a.Filter(context.Background(), some)), drain(a.Filter(context.Background(), tags)))
		}),
		on("FilterGames", 1, func(a *chesszip.Archive) error { return drain(a.FilterGames(context.Background(), all)) }),
		on("CopyFiltered", 1, func(a *chesszip.Archive) error {
			_, err := a.CopyFiltered(context.Background(), io.Discard, some)
			return err
		}),
		on("FilterNumbers", 3, func(a *chesszip.Archive) error {
			return errors.Join(drain(a.FilterNumbers(context.Background(), nil)), drain(a.FilterNumbers(context.Background(), some)), drain(a.FilterNumbers(context.Background(), tags)))
		}),
		on("FindPlaces", 2, func(a *chesszip.Archive) error {
			return errors.Join(drain(a.FindPlaces(context.Background(), moves, nil)), drain(a.FindPlaces(context.Background(), kings, some)))
		}),
		on("Novelties", 2, func(a *chesszip.Archive) error {
			_, err := a.Novelties(context.Background(), []gamestate.Game{{Start: board.Start(), Moves: []board.Move{board.NewMove(board.E2, board.E4, 0)}}}, some)
			return err
		}),
		on("InOpenings", 0, func(a *chesszip.Archive) error {
			_, err := a.InOpenings(context.Background(), board.Start())
			return err
		}),
		on("Summary", 1, func(a *chesszip.Archive) error {
			_, err := a.Summary(context.Background())
			return err
		}),
		{Names: []string{"chesszip.NewPlayerReporter"}, Do: func(src []byte) error {
			return opened(src, func(a *chesszip.Archive) error {
				r, err := chesszip.NewPlayerReporter("/^[a-m]/", some)
				if err == nil {
					err = r.Add(context.Background(), a)
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
		on("FilterCount", 2, func(a *chesszip.Archive) error {
			_, err := a.FilterCount(context.Background(), all)
			_, err2 := a.FilterCount(context.Background(), some)
			return errors.Join(err, err2)
		}),
		on("Find", 2, func(a *chesszip.Archive) error {
			return errors.Join(drain(a.Find(context.Background(), moves, all)), drain(a.Find(context.Background(), kings, some)))
		}),
		on("FindCount", 1, func(a *chesszip.Archive) error {
			_, err := a.FindCount(context.Background(), kings, all)
			return err
		}),
		on("Explore", 2, func(a *chesszip.Archive) error {
			_, err := a.Explore(context.Background(), board.Start(), some)
			_, err2 := a.Explore(context.Background(), board.Start(), all)
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
