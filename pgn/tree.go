package pgn

import (
	"fmt"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/movegen"
	"github.com/chesszip/chesszip/notation"
)

// Tree is a game that can be edited: moves with variations, glyphs and comments.
// NewTree returns a new one, ParsedGame.Tree one of a game that was read. Tree.Game
// returns a game to write with AppendGame.
type Tree struct {
	Tags   []Tag // Tag, SetTag and RemoveTag find one by its name
	Result gamestate.Result

	root Node
}

// Node is a move of a Tree and what may follow it, or the start of the game, which
// has no move. Its fields may be changed freely.
type Node struct {
	// NAGs are the numeric annotation glyphs of the move.
	NAGs []uint8
	// Before are comments in front of the move, Comments those after it: texts
	// without their delimiters. At the root they stand in front of the whole game.
	Before, Comments []string

	move     board.Move
	position board.Position // after the move
	parent   *Node
	children []*Node
	index    int32 // of the move in the Movetext that Game is making
}

// NewTree returns a Tree without moves, from a start position.
func NewTree(start board.Position) *Tree {
	return &Tree{root: Node{position: start}}
}

// Root returns the start of the game.
func (t *Tree) Root() *Node { return &t.root }

// Move returns the move of n, NullMove for the start of a game and a passed turn.
func (n *Node) Move() board.Move { return n.move }

// Position returns the position after the move of n.
func (n *Node) Position() board.Position { return n.position }

// Parent returns the move before n, nil for the start.
func (n *Node) Parent() *Node { return n.parent }

// Children returns the moves that may follow n: the main line's first, then
// variations in their order. The slice must not be changed.
func (n *Node) Children() []*Node { return n.children }

// Next returns the first of Children, nil if there is none.
func (n *Node) Next() *Node {
	if len(n.children) == 0 {
		return nil
	}
	return n.children[0]
}

// Line returns the game up to n.
func (n *Node) Line() gamestate.Game {
	var g gamestate.Game
	for ; n.parent != nil; n = n.parent {
		g.Moves = append(g.Moves, n.move)
	}
	slices.Reverse(g.Moves)
	g.Start = n.position
	return g
}

// Add adds a move after n and returns it: as the main line if nothing follows n yet,
// otherwise as the last variation. If the move is there already, Add returns that.
// NullMove passes the turn. It fails with a *gamestate.MoveError if the move is not
// legal.
func (n *Node) Add(m board.Move) (*Node, error) {
	if m != board.NullMove {
		legal, ok := movegen.Resolve(&n.position, m)
		if !ok {
			return nil, &gamestate.MoveError{Ply: n.ply(), Move: m, Position: n.position}
		}
		m = legal
	}
	for _, c := range n.children {
		if c.move == m {
			return c, nil
		}
	}
	return n.add(m), nil
}

// AddSAN is Add for a move in Standard Algebraic Notation, as notation.ParseSAN
// reads it.
func (n *Node) AddSAN(text string) (*Node, error) {
	m, err := notation.ParseSAN(text, &n.position)
	if err != nil {
		return nil, &gamestate.MoveError{Ply: n.ply(), Position: n.position, Err: err}
	}
	return n.Add(m)
}

// AddUCI is Add for a move of the UCI protocol, as notation.ParseUCI reads it.
func (n *Node) AddUCI(text string) (*Node, error) {
	m, err := notation.ParseUCI(text, &n.position)
	if err != nil {
		return nil, &gamestate.MoveError{Ply: n.ply(), Position: n.position, Err: err}
	}
	return n.Add(m)
}

func (n *Node) add(m board.Move) *Node {
	c := &Node{move: m, position: n.position, parent: n}
	movegen.Make(&c.position, m)
	n.children = append(n.children, c)
	return c
}

// ply returns the number of moves up to n.
func (n *Node) ply() (ply int) {
	for ; n.parent != nil; n = n.parent {
		ply++
	}
	return ply
}

// Promote makes the innermost variation with n the main line of the place where it
// begins; the former main line becomes the first variation. It does nothing and
// returns false if n is on the main line of the whole game.
func (n *Node) Promote() bool {
	for ; n.parent != nil; n = n.parent {
		all := n.parent.children
		if i := slices.Index(all, n); i > 0 {
			copy(all[1:i+1], all[:i])
			all[0] = n
			return true
		}
	}
	return false
}

// PromoteToMain makes the line of n the main line of the whole game.
func (n *Node) PromoteToMain() {
	for n.Promote() {
	}
}

// Delete removes n and all moves after it from its tree. The root stays, and loses
// all moves.
func (n *Node) Delete() {
	if n.parent == nil {
		n.children = nil
		return
	}
	n.parent.children = slices.DeleteFunc(n.parent.children, func(c *Node) bool { return c == n })
}

