package engine

import (
	"strconv"
	"strings"

	"github.com/chesszip/chesszip/board"
)

// info is a line of an engine that begins with "info" and has a score and moves.
type info struct {
	depth, selDepth    int
	rank               int // from 1
	nodes, speed, time int64
	cp, mate           *int // for the side to move
	moves              []string
}

// The greatest numbers that an info may have.
const (
	mostDepth = 1000
	mostRank  = 500
	mostCP    = 1_000_000
	mostMate  = 1000
)

// parseInfo reads an info. Scores that are only bounds, and whatever is malformed, give
// none.
func parseInfo(text string) (f info, ok bool) {
	words := strings.Fields(text)
	if len(words) == 0 || words[0] != "info" {
		return f, false
	}
	f.rank, ok = 1, true
	next := func(low, high int64) int64 {
		if len(words) == 0 {
			ok = false
			return 0
		}
		n, err := strconv.ParseInt(words[0], 10, 64)
		if words = words[1:]; err != nil || n < low || n > high {
			ok = false
		}
		return n
	}
	const most = 1 << 53 // as JavaScript has them
	for words = words[1:]; len(words) > 0 && ok; {
		word := words[0]
		words = words[1:]
		switch word {
		case "depth":
			f.depth = int(next(0, mostDepth))
		case "seldepth":
			f.selDepth = int(next(0, mostDepth))
		case "multipv":
			f.rank = int(next(1, mostRank))
		case "nodes":
			f.nodes = next(0, most)
		case "nps":
			f.speed = next(0, most)
		case "time":
			f.time = next(0, most)
		case "cp":
			n := int(next(-mostCP, mostCP))
			f.cp = &n
		case "mate":
			n := int(next(-mostMate, mostMate))
			ok = ok && n != 0
			f.mate = &n
		case "lowerbound", "upperbound", "string":
			return f, false
		case "pv":
			f.moves, words = words, nil
		}
	}
	return f, ok && (f.cp == nil) != (f.mate == nil) && len(f.moves) > 0
}

// score returns the score from White's view.
func (f *info) score(turn board.Color) Eval {
	white := func(n *int) *int {
		if n == nil || turn == board.White {
			return n
		}
		m := -*n
		return &m
	}
	return Eval{white(f.cp), white(f.mate)}
}
