package door

import (
	"encoding/json"

	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

// tree is a game with its variations, as JSON.
type tree struct {
	Start    string     `json:"start"`
	Before   []string   `json:"before"` // comments in front of the game
	Moves    []treeMove `json:"moves"`
	Problems []string   `json:"problems"`
}

// treeMove is a move of a tree. Parent is the index of the move before it, -1 for none;
// of the moves with one parent the first is of the main line, or of the same variation.
type treeMove struct {
	Parent   int      `json:"parent"`
	UCI      string   `json:"uci"`
	SAN      string   `json:"san"`
	FEN      string   `json:"fen"` // after the move
	Before   []string `json:"before"`
	Comments []string `json:"comments"`
	Glyphs   []int    `json:"glyphs"`
	Clock    *int64   `json:"clock"` // milliseconds
	Eval     *int     `json:"eval"`  // centipawns
}

// appendTree appends a game as JSON.
func appendTree(dst []byte, text string) []byte {
	g := pgn.ParseGame(text)
	out := tree{Start: g.Start.String(), Before: []string{}, Moves: []treeMove{}, Problems: []string{}}
	for i := range g.Problems {
		out.Problems = append(out.Problems, g.Problems[i].Error())
	}
	t, _ := g.Tree() // up to the first problem
	root := t.Root()
	out.Before = append(out.Before, root.Comments...)
	type place struct {
		node   *pgn.Node
		parent int
	}
	var left []place
	follow := func(n *pgn.Node, index int) {
		next := n.Children()
		for i := len(next) - 1; i >= 0; i-- {
			left = append(left, place{next[i], index})
		}
	}
	for follow(root, -1); len(left) > 0; {
		at := left[len(left)-1]
		left = left[:len(left)-1]
		before, after := at.node.Parent().Position(), at.node.Position()
		m := treeMove{
			Parent: at.parent,
			UCI:    notation.UCI(&before, at.node.Move()), SAN: notation.SAN(&before, at.node.Move()), FEN: after.String(),
			Before: append([]string{}, at.node.Before...), Comments: append([]string{}, at.node.Comments...), Glyphs: []int{},
		}
		for _, n := range at.node.NAGs {
			m.Glyphs = append(m.Glyphs, int(n))
		}
		for _, c := range at.node.Comments {
			if left, ok := pgn.ClockOf(c); ok && m.Clock == nil {
				ms := left.Milliseconds()
				m.Clock = &ms
			}
			if score, ok := pgn.EvalOf(c); ok && m.Eval == nil {
				cp := int(score)
				m.Eval = &cp
			}
		}
		out.Moves = append(out.Moves, m)
		follow(at.node, len(out.Moves)-1)
	}
	said, _ := json.Marshal(&out) // texts and numbers cannot fail
	return append(dst, said...)
}
