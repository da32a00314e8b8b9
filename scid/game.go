package scid

import (
	"bytes"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/pgn"
)

// Marks among moves.
const (
	markNAG = iota + 11
	markComment
	markOpen
	markClose
	markEnd
)

// startFlag means that a FEN follows.
const startFlag = 1

// commonTags are the names of the lengths from firstCommon on.
var commonTags = [...]string{"WhiteCountry", "BlackCountry", "Annotator", "PlyCount", "EventDate", "Opening", "Variation", "Setup", "Source", "SetUp"}

const (
	firstCommon = 241
	// maxNested is the greatest depth of variations.
	maxNested = 2048
)

// gameReader reads the block of a game.
type gameReader struct {
	src  []byte
	at   int
	game *pgn.ParsedGame
	seen map[string]int // indexes of the tags that a later one replaces
}

// line is a line of moves as far as it was read.
type line struct {
	now, before pieces // after and before its last move
	last        int32  // index of the last move, or -1
	parent      int32  // Parent of the first move
	known       bool
	// knownBefore and lastBefore are known and last before the last move.
	knownBefore bool
	lastBefore  int32
}

// decodeGame reads a block into a game that has the tags of the index.
func decodeGame(g *pgn.ParsedGame, block []byte) error {
	r := &gameReader{src: block, game: g, seen: map[string]int{}}
	for i, tag := range g.Tags {
		switch tag.Name {
		case "Event", "Site", "Round", "White", "Black", "Variant":
			r.seen[tag.Name] = i
		}
	}
	if err := r.tags(); err != nil {
		return err
	}
	start, err := r.start()
	if err != nil {
		return err
	}
	comments, err := r.moves(start)
	if err != nil {
		return err
	}
	for _, i := range comments {
		text, err := r.text()
		if err != nil {
			return err
		}
		g.Movetext[i] = pgn.NewComment(text)
	}
	if r.at < len(r.src) {
		return damaged(r.at, "%d bytes after the last comment", len(r.src)-r.at)
	}
	return nil
}

func (r *gameReader) byte() (int, error) {
	if r.at >= len(r.src) {
		return 0, damaged(r.at, "it ends too early")
	}
	r.at++
	return int(r.src[r.at-1]), nil
}

func (r *gameReader) take(n int) (string, error) {
	if n > len(r.src)-r.at {
		return "", damaged(r.at, "it ends too early")
	}
	r.at += n
	return string(r.src[r.at-n : r.at]), nil
}

// text returns the text before the next zero byte.
func (r *gameReader) text() (string, error) {
	n := bytes.IndexByte(r.src[r.at:], 0)
	if n < 0 {
		return "", damaged(r.at, "a text has no end")
	}
	text, err := r.take(n)
	r.at++
	return text, err
}

// tags reads the tags of the block.
func (r *gameReader) tags() error {
	for {
		at := r.at
		n, err := r.byte()
		if err != nil || n == 0 {
			return err
		}
		var name string
		switch {
		case n < firstCommon:
			name, err = r.take(n)
		case n-firstCommon < len(commonTags):
			name = commonTags[n-firstCommon]
		default:
			err = damaged(at, "a tag of kind %d", n)
		}
		if err != nil {
			return err
		}
		size, err := r.byte()
		if err != nil {
			return err
		}
		value, err := r.take(size)
		if err != nil {
			return err
		}
		if i, twice := r.seen[name]; twice {
			r.game.Tags[i].Value = value
			continue
		}
		r.seen[name] = len(r.game.Tags)
		r.game.Tags = append(r.game.Tags, pgn.Tag{Name: name, Value: value})
	}
}

// start reads the start position of the game.
func (r *gameReader) start() (p *pieces, err error) {
	flags, err := r.byte()
	if err != nil {
		return nil, err
	}
	if flags&startFlag == 0 {
		r.game.Start = board.Start()
		return startPieces(), nil
	}
	at := r.at
	fen, err := r.text()
	if err != nil {
		return nil, err
	}
	pos, err := board.ParseFEN(fen)
	if err != nil {
		return nil, damaged(at, "%v", err)
	}
	r.game.Start = pos
	r.game.Tags = append(r.game.Tags, pgn.Tag{Name: "FEN", Value: fen})
	if p = piecesOf(&pos); p == nil {
		return nil, damaged(at, "a position with more than 16 pieces of a side, or another number of kings: %s", fen)
	}
	return p, nil
}

// moves reads moves and marks, and returns the indexes of the elements that are
// comments.
func (r *gameReader) moves(start *pieces) (comments []int, err error) {
	g := r.game
	lines := []line{{now: *start, before: *start, last: -1, parent: -1, known: true}}
	add := func(kind pgn.Kind, text string) { g.Movetext = append(g.Movetext, pgn.Element{Kind: kind, Text: text}) }
	for {
		at := r.at
		b, err := r.byte()
		if err != nil {
			return nil, err
		}
		l := &lines[len(lines)-1]
		switch b {
		case markNAG:
			n, err := r.byte()
			if err != nil {
				return nil, err
			}
			add(pgn.NAG, nagText(n))
			g.Movetext[len(g.Movetext)-1].NAG = uint8(n)
		case markComment:
			comments = append(comments, len(g.Movetext))
			add(pgn.Comment, "")
		case markOpen:
			if l.last < 0 {
				return nil, damaged(at, "a variation of no move")
			}
			if len(lines) > maxNested {
				return nil, damaged(at, "variations nested more than %d deep", maxNested)
			}
			lines = append(lines, line{now: l.before, before: l.before, last: -1, parent: l.lastBefore, known: l.knownBefore})
			add(pgn.Open, "(")
		case markClose:
			if len(lines) == 1 {
				return nil, damaged(at, "the end of no variation")
			}
			lines = lines[:len(lines)-1]
			add(pgn.Close, ")")
		case markEnd:
			if len(lines) > 1 {
				return nil, damaged(at, "%d variations have no end", len(lines)-1)
			}
			return comments, nil
		default:
			if err := r.move(l, b, at); err != nil {
				return nil, err
			}
		}
	}
}

// move reads a move of a line, which begins with byte b.
func (r *gameReader) move(l *line, b, at int) error {
	more := -1
	if l.now.takesMore(b) {
		var err error
		if more, err = r.byte(); err != nil {
			return err
		}
	}
	before := l.now
	m, text, why := l.now.play(b, more)
	if why != "" {
		return damaged(at, "%s", why)
	}
	parent := l.last
	if parent < 0 {
		parent = l.parent
	}
	l.before, l.knownBefore, l.lastBefore = before, l.known, parent
	l.known = l.known && text == ""
	e := pgn.Element{Kind: pgn.Move, Known: l.known, Parent: parent, Text: text}
	if l.known {
		e.Move = m
	} else if text == "" {
		e.Text = before.san(m)
	}
	l.last = int32(len(r.game.Movetext))
	r.game.Movetext = append(r.game.Movetext, e)
	return nil
}
