package positions

import "github.com/chesszip/chesszip/board"

// node is a position of a list in the tree of those that follow from one
// another. Its links are 1 + the indices of positions, 0 for none.
//
// The tree makes lists of the positions of games and of opening trees cheap:
// the next position often follows the last one or an ancestor of it, and no
// move leads to the same child twice.
type node struct {
	State
	parent          int32      // which this follows
	lastChild       int32      // the last that follows this by one move
	previousSibling int32      // the one before that follows the same parent
	move            board.Move // to this from the parent
}

// Bytes is what a Coder keeps of a position, in bytes of memory.
const Bytes = 112

// history is the positions so far, in pieces: a list that grows as a whole is
// there twice.
type history struct {
	pieces []*[pieceLength]node
	n      int
}

const pieceLength = 1 << 9

// at returns the position with the given index.
func (h *history) at(i int) *node { return &h.pieces[i/pieceLength][i%pieceLength] }

// forget forgets all positions.
func (h *history) forget() { h.n = 0 }

// add appends a position that follows from the one with the given index, -1
// for none; it is a child of it if one move leads here, else move is
// board.NullMove.
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

// parent returns the index of the position that the one with the given index
// follows, -1 if there is none.
func (h *history) parent(i int) int { return int(h.at(i).parent) - 1 }

// usedMoves appends the moves by which others follow a position.
func (h *history) usedMoves(dst []board.Move, i int) []board.Move {
	for k := h.at(i).lastChild; k > 0; k = h.at(int(k - 1)).previousSibling {
		dst = append(dst, h.at(int(k-1)).move)
	}
	return dst
}
