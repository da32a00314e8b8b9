package scid

import (
	"strconv"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// pieces is a position with the numbers of its pieces. The king is number 0; when a
// piece is captured, the last of its side takes its number.
type pieces struct {
	pos    board.Position
	square [2][maxPieces]board.Square // by side and number
	count  [2]int
}

const maxPieces = 16

// startPieces returns the pieces of the standard start: the king, the other pieces
// from a to h, the pawns from a to h.
func startPieces() *pieces {
	p := &pieces{pos: board.Start()}
	for side, ranks := range [2][2]board.Square{{board.A1, board.A2}, {board.A8, board.A7}} {
		const king = 4
		p.add(side, ranks[0]+king)
		for file := range board.Square(8) {
			if file != king {
				p.add(side, ranks[0]+file)
			}
		}
		for file := range board.Square(8) {
			p.add(side, ranks[1]+file)
		}
	}
	return p
}

// piecesOf numbers the pieces of another position, in the order of a FEN: from a8 to
// h1. The king takes number 0 from the piece that had it. It returns nil if a side
// has more than 16 pieces, or not exactly one king.
func piecesOf(pos *board.Position) *pieces {
	p := &pieces{pos: *pos}
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			s := board.Square(8*rank + file)
			piece := pos.At(s)
			if piece == board.Empty {
				continue
			}
			side := int(piece.Color())
			if p.count[side] == maxPieces {
				return nil
			}
			if piece.Kind() == board.King && p.count[side] > 0 {
				s, p.square[side][0] = p.square[side][0], s
			}
			p.add(side, s)
		}
	}
	for side, king := range []board.Piece{board.WhiteKing, board.BlackKing} {
		if pos.Pieces(king).Count() != 1 || pos.At(p.square[side][0]) != king {
			return nil
		}
	}
	return p
}

func (p *pieces) add(side int, s board.Square) {
	p.square[side][p.count[side]] = s
	p.count[side]++
}

// find returns the number of the piece on a square.
func (p *pieces) find(side int, s board.Square) int {
	for i, at := range p.square[side][:p.count[side]] {
		if at == s {
			return i
		}
	}
	return -1
}

// takesMore reports whether a move that begins with byte b has a second byte: a queen
// that moves like a bishop.
func (p *pieces) takesMore(b int) bool {
	side, number := int(p.pos.Turn), b>>4
	if number >= p.count[side] {
		return false
	}
	from := p.square[side][number]
	return p.pos.KindAt(from) == board.Queen && b&15 == from.File()
}

// san returns a move in SAN.
func (p *pieces) san(m board.Move) string { return notation.SAN(&p.pos, m) }

const castlingText, longCastlingText = "O-O", "O-O-O"

// play plays the move of byte b and more, a second byte or -1. For castling without
// the right, which SCID accepts, text is its SAN. why is the error, or "".
func (p *pieces) play(b, more int) (m board.Move, text, why string) {
	side, number := int(p.pos.Turn), b>>4
	if number >= p.count[side] {
		return m, "", "a move of piece " + strconv.Itoa(number) + ", of " + strconv.Itoa(p.count[side])
	}
	if b == 0 {
		movegen.Make(&p.pos, board.NullMove)
		return board.NullMove, "", ""
	}
	from := p.square[side][number]
	to, promotion, ok := p.target(from, b&15, more)
	if !ok {
		return m, "", "no move of a " + p.pos.At(from).String() + ": " + strconv.Itoa(b&15)
	}
	m = board.NewMove(from, to, promotion)
	legal, ok := movegen.Resolve(&p.pos, m)
	castles := p.pos.KindAt(from) == board.King && p.pos.At(to) == board.PieceOf(p.pos.Turn, board.Rook)
	switch {
	case ok && legal == m:
	case castles && to > from:
		text = castlingText
	case castles:
		text = longCastlingText
	default:
		return m, "", "an illegal move, " + m.String()
	}
	p.follow(side, number, m, castles)
	movegen.Make(&p.pos, m)
	return m, text, ""
}

