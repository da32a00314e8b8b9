package table

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/codec"
	"github.com/chesszip/chesszip/codec/boardmodel"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/internal/model/level"
	"github.com/chesszip/chesszip/internal/model/moves"
	"github.com/chesszip/chesszip/levels"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/pgn"
	"github.com/chesszip/chesszip/polyglot"
	"github.com/chesszip/chesszip/records"
	"github.com/chesszip/chesszip/scid"
)

// onGames are the operations on one game.
func onGames() (all []Operation) {
	add := func(names []string, do func(src []byte) error) {
		all = append(all, Operation{Names: names, On: Games, Do: do})
	}
	for _, l := range movelist.Levels() {
		add([]string{"movelist.Decode"}, func(src []byte) error {
			p := board.Start()
			_, _, err := l.Decode(src, &p)
			_, _, err2 := l.DecodeMoves(nil, src, &p)
			_, _, err3 := movelist.Decode(src, &p, movelist.Levels()...)
			return errors.Join(err, err2, err3)
		})
	}
	for _, l := range []*learned.Level{learned.V1, learned.V1Max} {
		add([]string{"movelist/learned.Level.Decode", "movelist/learned.Level.DecodeMoves", "movelist/learned.Level.DecodeKnown"}, func(src []byte) error {
			p := board.Start()
			_, _, err := l.Decode(src, &p)
			_, _, err1 := l.DecodeMoves(nil, src, &p)
			_, _, err2 := l.DecodeKnown(headed(l.Method(), src), &p, &learned.Known{WhiteElo: 1500})
			return errors.Join(err, err1, err2)
		})
	}
	add(nil, readLearned)
	add([]string{"codec.DecodeGame", "codec.AppendDecodeGame"}, func(src []byte) error {
		_, _, err := codec.DecodeGame(src, learned.V1, movelist.SAN)
		for _, l := range append(movelist.Levels(), learned.V1) {
			_, _, e := codec.DecodeGame(headed(0x10+l.Method(), src), l)
			err = errors.Join(err, e)
		}
		return err
	})
	add([]string{"polyglot.Open", "polyglot.Book.Entries", "polyglot.Builder.Add"}, readBook)
	add([]string{"gamestate.Game.Replay"}, func(src []byte) error {
		g, _, err := codec.DecodeGame(src)
		if err == nil {
			_, err = g.Replay()
		}
		return err
	})
	add([]string{"codec.StoredGame.Scan", "codec.StoredGame.UnmarshalBinary", "gamestate.Game.UnmarshalText"}, func(src []byte) error {
		var g codec.StoredGame
		return errors.Join(g.Scan(src), g.Scan(string(src)), g.UnmarshalBinary(src), g.UnmarshalText(src))
	})
	add([]string{"codec.GameBy.Scan", "codec.GameBy.UnmarshalBinary"}, func(src []byte) error {
		var g levels.V1Game
		return errors.Join(g.Scan(src), g.Scan(string(src)), g.UnmarshalBinary(src), g.UnmarshalText(src))
	})
	return all
}

// manyPlies is how many moves of an endless game are read.
const manyPlies = 4000

// play reads moves by next until it fails.
func play(next func(p *board.Position, legal []board.Move) (int, error), made func(p *board.Position, m board.Move)) error {
	p := board.Start()
	var legal []board.Move
	for range manyPlies {
		legal = movegen.AppendLegal(legal[:0], &p)
		if len(legal) == 0 {
			break
		}
		i, err := next(&p, legal)
		if err != nil {
			return err
		}
		if i < 0 { // a null move
			break
		}
		made(&p, legal[i])
		movegen.Make(&p, legal[i])
	}
	return nil
}

func readLearned(src []byte) error {
	r := (*level.Level)(learned.V1).NewReader(src)
	r.Reset(src)
	var err error
	for i := 0; i < 4 && err == nil; i++ {
		if err = r.Begin(&moves.Known{}); err != nil {
			break
		}
		var past moves.Past
		err = play(func(p *board.Position, legal []board.Move) (int, error) { return r.Read(&past, p, legal) },
			func(p *board.Position, m board.Move) { past = past.Next(p, m) })
	}
	return errors.Join(err, r.Seek(1), r.Close())
}

// parseQuery parses a query, and formats it.
func parseQuery(src []byte) error {
	q, err := chesszip.ParseQuery(string(src))
	if err != nil {
		return err
	}
	q.Hints(func(*chesszip.Query) (int64, error) { return 1, nil })
	q.Meaning()
	_, err = chesszip.ParseQuery(q.String())
	return err
}

