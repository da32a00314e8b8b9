package pgn_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/board"
	"github.com/chesszip/chesszip/gamestate"
	"github.com/chesszip/chesszip/notation"
	"github.com/chesszip/chesszip/pgn"
)

func ExampleTree() {
	game := pgn.ParseGame("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *")
	tree, err := game.Tree()
	if err != nil {
		fmt.Println(err)
		return
	}
	sicilian := tree.Root().Next().Children()[1]
	sicilian.Comments = append(sicilian.Comments, "the best answer")
	sicilian.Promote()
	tree.Root().Next().Children()[1].Delete() // 1... e5
	reply, _ := sicilian.AddSAN("c3")
	reply.NAGs = append(reply.NAGs, 5)
	text := string(pgn.AppendGame(nil, tree.Game()))
	fmt.Println(text[strings.Index(text, "1. e4"):])
	// Output: 1. e4 c5 {the best answer} 2. Nf3 (2. c3 $5) *
}

// movetext is what AppendGame writes of a tree without tags.
func movetext(t *pgn.Tree) string {
	text := string(pgn.AppendGame(nil, t.Game()))
	_, text, _ = strings.Cut(text, "\n\n")
	return strings.TrimSpace(strings.ReplaceAll(text, "\n", " "))
}

func tree(t testing.TB, text string) *pgn.Tree {
	t.Helper()
	read, err := pgn.ParseGame(text).Tree()
	require.NoError(t, err)
	return read
}

func TestTreeRoundTrip(t *testing.T) {
	for _, text := range []string{
		"*",
		"1. e4 *",
		"{start} 1. e4 $1 $14 {a} {b} 1... e5 1-0",
		"1. e4 e5 (1... c5) 2. Nf3 1/2-1/2",
		"1. e4 (1. d4 d5 (1... Nf6 2. c4 (2. Nf3)) 2. c4) (1. c4) 1... e5 *",
		"1. e4 e5 (1... c5 {after} 2. Nf3) {behind} 2. Nf3 ({before} 2. f4 exf4) 2... Nc6 0-1",
		"1. e4 ({one} 1. d4 {two} 1... d5) 1... e5 {end} *",
		"1. -- e5 2. Nf3 *",
	} {
		require.Equal(t, text, movetext(tree(t, text)))
	}
}

// Parts that a tree cannot hold unchanged become comments.
func TestTreeOddities(t *testing.T) {
	require.Equal(t, "1. e4 e5 (1... c5 {1-0}) *", movetext(tree(t, "1. e4 e5 (1... c5 1-0) *")))
	require.Equal(t, "1. e4 ;a } b *", movetext(tree(t, "1. e4 ; a } b\n*")))
	require.Equal(t, "1. e4 (1. e4) 1... e5 *", movetext(tree(t, "1. e4 (1. e4) e5 *")), "a variation of the same move is kept")
	require.Equal(t, "1. e4 {last} *", movetext(tree(t, "1. e4 () {last} *")))

	up, err := pgn.ParseGame("1. e4 e5 {here}\n 2. Ke3 Nf6 *").Tree()
	var p *pgn.Problem
	require.ErrorAs(t, err, &p)
	require.Equal(t, "Ke3", p.Text)
	require.Equal(t, []int64{2, 5}, []int64{p.Line, int64(p.Column)})
	require.Equal(t, "1. e4 e5 {here} *", movetext(up), "up to the move")
	require.ErrorIs(t, err, notation.ErrIllegal)
	_, err = (&pgn.ParsedGame{Movetext: []pgn.Element{{Kind: pgn.Move, Text: "e4"}}}).Tree()
	require.ErrorContains(t, err, `"e4"`)
}

// TestBraces checks that a text with closing braces comes back, from wherever it stands.
func TestBraces(t *testing.T) {
	g := pgn.NewTree(board.Start())
	root := g.Root()
	root.Comments = []string{"} first", "plain"}
	e4, err := root.AddUCI("e2e4")
	require.NoError(t, err)
	e4.Before, e4.Comments = []string{"a}b"}, []string{"{x}", "}", "[Event } y]", "after"}
	_, err = e4.AddSAN("e5")
	require.NoError(t, err)
	c5, err := e4.AddUCI("c7c5")
	require.NoError(t, err)
	c5.Comments = []string{"in } variation"}
	text := pgn.AppendGame(nil, g.Game())
	back, err := pgn.ParseGame(string(text)).Tree()
	require.NoError(t, err, string(text))
	at := back.Root()
	require.Equal(t, append(root.Comments, e4.Before...), append(at.Comments, at.Next().Before...), string(text))
	require.Equal(t, e4.Comments, at.Next().Comments, string(text))
	require.Equal(t, c5.Comments, at.Next().Children()[1].Comments, string(text))
	require.Equal(t, string(text), string(pgn.AppendGame(nil, back.Game())))

	_, err = c5.AddUCI("e2e4")
	require.ErrorIs(t, err, notation.ErrNoPiece)
}