// Tree returns g as a tree. Results inside variations, glyphs without a number, and
// text that is not part of a game become comments. If a move cannot be played, the tree
// has the game up to it, and the error is the *Problem of that move. ParsedGame.Problems
// has what else could not be read.
func (g *ParsedGame) Tree() (*Tree, error) {
	t := NewTree(g.Start)
	t.Tags = slices.Clone(g.Tags)
	t.Result, _ = gamestate.ParseResult(marker(g)) // one of its texts
	b := treeBuilder{at: &t.root, nodes: map[int32]*Node{-1: &t.root}}
	var err error
	for i := range g.Movetext {
		e := &g.Movetext[i]
		if e.Kind == Move && !e.Known {
			err = g.notKnown(e)
			break
		}
		b.element(e, int32(i))
	}
	b.settle()
	return t, err
}

// notKnown returns the problem of a move that is not known.
func (g *ParsedGame) notKnown(e *Element) error {
	for i := range g.Problems {
		if p := &g.Problems[i]; p.Text == e.Text {
			return p
		}
	}
	if len(g.Problems) > 0 {
		return &g.Problems[0]
	}
	return fmt.Errorf("pgn: move %q of a game that was not read is not known", e.Text)
}

// treeBuilder puts the elements of a game at their nodes.
type treeBuilder struct {
	at    *Node // the previous move on this line
	nodes map[int32]*Node
	// waiting are comments after a variation or at the beginning of one: they belong
	// to the next move.
	waiting []string
	waits   bool
	outer   []*Node
}

func (b *treeBuilder) element(e *Element, i int32) {
	switch e.Kind {
	case Move:
		m := e.Move
		parent := b.nodes[e.Parent]
		if parent == nil {
			parent = b.at
		}
		b.at = parent.add(m)
		b.nodes[i] = b.at
		b.at.Before, b.waiting, b.waits = b.waiting, nil, false
	case NAG:
		if v, ok := e.glyph(); ok {
			b.at.NAGs = append(b.at.NAGs, v)
		} else {
			b.comment(e.Text)
		}
	case Open:
		b.settle()
		b.outer = append(b.outer, b.at)
		b.waits = true
	case Close:
		b.settle()
		if n := len(b.outer); n > 0 {
			b.at, b.outer = b.outer[n-1], b.outer[:n-1]
		}
		b.waits = true
	case Comment, OpenComment, LineComment, EscapeLine:
		b.comment(e.Comment())
	default:
		b.comment(e.Text)
	}
}

func (b *treeBuilder) comment(text string) {
	if b.waits {
		b.waiting = append(b.waiting, text)
	} else {
		b.at.Comments = append(b.at.Comments, text)
	}
}

// settle attaches comments that no move follows to the previous move.
func (b *treeBuilder) settle() {
	b.at.Comments = append(b.at.Comments, b.waiting...)
	b.waiting, b.waits = nil, false
}

// glyph returns the number of a NAG; false if its text has none.
func (e *Element) glyph() (uint8, bool) {
	if e.Text == "" {
		return e.NAG, true
	}
	return Token{Kind: NAG, Text: []byte(e.Text)}.NAG()
}

// Game returns the tree as a game for AppendGame. A glyph or comment of the root
// comes before the first move.
func (t *Tree) Game() *ParsedGame {
	g := &ParsedGame{Tags: slices.Clone(t.Tags), Start: t.root.position, Result: t.Result.String()}
	t.root.index = -1
	g.annotate(&t.root)
	// A branch is a place with variations: those still to write, and the continuation
	// of its own line.
	type branch struct {
		variations []*Node
		next       *Node
		inside     bool // a variation of it is being written
	}
	var open []branch
	for at := t.root.Next(); at != nil; {
		g.move(at)
		next := at.Next()
		if all := at.parent.children; all[0] == at && len(all) > 1 {
			open = append(open, branch{all[1:], next, false})
			next = nil
		}
		for next == nil && len(open) > 0 {
			b := &open[len(open)-1]
			if b.inside {
				g.Movetext = append(g.Movetext, Element{Kind: Close, Text: ")"})
			}
			if b.inside = len(b.variations) > 0; b.inside {
				g.Movetext = append(g.Movetext, Element{Kind: Open, Text: "("})
				next, b.variations = b.variations[0], b.variations[1:]
			} else {
				next = b.next
				open = open[:len(open)-1]
			}
		}
		at = next
	}
	return g
}

// move appends a move with its annotations.
func (g *ParsedGame) move(n *Node) {
	for _, c := range n.Before {
		g.Movetext = append(g.Movetext, NewComment(c))
	}
	n.index = int32(len(g.Movetext))
	g.Movetext = append(g.Movetext, Element{Kind: Move, Known: true, Move: n.move, Parent: n.parent.index})
	g.annotate(n)
}

// annotate appends the glyphs and comments after a move.
func (g *ParsedGame) annotate(n *Node) {
	for _, v := range n.NAGs {
		g.Movetext = append(g.Movetext, Element{Kind: NAG, NAG: v, Text: fmt.Sprintf("$%d", v)})
	}
	for _, c := range n.Comments {
		g.Movetext = append(g.Movetext, NewComment(c))
	}
}

// NewComment returns a comment of a text without its delimiters. A text with a closing
// brace, at which a comment in braces would end, becomes one to the end of the line.
func NewComment(text string) Element {
	if strings.Contains(text, "}") {
		return Element{Kind: LineComment, Text: ";" + strings.Join(strings.Fields(text), " ")}
	}
	return Element{Kind: Comment, Text: "{" + text + "}"}
}
