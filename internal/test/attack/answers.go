package attack

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"strings"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/levels"
)

// Promise tests the promise of Verify: an undamaged archive answers like the PGN that it
// decompresses to. Verified is false for an archive that is refused, or damaged;
// otherwise wrong describes a different answer, "" if there is none. Of the questions on
// single games it asks one part of Parts.
func Promise(src []byte, part uint64) (verified bool, wrong string) {
	ctx := context.Background()
	a, err := chesszip.Open(ctx, bytes.NewReader(src), int64(len(src)), options())
	if err != nil || len(a.Gaps()) > 0 || a.Size() != int64(len(src)) {
		return false, ""
	}
	if _, damaged, err := a.Verify(ctx); err != nil || len(damaged) > 0 {
		return false, ""
	}
	text, wrong := textOf(a, src)
	if wrong != "" {
		return true, wrong
	}
	plain, err := chesszip.OpenPGN(ctx, bytes.NewReader(text), int64(len(text)), options())
	if err != nil {
		return true, fmt.Sprintf("its games are not PGN: %v", err)
	}
	if a.NumGames() == 0 {
		return true, gamesOfNone(a)
	}
	for _, q := range questions(plain, part) {
		if wrong := firstDifference(q.ask(a), q.ask(plain)); wrong != "" {
			return true, q.name + ": " + wrong
		}
	}
	return true, ""
}

// gamesOfNone reports games in the text of an archive of one part that claims to have
// none.
func gamesOfNone(a *chesszip.Archive) string {
	ctx := context.Background()
	var all bytes.Buffer
	if _, err := a.WriteTo(ctx, &all); err != nil || len(a.Members()) > 1 || len(a.Frames()) > 1 {
		return ""
	}
	plain, err := chesszip.OpenPGN(ctx, bytes.NewReader(all.Bytes()), int64(all.Len()), options())
	if err == nil && plain.NumGames() > 0 {
		return fmt.Sprintf("no games, the text has %d", plain.NumGames())
	}
	return ""
}

// options are those for one thread.
func options() *chesszip.ReaderOptions {
	return &chesszip.ReaderOptions{Levels: levels.All(), Threads: 1}
}

// textOf returns the concatenated games of an archive. Wrong names a way of reading all
// of it with another result.
func textOf(a *chesszip.Archive, src []byte) (games []byte, wrong string) {
	ctx := context.Background()
	var all, stream bytes.Buffer
	if _, err := a.WriteTo(ctx, &all); err != nil {
		return nil, fmt.Sprintf("WriteTo: %v", err)
	}
	if _, err := chesszip.Decompress(ctx, &stream, bytes.NewReader(src), options()); err != nil {
		return nil, fmt.Sprintf("Decompress: %v", err)
	}
	if !bytes.Equal(all.Bytes(), stream.Bytes()) {
		return nil, "Decompress: another text than WriteTo"
	}
	for g, err := range a.Games().Texts(ctx) {
		if err != nil {
			return nil, fmt.Sprintf("Texts: %v", err)
		}
		games = append(games, g.Text...)
	}
	// Everything else is in frames without games.
	var merged bytes.Buffer
	if _, err := chesszip.Merge(ctx, &merged, []*chesszip.Archive{a}, nil); err == chesszip.ErrRepack {
		return games, ""
	} else if err != nil {
		return nil, fmt.Sprintf("Merge: %v", err)
	}
	m, err := chesszip.Open(ctx, bytes.NewReader(merged.Bytes()), int64(merged.Len()), options())
	if err != nil {
		return nil, fmt.Sprintf("Merge: Open: %v", err)
	}
	if _, damaged, err := m.Verify(ctx); err != nil || len(damaged) > 0 {
		return nil, fmt.Sprintf("Merge: Verify: %v %v", err, damaged)
	}
	all.Reset()
	if _, err := m.WriteTo(ctx, &all); err != nil || !bytes.Equal(all.Bytes(), stream.Bytes()) {
		return nil, fmt.Sprintf("Merge: another text (%v)", err)
	}
	return games, ""
}

