package positions

import "github.com/chesszip/chesszip/board"

// node is a position of a list in the tree of those that follow from one another. Its
// links are 1 + the index of a position, or 0.
//
// The tree makes lists of the positions of games and of opening trees cheap:
// the next position often follows the last one or an ancestor of it, and no
// move leads to the same child twice.
type node struct {
	State
	parent          int32      // that this follows
	lastChild       int32      // the last child, which follows this by one move
	previousSibling int32      // the previous child of the same parent
	move            board.Move // from the parent to this
}

// Bytes is the memory of a position in a Coder, in bytes.
const Bytes = 112

// history is the positions so far, in pieces, since a slice that grows is in memory
// twice.
type history struct {
	pieces []*[pieceLength]node
	n      int
}

const pieceLength = 1 << 9

// at returns the position with the given index.
func (h *history) at(i int) *node { return &h.pieces[i/pieceLength][i%pieceLength] }

// forget removes all positions.
func (h *history) forget() { h.n = 0 }

// add appends a position that follows from the one with the given index, or -1. It is
// a child of that if one move leads here; otherwise move is board.NullMove.
func (h *history) add(s *State, parent int, move board.Move) {
	n := node{State: *s, parent: int32(parent) + 1, move: move}
	if move != board.NullMove {
		p := h.at(parent)
		n.previousSibling = p.lastChild
		p.lastChild = int32(h.n) + 1
	}
	if h.n == len(h.pieces)*pieceLength {
		h.pieces = append(h.pieces, new([pieceLength]node))
	}
	*h.at(h.n) = n
	h.n++
}

// parent returns the index of the position that position i follows, or -1.
func (h *history) parent(i int) int { return int(h.at(i).parent) - 1 }

// usedMoves appends the moves by which children follow a position.
func (h *history) usedMoves(dst []board.Move, i int) []board.Move {
	for k := h.at(i).lastChild; k > 0; k = h.at(int(k - 1)).previousSibling {
		dst = append(dst, h.at(int(k-1)).move)
	}
	return dst
}
