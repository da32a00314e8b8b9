package sheet

import (
	"slices"

	"github.com/chesszip/chesszip/archive"
	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/binfmt"
	"github.com/chesszip/chesszip/internal/model/openings"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/pgn"
)

// Moves calls yield with the positions of the main lines of the games of f, in
// their order, without writing their texts: for each game with ply 0, the start
// position and NullMove, then with each position and the move that led to it,
// until yield returns false, which ends that game only, or the next move is not
// known. It is what pgn.Line gives of the texts. The position belongs to the
// walk.
//
// Wanted says of each game whether it is looked at, nil standing for all; the
// moves of others are read only where they lie before one that is, in its
// group.
func (d *Decoder) Moves(f *archive.Frame, wanted []bool, yield func(game, ply int, p *board.Position, m board.Move) bool) error {
	if f.Input > MaxInput || f.Games > f.Input {
		return corrupt("the frame claims more than a sheet holds")
	}
	if wanted != nil && int64(len(wanted)) != f.Games {
		return corrupt("the frame has fewer games than that")
	}
	from := 0
	if !IsText(f) {
		d.dec.level = d.Level
		w := walk{decoder: &d.dec, wanted: wanted, yield: yield}
		done, err := w.run(f)
		if err != nil || done == int(f.Games) {
			return err
		}
		from = done
	}
	text, ends, err := d.Games(nil, f)
	if err != nil {
		return err
	}
	var line pgn.Line
	for game := from; game < len(ends); game++ {
		if wanted != nil && !wanted[game] {
			continue
		}
		start := 0
		if game > 0 {
			start = ends[game-1]
		}
		ply := -1
		line.Each(text[start:ends[game]], func(p *board.Position, m board.Move) bool {
			ply++
			return yield(game, ply, p, m)
		})
	}
	return nil
}

// walk goes through the moves of a frame of columns.
type walk struct {
	*decoder
	wanted []bool
	yield  func(game, ply int, p *board.Position, m board.Move) bool

	line    pgn.Line
	text    []byte // of tags that say where a game starts
	bare    bool   // whether the game has no tags
	walking bool   // whether the positions of the game are asked for
	last    int    // game of the group that is wanted last
}

// wants reports whether a game is wanted.
func (w *walk) wants(game int) bool { return w.wanted == nil || w.wanted[game] }

// lastIn returns the last game from from up to, not including, to that is
// wanted, -1 if none is.
func (w *walk) lastIn(from, to int) int {
	for to--; to >= from; to-- {
		if w.wants(to) {
			return to
		}
	}
	return -1
}

// run returns how many games it has done: the next needs its text.
func (w *walk) run(f *archive.Frame) (done int, err error) {
	games := int(f.Games)
	upto := w.lastIn(0, games) + 1
	if upto == 0 {
		return games, nil
	}
	if err := w.openMoves(f); err != nil {
		return 0, err
	}
	data, ok := f.Stream(kindMoves)
	if w.lines.learned {
		data, ok = f.Stream(kindLearned)
	}
	if w.table.Upto = upto; upto == games {
		w.table.Upto = 0
	}
	for i, c := range w.table.Columns {
		if !movesNeed(c.Name) {
			continue
		}
		if err := w.column(i); err != nil {
			return 0, err
		}
	}
	for game := range upto {
		if game%groupGames == 0 {
			if w.last = w.lastIn(game, min(game+groupGames, upto)); w.last >= 0 {
				if err := w.reset(data); err != nil {
					return 0, err
				}
			}
			if ok {
				if _, data, err = binfmt.Bytes(data); err != nil {
					return 0, corrupt("a group of moves is cut off")
				}
			}
		}
		if err := w.next(game); err != nil {
			return 0, err
		}
		if game > w.last {
			continue
		}
		start := startOf(w.tags)
		same, err := w.begin(game, &start)
		if err != nil || !same {
			return game, err
		}
		if err := w.pass(game, &start); err != nil {
			return 0, err
		}
	}
	return games, nil
}

// openMoves reads the columns of f but for comments and tags.
func (w *walk) openMoves(f *archive.Frame) error {
	g := *f
	g.Streams = nil
	for _, s := range f.Streams {
		if s.Kind != kindComments && s.Kind != kindRemarks {
			g.Streams = append(g.Streams, s)
		}
	}
	return w.open(&g)
}