// question is a question to an archive and its PGN.
type question struct {
	name string
	ask  func(a *chesszip.Archive) []string // a line for each result
}

// adder adds a question.
type adder func(name string, ask func(a *chesszip.Archive) []string)

// questions returns the questions about games: all of them, and a part of those that
// have an answer.
func questions(plain *chesszip.Archive, part uint64) (all []question) {
	ctx := context.Background()
	add := func(name string, ask func(a *chesszip.Archive) []string) { all = append(all, question{name, ask}) }
	ofAll(add)
	n := uint64(0)
	some := func(name string, ask func(a *chesszip.Archive) []string) {
		if n++; n%Parts == part%Parts {
			add(name, ask)
		}
	}
	for h, err := range plain.Games().Headers(ctx) {
		if err != nil {
			break
		}
		if h.Number%13 != 0 && h.Number != 2 {
			continue
		}
		ofGame(h.Number, some)
		for _, q := range queriesOf(&h) {
			ofQuery(q, some)
		}
		if g, err := plain.Game(ctx, h.Number, chesszip.FieldMoves); err == nil && g.Known {
			ofLine(&h, g.Line.Start, g.Line.Moves, some)
		}
	}
	for _, text := range []string{"material:KRvK", "mate", "white-isolated:d hold:2 then check"} {
		ofPattern(text, nil, some)
	}
	return all
}

func ofAll(add adder) {
	ctx := context.Background()
	add("NumGames", func(a *chesszip.Archive) []string { return []string{fmt.Sprint(a.NumGames())} })
	add("Texts", func(a *chesszip.Archive) []string { return lines(a.Games().Texts(ctx)) })
	add("Headers", func(a *chesszip.Archive) []string { return lines(a.Games().Headers(ctx)) })
	add("Headers by name", func(a *chesszip.Archive) []string {
		return lines(a.Games().Headers(ctx, "White", "Event", "Round", "Opening"))
	})
	add("Lines", func(a *chesszip.Archive) []string { return lines(a.Games().Lines(ctx)) })
	add("Remarks", func(a *chesszip.Archive) []string {
		return lines(a.Games().Rows(ctx, chesszip.FieldRemarks|chesszip.FieldTags))
	})
	add("Numbers", func(a *chesszip.Archive) []string { return lines(a.Games().Rows(ctx, chesszip.FieldNumbers)) })
	add("Summary", func(a *chesszip.Archive) []string {
		sum, err := a.Summary(ctx)
		return []string{fmt.Sprintf("%+v", sum), fmt.Sprint(err)}
	})
}

// ofGame adds questions about one game.
func ofGame(n int64, add adder) {
	ctx := context.Background()
	add(fmt.Sprint("Game ", n), func(a *chesszip.Archive) []string {
		var answers []string
		for _, fields := range []chesszip.Fields{chesszip.FieldText, chesszip.FieldTags, chesszip.FieldNumbers, chesszip.FieldMoves, chesszip.FieldRemarks} {
			g, err := a.Game(ctx, n, fields)
			answers = append(answers, fmt.Sprintf("%+v %v", g, err))
		}
		return answers
	})
	add(fmt.Sprint("Numbers ", n), func(a *chesszip.Archive) []string { return lines(a.Games().Numbers(n, a.NumGames()-1, n).Texts(ctx)) })
}

// queriesOf returns queries that match a game.
func queriesOf(h *chesszip.Game) (all []*chesszip.Query) {
	for _, of := range [][2]string{{"white", "White"}, {"player", "Black"}, {"eco", "ECO"}, {"result", "Result"}, {"white-elo", "WhiteElo"}, {"event", "Event"}, {"date", "Date"}, {"tc", "TimeControl"}} {
		if value := h.Tag(of[1]); value != "" {
			all = append(all, new(chesszip.Query).Add(of[0], value), new(chesszip.Query).Not(of[0], value))
		}
	}
	return append(all,
		new(chesszip.Query).Add("ply", fmt.Sprint(h.Plies, "-")),
		new(chesszip.Query).Add("tag", "Site="+h.Tag("Site")).Add("elo", "1500+"),
		new(chesszip.Query).Add("has", "WhiteElo"))
}