// TestSetTag sets and removes tags by their names.
func TestSetTag(t *testing.T) {
	g := pgn.ParseGame("[Event \"a\"]\n[white \"b\"]\n[White \"c\"]\n\n*")
	g.SetTag("White", "d")
	g.SetTag("BLACK", "e")
	require.Equal(t, []pgn.Tag{{Name: "Event", Value: "a"}, {Name: "white", Value: "b"}, {Name: "White", Value: "d"}, {Name: "BLACK", Value: "e"}}, g.Tags)
	require.True(t, g.RemoveTag("white"))
	require.False(t, g.RemoveTag("white"))
	tree, err := g.Tree()
	require.NoError(t, err)
	tree.SetTag("Black", "f")
	value, ok := tree.Tag("black")
	require.True(t, ok && tree.RemoveTag("Event"))
	require.Equal(t, "f", value)
	require.Equal(t, []pgn.Tag{{Name: "BLACK", Value: "f"}}, tree.Tags)
	require.Len(t, g.Tags, 2, "the game keeps its own")
}

func TestTreeEdits(t *testing.T) {
	g := pgn.NewTree(board.Start())
	e4, err := g.Root().AddSAN("e4")
	require.NoError(t, err)
	again, err := g.Root().Add(board.NewMove(board.E2, board.E4, board.NoKind))
	require.NoError(t, err)
	require.Same(t, e4, again)
	require.Len(t, g.Root().Children(), 1)
	e5, err := e4.AddSAN("e5")
	require.NoError(t, err)
	c5, err := e4.AddSAN("c5")
	require.NoError(t, err)
	e6, err := e4.AddSAN("e6")
	require.NoError(t, err)
	nf3, err := c5.AddSAN("Nf3")
	require.NoError(t, err)
	nc3, err := c5.AddSAN("Nc3")
	require.NoError(t, err)
	require.Equal(t, "1. e4 e5 (1... c5 2. Nf3 (2. Nc3)) (1... e6) *", movetext(g))

	_, err = nf3.AddSAN("e4")
	var illegal *gamestate.MoveError
	require.ErrorAs(t, err, &illegal)
	require.Equal(t, 3, illegal.Ply)
	_, err = nf3.Add(board.NewMove(board.E2, board.E4, board.NoKind))
	require.ErrorAs(t, err, &illegal)
	require.Equal(t, nf3.Position(), illegal.Position)

	require.True(t, nc3.Promote())
	require.Equal(t, "1. e4 e5 (1... c5 2. Nc3 (2. Nf3)) (1... e6) *", movetext(g))
	require.True(t, nc3.Promote())
	require.Equal(t, "1. e4 c5 (1... e5) (1... e6) 2. Nc3 (2. Nf3) *", movetext(g))
	require.False(t, nc3.Promote())
	nf3.PromoteToMain()
	e6.PromoteToMain()
	require.Equal(t, "1. e4 e6 (1... c5 2. Nf3 (2. Nc3)) (1... e5) *", movetext(g))

	require.Equal(t, []board.Move{e4.Move(), c5.Move(), nf3.Move()}, nf3.Line().Moves)
	require.Equal(t, board.Start(), nf3.Line().Start)
	c5.Delete()
	require.Equal(t, "1. e4 e6 (1... e5) *", movetext(g))
	require.Same(t, e5, e4.Children()[1])
	g.Root().Delete()
	require.Equal(t, "*", movetext(g))
	require.Nil(t, g.Root().Next())
}

// Castling may come as the king's way, and lines may be as deep as memory lets them.
func TestTreeCastlingAndDepth(t *testing.T) {
	p, err := board.ParseFEN("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	require.NoError(t, err)
	g := pgn.NewTree(p)
	n, err := g.Root().Add(board.NewMove(board.E1, board.G1, board.NoKind))
	require.NoError(t, err)
	require.Equal(t, board.NewMove(board.E1, board.H1, board.NoKind), n.Move())
	require.Equal(t, "1. O-O *", movetext(g))

	// Knights go to and fro, a variation deeper with every half-move.
	var b strings.Builder
	const deep = 3000
	for ply := range deep {
		number := fmt.Sprintf("%d%s", ply/2+1, [2]string{".", "..."}[ply&1])
		main := [2]string{number + " h3", "h6"}[ply&1]
		fmt.Fprintf(&b, "%s (%s %s ", main, number, [4]string{"Nc3", "Nc6", "Nb1", "Nb8"}[ply&3])
	}
	text := fmt.Sprintf("%s%d. a3%s *", &b, deep/2+1, strings.Repeat(")", deep))
	require.True(t, text == movetext(tree(t, text)))
}

// Comments need no braces, and keep all their bytes.
func TestCommentsByHand(t *testing.T) {
	for text, want := range map[string]string{"good": "good", "": "", "{kept}": "kept", "{": "{", "a } b": "a } b"} {
		e := pgn.Element{Kind: pgn.Comment, Text: text}
		require.Equal(t, want, e.Comment())
	}
	require.Equal(t, "plain", (&pgn.Element{Kind: pgn.LineComment, Text: "plain"}).Comment())
	require.Equal(t, "", (&pgn.Element{Kind: pgn.EscapeLine}).Comment())
	c := pgn.NewComment("{a} b")
	require.Equal(t, "{a} b", c.Comment())
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringOf(rapid.RuneFrom([]rune("ab {}()\n;%["))).Draw(t, "comment")
		g := pgn.NewTree(board.Start())
		n, err := g.Root().AddSAN("e4")
		require.NoError(t, err)
		n.Comments = []string{text}
		back, err := pgn.ParseGame(string(pgn.AppendGame(nil, g.Game()))).Tree()
		require.NoError(t, err)
		require.Equal(t, strings.Join(strings.Fields(text), " "), back.Root().Next().Comments[0])
	})
}
