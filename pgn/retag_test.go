package pgn_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/chesszip/chesszip/pgn"
)

func TestAppendRetagged(t *testing.T) {
	game := "; note\n[Event \"a\"]\n[White \"B \\\"x\\\"\"] ; why\n[Round \"?\"]\n\n1. e4 {c} e5 1-0\n\n"
	for _, c := range []struct {
		text, want string
		edit       pgn.TagEdit
	}{
		{game, game, pgn.TagEdit{}},
		{game, "; note\n[Event \"b\\\\\"]\n[White \"B \\\"x\\\"\"] ; why\n[Round \"?\"]\n\n1. e4 {c} e5 1-0\n\n", pgn.TagEdit{Set: []pgn.Tag{{"Event", `b\`}}}},
		{game, "; note\n[Event \"a\"]\n[White \"B \\\"x\\\"\"] ; why\n[Round \"?\"]\n[ECO \"C20\"]\n[Site \"here\"]\n\n1. e4 {c} e5 1-0\n\n",
			pgn.TagEdit{Set: []pgn.Tag{{"ECO", "C20"}, {"Site", "here"}}}},
		{game, "; note\n[Event \"a\"]\n[White \"B \\\"x\\\"\"] ; why\n[Round \"7\"]\n\n1. e4 {c} e5 1-0\n\n",
			pgn.TagEdit{Set: []pgn.Tag{{"Event", "b"}, {"Round", "7"}}, OnlyUnknown: true}},
		{game, "; note\n[Event \"a\"]\n[Black \"B \\\"x\\\"\"] ; why\n[Event2 \"?\"]\n\n1. e4 {c} e5 1-0\n\n",
			pgn.TagEdit{Rename: map[string]string{"White": "Black", "Round": "Event2", "Event2": "Event"}}},
		{"[White \"a\"]\r\n[Black \"b\"]\r\n\r\n1. e4 *", "[Black \"a\"]\r\n[White \"b\"]\r\n[Site \"x\"]\r\n\r\n1. e4 *",
			pgn.TagEdit{Rename: map[string]string{"White": "Black", "Black": "White"}, Set: []pgn.Tag{{"Site", "x"}}}},
		{"[White \"a\"]\n[Black \"b\"]\n\n*", "[White \"a\"]\n[Black \"b\"]\n\n*", pgn.TagEdit{Rename: map[string]string{"White": "Black"}}},
		{"1. e4 e5 *\n", "[White \"a\"]\n\n1. e4 e5 *\n", pgn.TagEdit{Set: []pgn.Tag{{"White", "a"}}}},
		{"[White \"a\"]\n[Black \"b\"]\n\n*", "[Black \"c\"]\n\n*", pgn.TagEdit{Remove: []string{"White"}, Set: []pgn.Tag{{"Black", "c"}}}},
		{"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *", "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *",
			pgn.TagEdit{Set: []pgn.Tag{{"FEN", "x"}, {"Variant", "Atomic"}}, Remove: []string{"FEN"}, Rename: map[string]string{"FEN": "A"}}},
		{" \n", " \n", pgn.TagEdit{Set: []pgn.Tag{{"White", "a"}}}},
		{"[white \"a\"] 1. e4 *", "[white \"b\"]\n[Site \"c\"] 1. e4 *", pgn.TagEdit{Set: []pgn.Tag{{"White", "b"}, {"Site", "c"}}}},
	} {
		require.Equal(t, c.want, string(pgn.AppendRetagged(nil, []byte(c.text), &c.edit)), "%+v", c.edit)
		require.Equal(t, "x"+c.want, string(pgn.AppendRetagged([]byte("x"), []byte(c.text), &c.edit)), "%+v", c.edit)
	}
}

// TestRetaggedGames checks that edited games read as they were, with the new tags.
func TestRetaggedGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for range rapid.IntRange(0, 5).Draw(t, "tags") {
			text += fmt.Sprintf("[%s %q]%s", rapid.SampledFrom([]string{"White", "Black", "site", "Site", "ECO"}).Draw(t, "name"),
				rapid.StringMatching(`[a-z?"\\é]{0,4}`).Draw(t, "value"), rapid.SampledFrom([]string{"\n", " ", "\r\n", "\nwords\n"}).Draw(t, "end"))
		}
		text += "\n" + rapid.SampledFrom([]string{"1. e4 e5 1-0", "1. e4 (1. d4) *"}).Draw(t, "moves")
		before := pgn.ParseGame(text)
		set := pgn.Tag{Name: rapid.SampledFrom([]string{"White", "Site", "New"}).Draw(t, "set"), Value: rapid.StringMatching(`[a-z"\\é]{1,4}`).Draw(t, "to")}
		got := pgn.AppendRetagged(nil, []byte(text), &pgn.TagEdit{Set: []pgn.Tag{set}})
		after := pgn.ParseGame(string(got))
		require.Equal(t, before.Movetext, after.Movetext, "%q", got)
		value, ok := after.Tag(set.Name)
		require.True(t, ok, "%q", got)
		require.Equal(t, set.Value, value, "%q", got)
		for _, tag := range before.Tags {
			if tag.Name != set.Name && (set.Name != "Site" || tag.Name != "site") {
				require.Contains(t, after.Tags, tag, "%q", got)
			}
		}
	})
}