func ofQuery(q *chesszip.Query, add adder) {
	ctx := context.Background()
	if q.Validate() != nil {
		return
	}
	add("Headers "+q.String(), func(a *chesszip.Archive) []string { return lines(a.Games().Where(q).Headers(ctx)) })
	add("Count "+q.String(), func(a *chesszip.Archive) []string {
		n, err := a.Games().Where(q).Count(ctx)
		return []string{fmt.Sprint(n, err)}
	})
	add("Numbers "+q.String(), func(a *chesszip.Archive) []string { return lines(a.Games().Where(q).Rows(ctx, chesszip.FieldNumbers)) })
	add("WriteTo "+q.String(), func(a *chesszip.Archive) []string {
		var b bytes.Buffer
		_, err := a.Games().Where(q).WriteTo(ctx, &b)
		return []string{b.String(), fmt.Sprint(err)}
	})
	add("Explore "+q.String(), func(a *chesszip.Archive) []string { return explored(a, board.Start(), q) })
}

// ofLine adds questions about positions of a game.
func ofLine(h *chesszip.Game, p board.Position, moves []board.Move, add adder) {
	const depth = 12
	played := positions(p, moves[:min(len(moves), depth)])
	for i, p := range played {
		if i%3 == 0 {
			add("Explore "+p.String(), func(a *chesszip.Archive) []string { return explored(a, p, nil) })
		}
	}
	last := played[len(played)-1]
	fields := strings.Fields(last.String())
	ofPattern(fmt.Sprintf("fen:%q", strings.Join(fields[:4], " ")), nil, add)
	ofPattern(fmt.Sprintf("fen:%q", fields[0]), new(chesszip.Query).Add("ply", fmt.Sprint(h.Plies)), add)
}

func ofPattern(text string, q *chesszip.Query, add adder) {
	ctx := context.Background()
	p, err := chesszip.ParsePattern(text)
	if err != nil {
		return
	}
	add("With "+text, func(a *chesszip.Archive) []string { return lines(a.Games().Where(q).With(p).Texts(ctx)) })
	add("Count with "+text, func(a *chesszip.Archive) []string {
		n, err := a.Games().Where(q).With(p).Count(ctx)
		return []string{fmt.Sprint(n, err)}
	})
}

// positions returns the positions of a line.
func positions(start board.Position, moves []board.Move) []board.Position {
	s := gamestate.NewState(start)
	all := []board.Position{start}
	for _, m := range moves {
		if s.Play(m) != nil {
			break
		}
		all = append(all, s.Position())
	}
	return all
}

// lines returns a line for each item of a sequence, and one for an error.
func lines[T any](all iter.Seq2[T, error]) (lines []string) {
	for item, err := range all {
		if err != nil {
			lines = append(lines, "error: "+err.Error())
			continue
		}
		lines = append(lines, fmt.Sprintf("%+v", item))
	}
	return lines
}

// explored returns the counts, whatever their source.
func explored(a *chesszip.Archive, p board.Position, q *chesszip.Query) []string {
	x, err := a.Games().Where(q).Explore(context.Background(), p)
	if err != nil {
		return []string{err.Error()}
	}
	out := []string{fmt.Sprintf("%+v", x.Statistics)}
	for i := range x.Moves {
		out = append(out, fmt.Sprintf("%v %+v", x.Moves[i].Move, x.Moves[i].Statistics))
	}
	return out
}

// firstDifference describes the first difference of two answers, "" if there is none.
func firstDifference(got, want []string) string {
	for i := range max(len(got), len(want)) {
		g, w := "nothing", "nothing"
		if i < len(got) {
			g = got[i]
		}
		if i < len(want) {
			w = want[i]
		}
		if g != w {
			return fmt.Sprintf("line %d is %.300q, the text says %.300q", i, g, w)
		}
	}
	return ""
}
