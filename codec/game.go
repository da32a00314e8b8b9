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

// StoredGame is a game that knows how to store itself: as bytes (encoding's
// BinaryMarshaler, BinaryAppender and BinaryUnmarshaler), in a database
// column, and in text and JSON. The zero StoredGame begins on an empty board; a game
// of standard chess begins with board.Start.
//
//	| 0x94 | checksum 2 | start position, default palette | moves, movelist.Fast |
//
// A game of 80 plies takes some 38 bytes, three of which are for the method and
// the checksum: the bytes are those of AppendGameChecked with movelist.Fast. What
// AppendGame appends with it is read, too. The text is what the UCI protocol
// sends after the word position: "startpos moves e2e4 e7e5 g1f3", or "fen"
// and the FEN in place of startpos.
type StoredGame struct{ gamestate.Game }

// AppendBinary appends g. It fails for a move that is not legal, with a
// *movelist.IllegalError.
func (g StoredGame) AppendBinary(dst []byte) ([]byte, error) {
	return AppendGameChecked(dst, &g.Game, movelist.Fast)
}

// MarshalBinary returns g as AppendBinary appends it.
func (g StoredGame) MarshalBinary() ([]byte, error) { return g.AppendBinary(nil) }

// UnmarshalBinary reads what MarshalBinary returned, or AppendGame appended with
// movelist.Fast; bytes left over are ErrCorrupt.
func (g *StoredGame) UnmarshalBinary(src []byte) error {
	read, rest, err := decodeGame(src, movelist.Fast)
	if err != nil {
		return err
	}
	if len(rest) != 0 {
		return corrupt(8*(len(src)-len(rest)), fmt.Sprintf("%d bytes after the game", len(rest)))
	}
	g.Game = read
	return nil
}

const (
	textStart = "startpos"
	textFEN   = "fen "
	textMoves = " moves"
)

// AppendText appends g as UCI's position command has it. Castling is the
// king's way, e1g1, or, where the rights at the start are not those of the
// standard game, the king taking its rook. It fails for a move that is not
// legal, with a *gamestate.MoveError.
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

// UnmarshalText reads what UCI's position command has, with any number of
// blanks between words. It fails with a *board.FENError for a malformed FEN, and
// with a *notation.MoveError for a move that is malformed or not legal.
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
