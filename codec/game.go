package codec

import (
	"fmt"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/notation"
)

// StoredGame is a game with methods to store itself: as bytes (encoding's
// BinaryMarshaler, BinaryAppender and BinaryUnmarshaler), in a database column, and
// in text and JSON. The zero StoredGame begins on an empty board; a game of standard
// chess begins with board.Start.
//
//	| 0x94 | checksum 2 | start position, default palette | moves, movelist.Fast |
//
// The bytes are those of AppendGameChecked with movelist.Fast; StoredGame also reads
// those of AppendGame, with any level of package movelist. GameBy is for other levels. A game of 80 plies takes some 38 bytes, three of them for the
// method and the checksum. The text is that of the UCI protocol after the word
// position: "startpos moves e2e4 e7e5 g1f3", or "fen" and the FEN in place of
// startpos.
type StoredGame struct{ gamestate.Game }

// AppendBinary appends g. It fails with a *movelist.IllegalError for a move that is
// not legal.
func (g StoredGame) AppendBinary(dst []byte) ([]byte, error) {
	// The coder's game is on the heap already.
	c := defaultPalette.coder()
	defer defaultPalette.free(c)
	c.game = g.Game
	return AppendGameChecked(dst, &c.game, movelist.Fast)
}

// MarshalBinary returns g as AppendBinary appends it.
func (g StoredGame) MarshalBinary() ([]byte, error) { return g.AppendBinary(nil) }

// UnmarshalBinary reads the bytes of MarshalBinary, or of AppendGame with a level of
// package movelist; more bytes are ErrCorrupt.
func (g *StoredGame) UnmarshalBinary(src []byte) (err error) {
	g.Game, err = wholeGame(g.Game, src)
	return err
}

// wholeGame reads a game with nothing after it; old is the result if that fails.
func wholeGame(old gamestate.Game, src []byte, levels ...movelist.Level) (gamestate.Game, error) {
	read, rest, err := DecodeGame(src, levels...)
	if err != nil {
		return old, err
	}
	if len(rest) != 0 {
		return old, corrupt(8*(len(src)-len(rest)), fmt.Sprintf("%d bytes after the game", len(rest)))
	}
	return read, nil
}

const (
	textStart = "startpos"
	textFEN   = "fen "
	textMoves = " moves"
)

// AppendText appends g in the form of UCI's position command. Castling is the king's
// own move, e1g1, or the king taking its rook if the rights at the start are not
// those of the standard game. It fails with a *gamestate.MoveError for a move that is
// not legal.
func (g StoredGame) AppendText(dst []byte) ([]byte, error) {
	out := dst
	if g.Start == board.Start() {
		out = append(out, textStart...)
	} else {
		out = g.Start.AppendFEN(append(out, textFEN...))
	}
	if len(g.Moves) > 0 {
		out = append(out, textMoves...)
	}
	chess960 := rightsAre960(&g.Start)
	p := g.Start
	for i, m := range g.Moves {
		if m != board.NullMove {
			legal, ok := movegen.Resolve(&p, m)
			if !ok {
				return dst, &gamestate.MoveError{Ply: i, Move: m, Position: p}
			}
			m = legal
		}
		out = notation.AppendUCI(append(out, ' '), &p, m, chess960)
		movegen.Make(&p, m)
	}
	return out, nil
}

// rightsAre960 reports whether p has a right to castle that standard chess
// does not have.
func rightsAre960(p *board.Position) bool {
	if p.Castling != p.Castling.Classic() {
		return true
	}
	for c := board.White; c <= board.Black; c++ {
		if p.Castling.Any(c) && p.At(board.SquareAt(4, 7*int(c))) != board.PieceOf(c, board.King) {
			return true
		}
	}
	return false
}

// MarshalText returns g as AppendText appends it, which is also its JSON
// string.
func (g StoredGame) MarshalText() ([]byte, error) { return g.AppendText(nil) }

// UnmarshalText reads the text of UCI's position command, with any number of blanks
// between words. It fails with a *board.FENError for a malformed FEN, and with a
// *notation.MoveError for a move that is malformed or not legal.
func (g *StoredGame) UnmarshalText(text []byte) error {
	head, moves, _ := strings.Cut(string(text)+" ", textMoves+" ")
	head = strings.TrimSpace(head)
	read := gamestate.Game{Start: board.Start()}
	if fen, ok := strings.CutPrefix(head, textFEN); ok {
		var err error
		if read.Start, err = board.ParseFEN(fen); err != nil {
			return fmt.Errorf("codec: read game: %w", err)
		}
	} else if head != textStart {
		return fmt.Errorf("codec: read game: %q is neither startpos nor fen with a FEN", head)
	}
	p := read.Start
	for word := range strings.FieldsSeq(moves) {
		m, err := notation.ParseUCI(word, &p)
		if err != nil {
			return fmt.Errorf("codec: read game: move %d: %w", len(read.Moves)+1, err)
		}
		read.Moves = append(read.Moves, m)
		movegen.Make(&p, m)
	}
	g.Game = read
	return nil
}
