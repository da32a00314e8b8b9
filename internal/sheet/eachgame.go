package sheet

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/tagvalue"
	"github.com/chesszip/chesszip/pgn"
)

// Game is what an Encoder knows of a game.
type Game struct {
	Tags  []tagvalue.Tag
	Plies int // half-moves of the main line, as far as they can be played
	// Start and Moves are those of the main line as pgn.Line gives them, if
	// Playable says that it gives any.
	Start    board.Position
	Playable bool
	Moves    []board.Move
}

// noted is what was noted of the games of a frame while they were taken apart.
type noted struct {
	src     []byte
	ends    []int
	columns bool // whether the frame holds columns: if not, only the text counts

	tags     []tagvalue.Tag
	tagEnds  []int
	moves    []board.Move
	moveEnds []int
	plies    []int
	fromText []bool // moves are what the text says
}

func (n *noted) reset() {
	*n = noted{tags: n.tags[:0], tagEnds: n.tagEnds[:0], moves: n.moves[:0], moveEnds: n.moveEnds[:0],
		plies: n.plies[:0], fromText: n.fromText[:0]}
}

// begin begins a game.
func (n *noted) begin(p *parsed) {
	odd := len(p.tags) == 0
	for _, t := range p.tags {
		n.tags = append(n.tags, tagvalue.Tag{Name: t.name, Value: t.value})
		odd = odd || string(t.name) == "FEN" || string(t.name) == "Variant"
	}
	for i := range p.steps {
		odd = odd || p.steps[i].op == opText
	}
	n.tagEnds = append(n.tagEnds, len(n.tags))
	n.fromText = append(n.fromText, odd)
}

// end ends it.
func (n *noted) end(plies int) {
	n.moveEnds = append(n.moveEnds, len(n.moves))
	n.plies = append(n.plies, plies)
}

// EachGame calls yield with the games of the frame that was encoded last, in
// their order, until it returns false. The game is valid until then.
func (e *Encoder) EachGame(yield func(g *Game) bool) {
	n := &e.enc.noted
	var line pgn.Line
	var g Game
	start, tag, move := 0, 0, 0
	for i, end := range n.ends {
		text := n.src[start:end]
		start = end
		if n.columns {
			g.Tags, g.Plies = n.tags[tag:n.tagEnds[i]], n.plies[i]
			tag = n.tagEnds[i]
		} else {
			g.Tags, g.Plies = scanTags(g.Tags[:0:0], text), countPlies(text)
		}
		if n.columns && !n.fromText[i] {
			g.Start, g.Playable, g.Moves = board.Start(), true, n.moves[move:n.moveEnds[i]]
		} else {
			g.Playable, g.Moves = false, nil
			line.Each(text, func(p *board.Position, m board.Move) bool {
				if !g.Playable {
					g.Start, g.Playable = *p, true
				} else {
					g.Moves = append(g.Moves, m)
				}
				return true
			})
		}
		if n.columns {
			move = n.moveEnds[i]
		}
		if !yield(&g) {
			return
		}
	}
}

// note notes what EachGame says of a frame.
func (n *noted) note(src []byte, ends []int, columns bool) {
	n.src, n.ends, n.columns = src, slices.Clone(ends), columns
}

// countPlies returns the number of half-moves of the main line of a game as
// far as they can be played.
func countPlies(text []byte) int {
	line := pgn.Line{Anyway: true}
	n := -1 // for the start position
	line.Each(text, func(*board.Position, board.Move) bool {
		n++
		return true
	})
	return max(n, 0)
}

// scanTags appends the tags of a game's text to dst.
func scanTags(dst []tagvalue.Tag, text []byte) []tagvalue.Tag {
	var s pgn.Scanner
	s.Reset(text)
	for t, ok := s.Next(); ok; t, ok = s.Next() {
		switch t.Kind {
		case pgn.Space, pgn.BOM:
		case pgn.TagPair:
			name, value := t.Tag()
			dst = append(dst, tagvalue.Tag{Name: name, Value: value})
		default:
			return dst
		}
	}
	return dst
}