// onTexts are the operations on PGN, and on lists of positions and records.
func onTexts() (all []Operation) {
	add := func(names []string, do func(src []byte) error) {
		all = append(all, Operation{Names: names, On: Texts, Do: do})
	}
	for _, l := range []*learned.Level{nil, learned.V1} {
		add([]string{"chesszip.Compress"}, func(src []byte) error {
			_, err := chesszip.Compress(context.Background(), io.Discard, bytes.NewReader(src), &chesszip.WriterOptions{Level: l, Threads: 1})
			return err
		})
	}
	add([]string{"chesszip.OpenPGN"}, func(src []byte) error {
		r, size := reader(src)
		a, err := chesszip.OpenPGN(context.Background(), r, size, one())
		if err != nil {
			return err
		}
		err = drain(a.Games().Headers(context.Background()))
		return errors.Join(err, drain(a.Games().Texts(context.Background())), drain(a.Games().With(mustPattern(`moves:"1. e4"`)).Texts(context.Background())))
	})
	add([]string{"chesszip.SplitPoints"}, func(src []byte) error {
		return drain(chesszip.SplitPoints(context.Background(), bytes.NewReader(src)))
	})
	add([]string{"chesszip.Scan"}, scan)
	add([]string{"chesszip.Sorter.Add", "chesszip.Sorter.AddGames", "chesszip.Deduper.Add", "chesszip.Deduper.AddGames", "chesszip.Deduper.AddKnown"}, sortAndDedupe)
	add([]string{"records.NewReader", "records.Reader.Read", "records.Reader.Begins", "records.Sniff", "records.SniffBin",
		"records.DecodeBin", "records.SameBin", "records.BlockSize", "records.ParseForm", "gamestate.ParseResult", "gamestate.Result.UnmarshalText"}, func(src []byte) (err error) {
		records.Sniff(src)
		records.SniffBin(src)
		records.BlockSize(src)
		if r, err := records.DecodeBin(src); err == nil {
			records.SameBin(&r, src)
			records.SameBin(&r, src[:1])
		}
		_, _ = gamestate.ParseResult(string(src))
		_ = new(gamestate.Result).UnmarshalText(src)
		for _, name := range records.Forms() {
			f, _ := records.ParseForm(name)
			r := records.NewReader(bytes.NewReader(src), f)
			var rec records.Record
			for e := error(nil); e == nil; {
				r.Begins()
				if e = r.Read(&rec); e != nil && e != io.EOF {
					err = errors.Join(err, e)
				}
			}
		}
		return err
	})
	add([]string{"chesszip.ParseQuery"}, parseQuery)
	add([]string{"scid.Open", "scid.Base.Game", "scid.Base.Games", "scid.Base.Flags", "scid.Base.Reader", "scid.Base.All", "scid.Reader.Read"}, readDatabase)
	add([]string{"pgn.NewReader", "pgn.Reader.Games", "pgn.ParseGame", "pgn.ParsedGame.MainLine", "pgn.ParsedGame.Plies", "pgn.ParsedGame.Tree", "chesszip.OpeningOfGame", "chesszip.OpeningOfECO"}, readGames)
	add([]string{"pgn.NewScanner", "pgn.Scanner.Reset", "pgn.Scanner.Seek", "pgn.Scanner.Next", "pgn.Token.NAG", "pgn.Unescape"}, func(src []byte) error {
		s := pgn.NewScanner(src)
		s.Reset(src)
		for t, ok := s.Next(); ok; t, ok = s.Next() {
			t.NAG()
			t.Number()
			_, value := t.Tag()
			pgn.Unescape(nil, value)
		}
		s.Seek(0)
		return nil
	})
	add([]string{"pgn.EvalOf", "pgn.EngineScoreOf", "pgn.ClockOf"}, readAnnotations)
	add([]string{"pgn.Splitter.Next", "pgn.Line.Each", "pgn.Begin"}, func(src []byte) error {
		pgn.Begin(src)
		var s pgn.Splitter
		for n, ok := s.Next(src, true); ok; n, ok = s.Next(src, true) {
			var l pgn.Line
			l.Each(src[:n], func(*board.Position, board.Move) bool { return true })
			src = src[n:]
		}
		return nil
	})
	return all
}

// readDatabase opens the input as each of the three files of a database, and as its
// games with a valid index and valid names.
func readDatabase(src []byte) error {
	file := func(b []byte) *io.SectionReader { return io.NewSectionReader(bytes.NewReader(b), 0, int64(len(b))) }
	_, err := scid.Open(file(src), file(src), file(src))
	games := min(len(src)/scidBlock, scidGames)
	index := append([]byte("Scid.si\x00\x01\x90\x00\x00\x00\x00\x00"), byte(games>>8), byte(games))
	index = append(index, make([]byte, scidHead-len(index))...)
	for i := range games {
		index = binary.BigEndian.AppendUint32(index, uint32(i*scidBlock))
		index = binary.BigEndian.AppendUint16(index, scidBlock)
		index = append(index, make([]byte, scidEntry-6)...)
	}
	names := append([]byte("Scid.sn\x00"), make([]byte, 28)...)
	for kind := range 4 {
		names[14+3*kind] = 1
		names = append(names, 0, 0, 1, 0)
	}
	var index5 []byte
	for i := range games {
		index5 = append(index5, make([]byte, scidEntry5)...)
		entry := index5[len(index5)-scidEntry5:]
		binary.LittleEndian.PutUint32(entry[32:], scidBlock<<15)
		binary.LittleEndian.PutUint32(entry[36:], uint32(i*scidBlock))
	}
	_, err2 := scid.Open(file(index), file(append(names[:36:36], src...)), file(src))
	_, err3 := scid.Open(file(index5), file(src), file(src))
	return errors.Join(err, err2, err3, readBase(scid.Open(file(index), file(names), file(src))),
		readBase(scid.Open(file(index5), file([]byte{0, 1, 2, 3}), file(src))))
}