// reset goes to the group of moves with which data begins.
func (w *walk) reset(data []byte) error {
	if w.lines.learned {
		w.coded, w.waits = data, true
		return nil
	}
	w.moves.reset(data)
	return nil
}

// movesNeed reports whether the moves of a game, or where they start, depend
// on the tags of a name, none being that of the last column, of many names.
func movesNeed(name string) bool {
	switch name {
	case "", "FEN", "Variant", // the start
		"Result", "WhiteElo", "BlackElo", "Termination", "TimeControl": // the rest
		return true
	}
	return slices.Contains(openings.Tags[:], name) // the first moves
}

// next reads what the columns and the script say of a game.
func (w *walk) next(game int) error {
	w.bare = w.takeTags()
	result := len(results)
	for _, t := range w.tags {
		if string(t.name) == "Result" {
			result = resultIndex(t.value)
		}
	}
	if err := w.readStyle(); err != nil {
		return err
	}
	if err := w.readSteps(result, int(w.table.Plies[game])); err != nil {
		return err
	}
	if w.script.dec.Err() != nil {
		return corrupt("the script is too short")
	}
	return nil
}

// begin finds out whether the moves of a game are asked for, and from where;
// same is false for what only the game's text can tell.
func (w *walk) begin(game int, start *board.Position) (same bool, err error) {
	w.walking = false
	if w.wants(game) {
		var known bool
		if known, same = w.startIs(start); !same {
			return false, nil
		}
		w.walking = known && w.yield(game, 0, start, board.NullMove)
	}
	return true, w.beginMoves()
}

// startIs reports whether a game has a start position that is known, as
// pgn.Line sees it; same is false if it is another than start, or unclear.
func (w *walk) startIs(start *board.Position) (known, same bool) {
	blank := w.bare
	w.text = w.text[:0]
	for _, t := range w.tags {
		if string(t.name) == "FEN" || string(t.name) == "Variant" {
			w.text = append(append(w.text, '['), t.name...)
			w.text = append(append(append(w.text, " \""...), t.value...), "\"]\n"...)
		}
	}
	for i := range w.steps {
		switch st := &w.steps[i]; {
		case st.op == opText && (blank || len(st.text) == 0 || st.text[0] == '['):
			return false, false // a tag among the moves
		case st.op != opEnd:
			blank = false
		}
	}
	if len(w.text) == 0 {
		return !blank, true
	}
	same = true
	w.line.Each(append(w.text, '*'), func(p *board.Position, _ board.Move) bool {
		known, same = true, *p == *start
		return false
	})
	return known, same
}

// pass goes through the moves of a game.
func (w *walk) pass(game int, start *board.Position) error {
	w.lines.reset(start)
	depth := 0
	tell := func() {
		if depth == 0 && w.walking {
			now := &w.lines.now
			w.walking = !now.lost && w.yield(game, now.ply, &now.pos, now.move)
		}
	}
	for i := range w.steps {
		if !w.walking && game == w.last {
			return nil // nothing of the group is wanted any more
		}
		switch st := &w.steps[i]; st.op {
		case opMove:
			now := &w.lines.now
			if now.lost {
				return corrupt("a move follows where the position is unknown")
			}
			w.legal = movegen.AppendLegal(w.legal[:0], &now.pos)
			k, err := w.readMove(now, len(w.lines.stack) == 0)
			if err != nil {
				return err
			}
			w.lines.play(w.legal[k])
			tell()
		case opNull:
			w.lines.play(board.NullMove)
			tell()
		case opWord:
			w.lines.lose()
			tell()
		case opOpen:
			w.lines.open()
			depth++
		case opClose:
			w.lines.close()
			depth = max(depth-1, 0)
		case opResult:
			w.walking = w.walking && depth > 0
		case opText:
			w.walking = w.walking && (depth > 0 || !isResult(st.text))
		}
	}
	return nil
}

// isResult reports whether text is a result in other than the usual words.
func isResult(text []byte) bool {
	var s pgn.Scanner
	s.Reset(text)
	t, ok := s.Next()
	return ok && t.Kind == pgn.Result
}
