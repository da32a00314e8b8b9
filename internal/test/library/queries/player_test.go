package queries

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/test/library/kit"
	"github.com/chesszip/chesszip/pgn"
)

func TestSameNames(t *testing.T) {
	names := []chesszip.NameCount{
		{Name: "Carlsen, M", Games: 9}, {Name: "Carlsen, Magnus", Games: 7}, {Name: "GM Magnus Carlsen", Games: 2}, {Name: "Carlsen M.", Games: 1},
		{Name: "Carlsen, Mads", Games: 3}, {Name: "Anand, V", Games: 5}, {Name: "Viswanathan Anand", Games: 6}, {Name: "drnyk", Games: 4}, {Name: "DrNyk", Games: 1},
		{Name: "Carlsen", Games: 2}, {Name: "Müller, Karl", Games: 1}, {Name: "Mueller,K", Games: 1}, {Name: "A, B", Games: 1}, {Name: "A,B", Games: 1}, {Name: "B, A", Games: 1},
	}
	var got []string
	for _, g := range chesszip.SameNames(names) {
		var spellings []string
		for _, n := range g {
			spellings = append(spellings, fmt.Sprint(n.Name, " ", n.Games))
		}
		got = append(got, strings.Join(spellings, "; "))
	}
	require.Equal(t, []string{
		"Viswanathan Anand 6; Anand, V 5",
		"Carlsen, M 9; Carlsen M. 1", // of both
		"Carlsen, Magnus 7; GM Magnus Carlsen 2",
		"drnyk 4; DrNyk 1",
		"Carlsen, Mads 3",
		"Carlsen 2",
		"A, B 1; A,B 1",
		"Mueller,K 1; Müller, Karl 1",
		"B, A 1",
	}, got)
	require.Empty(t, chesszip.SameNames(nil))
}

// TestPlayerReport compares reports, of PGN and of archives, with one that is made of the
// texts.
func TestPlayerReport(t *testing.T) {
	src := kit.Lichess(t)
	src = bytes.ReplaceAll(src, []byte("[Opening \"S"), []byte("[Off \"S")) // some have only codes
	games := kit.NaiveGames(t, src)
	openingOf := func(i int) string {
		g := pgn.ParseGame(games[i].Text)
		line, _ := g.MainLine()
		return chesszip.OpeningOfGame(g.Tags, &line).Name
	}
	for _, c := range []struct{ name, query string }{{"argo", ""}, {"=argo", "result:1-0"}, {"a*", "date:2013.01.24"}, {"/^[m-q]/", "-white:/^n/"}, {"nobody", ""}} {
		want := map[string]chesszip.Score{}
		n := int64(0)
		q := kit.Query(c.query)
		white, black := kit.Query("white:"+c.name), kit.Query("black:"+c.name)
		whole := kit.OpenPGN(t, src)
		is := func(q *chesszip.Query) map[int64]bool {
			found := map[int64]bool{}
			for h, err := range whole.Games().Where(q).Headers(t.Context()) {
				require.NoError(t, err)
				found[h.Number] = true
			}
			return found
		}
		meant, asWhite, asBlack := is(q), is(white), is(black)
		for i, g := range games {
			if k := int64(i); !meant[k] || !asWhite[k] && !asBlack[k] {
				continue
			}
			n++
			side, own, other, won := "white", "White", "Black", "1-0"
			if !asWhite[int64(i)] {
				side, own, other, won = "black", "Black", "White", "0-1"
			}
			var s chesszip.Score
			switch g.Ended() {
			case won:
				s.Wins++
			case "1/2-1/2":
				s.Draws++
			case "1-0", "0-1":
				s.Losses++
			default:
				s.Other++
			}
			opening, _, _ := strings.Cut(openingOf(i), ",")
			for _, key := range []string{side, side + " " + opening, side + " " + g.Value(other), side + " " + g.Date()[:4]} {
				sum := want[key]
				sum.Add(s)
				want[key] = sum
			}
			sum := want["name "+g.Value(own)]
			sum.Other++
			want["name "+g.Value(own)] = sum
		}
		for form, a := range map[string]*chesszip.Archive{
			"PGN": whole, "packed": kit.OpenBytes(t, kit.Compress(t, src, nil), nil),
			"open": kit.OpenBytes(t, kit.Compress(t, src, &chesszip.WriterOptions{Open: kit.EveryIndex}), nil),
		} {
			r, err := chesszip.NewPlayerReporter(c.name)
			require.NoError(t, err)
			require.NoError(t, r.Add(t.Context(), a.Games().Where(q)))
			p := r.Report(1 << 20)
			require.Equal(t, n, p.Games, "%v %s", c, form)
			got := map[string]chesszip.Score{}
			note := func(key string, s chesszip.Score) {
				if s.Games() > 0 {
					got[key] = s
				}
			}
			note("white", p.White)
			note("black", p.Black)
			for _, name := range p.Names {
				note("name "+name.Name, chesszip.Score{Other: name.Games})
			}
			for _, y := range p.Years {
				note(fmt.Sprint("white ", y.Year), y.White)
				note(fmt.Sprint("black ", y.Year), y.Black)
			}
			for _, o := range p.Opponents {
				note("white "+o.Name, o.White)
				note("black "+o.Name, o.Black)
			}
			for _, o := range p.Openings.White {
				note("white "+o.Name, o.Score)
			}
			for _, o := range p.Openings.Black {
				note("black "+o.Name, o.Score)
			}
			delete(want, "white ") // games without an opening
			delete(want, "black ")
			require.Equal(t, want, got, "%v %s", c, form)
			short := r.Report(1)
			require.LessOrEqual(t, len(short.Opponents)+len(short.Names)+len(short.Openings.White), 3)
		}
	}
	_, err := chesszip.NewPlayerReporter("/(/")
	require.ErrorIs(t, err, chesszip.ErrQuery)
	r, err := chesszip.NewPlayerReporter("a")
	require.NoError(t, err)
	require.ErrorIs(t, r.Add(t.Context(), kit.OpenPGN(t, src).Games().Where(new(chesszip.Query).Add("date", "x"))), chesszip.ErrQuery)
}