// follow renumbers the pieces after a move.
func (p *pieces) follow(side, number int, m board.Move, castles bool) {
	from, to := m.From(), m.To()
	if castles {
		const kingSide, queenSide = 6, 2
		rank := from &^ 7
		rook := p.find(side, to)
		if to > from {
			p.square[side][0], p.square[side][rook] = rank+kingSide, rank+kingSide-1
		} else {
			p.square[side][0], p.square[side][rook] = rank+queenSide, rank+queenSide+1
		}
		return
	}
	captured := to
	if p.pos.KindAt(from) == board.Pawn && from.File() != to.File() && p.pos.At(to) == board.Empty {
		captured = from&^7 + board.Square(to.File())
	}
	if i := p.find(1-side, captured); i >= 0 {
		p.count[1-side]--
		p.square[1-side][i] = p.square[1-side][p.count[1-side]]
	}
	p.square[side][number] = to
}

// kingSteps and knightSteps are the differences of squares of a king's and a knight's
// move, by its value.
var (
	kingSteps   = [...]int{0, -9, -8, -7, -1, 1, 7, 8, 9}
	knightSteps = [...]int{0, -17, -15, -10, -6, 6, 10, 15, 17}
)

// Values of moves of kings and pawns.
const (
	longCastling  = 9
	castling      = 10
	doubleStep    = 15
	twoSquares    = 16
	secondByte    = 64 // added to the target
	squaresOfLine = 8
)

// target returns the target of a piece on a square, by the value of its move.
func (p *pieces) target(from board.Square, value, more int) (to board.Square, promotion board.Kind, ok bool) {
	file, rank := from.File(), int(from)>>3
	toFile, toRank := value&7, rank
	switch p.pos.KindAt(from) {
	case board.Pawn:
		return p.pawnTarget(from, value)
	case board.Knight:
		if value == 0 || value >= len(knightSteps) {
			return 0, 0, false
		}
		return squareAt(int(from) + knightSteps[value])
	case board.King:
		switch {
		case value == castling:
			return p.castlingRook(from, board.KingSide)
		case value == longCastling:
			return p.castlingRook(from, board.QueenSide)
		case value > longCastling:
			return 0, 0, false
		}
		return squareAt(int(from) + kingSteps[value])
	case board.Bishop:
		toRank = rank + toFile - file
		if value >= squaresOfLine {
			toRank = rank - toFile + file
		}
		if toRank < 0 || toRank >= squaresOfLine {
			return 0, 0, false
		}
	case board.Queen:
		if value == file {
			return squareAt(more - secondByte)
		}
		fallthrough
	case board.Rook:
		if value >= squaresOfLine {
			toFile, toRank = file, value-squaresOfLine
		}
	}
	return board.Square(squaresOfLine*toRank + toFile), 0, true
}

func squareAt(s int) (board.Square, board.Kind, bool) {
	return board.Square(s & 63), board.NoKind, s >= 0 && s < 64
}

// castlingRook returns the square of the rook with which a king castles. Without the
// right it is the rook in the corner.
func (p *pieces) castlingRook(king board.Square, side board.Side) (board.Square, board.Kind, bool) {
	file, ok := p.pos.Castling.RookFile(p.pos.Turn, side)
	if !ok {
		file = [...]int{board.KingSide: 7, board.QueenSide: 0}[side]
	}
	rook := king&^7 + board.Square(file)
	return rook, board.NoKind, p.pos.At(rook) == board.PieceOf(p.pos.Turn, board.Rook)
}

// pawnTarget returns the target of a pawn: a capture to the left, a step, a capture
// to the right as White sees it, each with its promotion, or two squares.
func (p *pieces) pawnTarget(from board.Square, value int) (board.Square, board.Kind, bool) {
	ahead := 1
	if p.pos.Turn == board.Black {
		ahead = -1
	}
	if value == doubleStep {
		return squareFrom(int(from)+ahead*twoSquares, board.NoKind)
	}
	becomes := [...]board.Kind{board.NoKind, board.Queen, board.Rook, board.Bishop, board.Knight}
	return squareFrom(int(from)+ahead*(7+value%3), becomes[value/3])
}

func squareFrom(s int, k board.Kind) (board.Square, board.Kind, bool) {
	return board.Square(s & 63), k, s >= 0 && s < 64
}

// nagText returns a glyph in the form of PGN.
func nagText(n int) string { return "$" + strconv.Itoa(n) }
