package queries

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/internal/test/usage"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/records"
)

// BenchmarkLines reads the moves of all games of an archive with open columns, and those
// of the games of elo:1800+, about a tenth. docs/library.md has the ratio.
func BenchmarkLines(b *testing.B) {
	a := kit.OpenBytes(b, kit.Compress(b, corpus.Need(b, "pgn/lichess-old-test.pgn"), chesszip.Database()), nil)
	for name, games := range map[string]chesszip.Games{"all": a.Games(), "elo": a.Games().Where(kit.Query("elo:1800+"))} {
		b.Run(name, func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = 0
				for g, err := range games.Rows(b.Context(), chesszip.FieldMoves) {
					require.NoError(b, err)
					if g.Known {
						n++
					}
				}
			}
			b.ReportMetric(float64(n), "games")
		})
	}
}

// training returns the positions of games of engines as records, with their scores.
func training(b *testing.B) (all []records.Record) {
	for g, err := range pgn.NewReader(bytes.NewReader(corpus.Need(b, "pgn/tcec-test.pgn")), nil).Games() {
		require.NoError(b, err)
		tree, _ := g.Tree()
		for n := tree.Root(); n.Next() != nil; n = n.Next() {
			p, next := n.Position(), n.Next()
			r := records.Record{Position: p, Move: next.Move(), Ply: p.FullmoveNumber*2 + uint16(p.Turn) - 2, Result: records.ResultOf(g.Outcome(), p.Turn)}
			for _, comment := range next.Comments {
				if s, ok := pgn.EngineScoreOf(comment, p.Turn); ok {
					r.Score = int16(s)
				}
			}
			all = append(all, r)
		}
	}
	return all
}

// BenchmarkRecords reads all training records of archives on one thread, and those of
// the files that were archived. docs/library.md has the rates, by processor time.
func BenchmarkRecords(b *testing.B) {
	all := training(b)
	for _, form := range []records.Form{records.Bin, records.Plain, records.Binpack} {
		var file bytes.Buffer
		w := records.NewWriter(&file, form)
		for i := range all {
			require.NoError(b, w.Write(&all[i]))
		}
		require.NoError(b, w.Close())
		rate := func(b *testing.B, began float64, size int) {
			b.ReportMetric(float64(len(all))*float64(b.N)/(usage.ProcessorTime()-began)*1000, "records/cpu-s")
			b.ReportMetric(float64(size)/float64(len(all)), "bytes/record")
		}
		b.Run(form.String()+"/file", func(b *testing.B) {
			began := usage.ProcessorTime()
			for b.Loop() {
				in := records.NewReader(bytes.NewReader(file.Bytes()), form)
				for range all {
					require.NoError(b, in.Read(new(records.Record)))
				}
			}
			rate(b, began, file.Len())
		})
		for name, o := range map[string]*chesszip.WriterOptions{"-0": chesszip.Database(), "-1": nil} {
			packed := kit.Compress(b, file.Bytes(), o)
			a := kit.OpenBytes(b, packed, &chesszip.ReaderOptions{Threads: 1})
			b.Run(form.String()+"/"+name, func(b *testing.B) {
				began := usage.ProcessorTime()
				for b.Loop() {
					n := 0
					for _, err := range a.AllRecords(b.Context()) {
						require.NoError(b, err)
						n++
					}
					require.Len(b, all, n)
				}
				rate(b, began, len(packed))
			})
		}
	}
}
