// Package boards codes positions square by square, and reads and writes them in the
// forms of lists and tags. It learns only from the positions that it codes.
package boards

import (
	"slices"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/internal/entropy/contextmix"
)

// Sizes of the models of Squares and State; their limit is MaxCount.
const (
	SquaresSize = 19
	StateSize   = 14
	MaxCount    = 250
)

// Coder codes any position by its squares, a8 first.
type Coder struct {
	squares, state *contextmix.Model
}

// New returns a Coder with models for Squares and State.
func New(squares, state *contextmix.Model) *Coder { return &Coder{squares, state} }

func bit(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// Choices of squareContexts.
const choosePattern, chooseContent = 0, 1

// squareContexts are the contexts of squares without a learned model.
var squareContexts = contextmix.Declare("positions.squares",
	contextmix.Choice{Name: "whether the square is as in the pattern",
		Fields:   "square:6 place:10 same8:8 same16:16 same3:3 near:8 diagonal:8 before:32 empty:1 misses:5 pawns:8 mirror:4 pieces:20",
		Contexts: "place | place same8 | place near | square near diagonal | before square | same16 empty | place misses same3 | near diagonal pawns | place mirror | square pieces"},
	contextmix.Choice{Name: "what stands on it", Fields: "square:6 place:10 same8:8 near:8 diagonal:8 before:32 pawns:8 mirror:4 pieces:20",
		Contexts: "place | place same8 | place near | square near diagonal | before square | near diagonal pawns | place mirror | square pieces"},
)

// Choices of stateContexts.
const chooseTurn, chooseSameRights, chooseRights, chooseEnPassant, chooseEnPassantSquare = 0, 1, 2, 3, 4

// stateContexts are the contexts of the rest of a position without a learned model.
var stateContexts = contextmix.Declare("positions.state",
	contextmix.Choice{Name: "whether Black moves", Fields: "pattern:1 same:8", Contexts: "- | pattern | same"},
	contextmix.Choice{Name: "whether the castling rights are those of the pattern", Fields: "pattern:16", Contexts: "- | pattern"},
	contextmix.Choice{Name: "the rook's file of each right", Fields: "pattern:16", Contexts: "- | pattern"},
	contextmix.Choice{Name: "whether there is an en passant square", Fields: "pattern:6", Contexts: "- | pattern"},
	contextmix.Choice{Name: "the en passant square", Fields: "turn:1", Contexts: "- | turn"},
)

// Squares returns the table of the model of the squares.
func Squares() *contextmix.Table { return squareContexts }

// State returns the table of the model of the fields besides the board.
func State() *contextmix.Table { return stateContexts }

// border is a board with a border of 15, ten squares a rank.
var border = [90]uint32(slices.Repeat([]uint32{15}, 90))

// Code codes p except its counters, which stay those of the pattern.
func (b *Coder) Code(p, pattern *board.Position) board.Position {
	got := board.Position{Board: pattern.Board, HalfmoveClock: pattern.HalfmoveClock, FullmoveNumber: pattern.FullmoveNumber}
	same := uint32(0)            // whether the last squares were as in the pattern
	before := uint32(2166136261) // hash of all squares so far: FNV-1a
	misses, pieces := uint32(0), uint32(0)
	var count [13]uint32
	at := border // contents of the squares
	for i := range 64 {
		sq := board.Square(i ^ 56)
		here := 10*(i>>3) + i&7 + 11
		old := uint32(pattern.At(sq))
		near, diagonal := at[here-1]<<4|at[here-10], at[here-11]<<4|at[here-9]
		pawns := count[board.WhitePawn]<<4 | count[board.BlackPawn]
		place := uint32(sq)<<4 | old
		mirror := uint32(15)
		if i >= 32 {
			mirror = at[10*(7-i>>3)+i&7+11]
		}
		b.squares.Use(choosePattern, uint32(sq), place, same&0xff, same&0xffff, same&7, near, diagonal, before, bit(old == 0), misses, pawns, mirror, pieces)
		now := uint32(p.At(sq))
		if b.squares.Flag(now == old) {
			now = old
			same = same<<1 | 1
		} else {
			b.squares.Use(chooseContent, uint32(sq), place, same&0xff, near, diagonal, before, pawns, mirror, pieces)
			same <<= 1
			misses = min(misses+1, 31)
			now = uint32(b.squares.Index(int(now), 4))
			if now > 12 {
				now = 0 // only in damaged data
			}
			got.Put(sq, board.Piece(now))
		}
		count[now] = min(count[now]+1, 15)
		pieces = piecesOf(&count)
		before = (before ^ now) * 16777619
		at[here] = now
	}
	b.codeState(&got, p, pattern, same)
	return got
}

// piecesOf returns the numbers of pieces of each kind except pawns, at most three
// each.
func piecesOf(count *[13]uint32) (pieces uint32) {
	for _, c := range [...]board.Piece{board.WhiteKnight, board.BlackKnight} {
		for k := range board.Piece(5) {
			pieces = pieces<<2 | min(count[c+k], 3)
		}
	}
	return pieces
}

// codeState codes side to move, castling rights and en passant square of want, into
// got.
func (b *Coder) codeState(got, want, pattern *board.Position, same uint32) {
	if b.state.Use(chooseTurn, uint32(pattern.Turn), same&0xff).Flag(want.Turn != board.White) {
		got.Turn = board.Black
	}
	got.Castling = pattern.Castling
	if !b.state.Use(chooseSameRights, uint32(pattern.Castling)).Flag(want.Castling == pattern.Castling) {
		b.state.Use(chooseRights, uint32(pattern.Castling))
		got.Castling = 0
		for i := range 4 {
			got.Castling |= board.Rights(min(b.state.Index(int(want.Castling>>(4*i)&15), 4), 8)) << (4 * i)
		}
	}
	if b.state.Use(chooseEnPassant, uint32(pattern.EnPassant)).Flag(want.EnPassant != 0) {
		got.EnPassant = board.Square(b.state.Use(chooseEnPassantSquare, uint32(got.Turn)).Index(int(want.EnPassant), 6))
	}
}