func readBase(base *scid.Base, err error) error {
	if err != nil {
		return err
	}
	_, err = base.Game(0)
	_, err2 := base.Flags(0)
	_, err3 := io.Copy(io.Discard, base.Reader(context.Background()))
	_, err4 := io.Copy(io.Discard, base.All(context.Background()))
	return errors.Join(err, err2, err3, err4, drain(base.Games(context.Background())))
}

// Sizes of parts of a database, and of what readDatabase uses as a game.
const (
	scidHead   = 182
	scidEntry  = 47
	scidEntry5 = 56
	scidBlock  = 4 << 10
	scidGames  = 1 << 10
)

func readGames(src []byte) error {
	for g, err := range pgn.NewReader(bytes.NewReader(src), nil).Games() {
		if err != nil {
			return err
		}
		line, _ := g.MainLine()
		chesszip.OpeningOfECO(chesszip.OpeningOfGame(g.Tags, &line).ECO)
		g.Plies()
		if tree, err := g.Tree(); err == nil {
			pgn.AppendGame(nil, tree.Game())
		}
	}
	return nil
}

func readAnnotations(src []byte) error {
	text := string(src)
	pgn.EvalOf("[%eval " + text)
	pgn.EvalOf(text)
	pgn.EngineScoreOf(text, board.Black)
	pgn.ClockOf("[%clk " + text)
	pgn.ClockOf(text)
	pgn.WithoutCommands(text, "eval", "clk")
	pgn.AppendStripped(nil, src, &pgn.Strip{Comments: true, Variations: true, NAGs: true, Tags: []string{}})
	pgn.AppendStripped(nil, src, &pgn.Strip{Clocks: true, Evals: true})
	return nil
}

func readBook(src []byte) error {
	const entry = 16
	whole := src[:len(src)-len(src)%entry]
	r, size := reader(whole)
	book, err := polyglot.Open(r, size)
	if err != nil {
		return err
	}
	p := board.Start()
	_, err = book.Entries(&p)
	// Its first entries, as entries of the position.
	own := append([]byte(nil), whole[:min(len(whole), manyPlies*entry)]...)
	for at := 0; at < len(own); at += entry {
		binary.BigEndian.PutUint64(own[at:], codec.Polyglot(&p))
	}
	r, size = reader(own)
	if book, err2 := polyglot.Open(r, size); err2 == nil {
		_, err2 = book.Entries(&p)
		err = errors.Join(err, err2)
	}
	var moves []board.Move
	for i := 0; i+1 < len(src) && i < manyPlies; i += 2 {
		moves = append(moves, board.Move(src[i])|board.Move(src[i+1])<<8)
	}
	return errors.Join(err, polyglot.NewBuilder(nil).Add(&gamestate.Game{Start: p, Moves: moves}, gamestate.WhiteWins))
}

func parseMoves(src []byte) error {
	l, err := learned.Parse(src)
	if err != nil {
		return err
	}
	l.Prepare()
	_, err = l.Append(nil, &gamestate.Game{Start: board.Start(), Moves: []board.Move{board.NewMove(12, 28, 0)}})
	return err
}

// parseWith parses src as a model with src as the tables of lists.
func parseWith(src []byte) error {
	l, err := learned.ParseWith(src, func() (moves, boards []byte, err error) { return src, src, nil })
	if err != nil {
		return err
	}
	_, err = (*level.Level)(l).Lists()
	return err
}

func parseSquares(src []byte) error {
	s, err := boardmodel.Parse("attacked", src)
	if err != nil {
		return err
	}
	p := board.Start()
	_, err = s.Append(nil, &p)
	return err
}

// sortAndDedupe sorts the games of a text, and removes duplicates.
func sortAndDedupe(src []byte) error {
	ctx := context.Background()
	r, size := reader(src)
	a, err := chesszip.OpenPGN(ctx, r, size, one())
	if err != nil {
		return err
	}
	s, err := chesszip.NewSorter(&chesszip.SortOptions{By: "date,-elo,eco,player,ply,event,site,round,result"})
	if err != nil {
		return err
	}
	d := chesszip.NewDeduper(nil)
	err = errors.Join(s.AddGames(ctx, a.Games()), d.AddGames(ctx, 0, a.Games()), d.AddKnown(ctx, 1, a.Games()),
		s.Add(chesszip.Game{Text: src}), d.Add(1, chesszip.Game{Text: src}))
	_, err2 := s.Copy(ctx, io.Discard)
	_, err3 := d.Copy(ctx, io.Discard)
	return errors.Join(err, err2, err3, s.Close(), d.Close())
}
