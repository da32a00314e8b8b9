package index

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/corrupt"
)

// textsOf returns the stream of the tag values of games.
func textsOf(t *testing.T, games ...[]string) []byte {
	t.Helper()
	var b Builder
	b.Reset(Players)
	for _, g := range games {
		add(&b, tags(g...), 1)
	}
	for _, s := range b.streams(7) {
		if s.Kind == KindTexts {
			return s.Data
		}
	}
	return nil
}

// values are the values of a tag, "-" for none.
func values(t *testing.T, src []byte, games int, tag string) (all []string) {
	t.Helper()
	x, err := ParseTexts(t.Context(), src, games, tag)
	require.NoError(t, err)
	if x == nil {
		return nil
	}
	require.Len(t, x.Games, games)
	for _, n := range x.Games {
		if n == 0 {
			all = append(all, "-")
			continue
		}
		all = append(all, string(x.Values[n-1]))
	}
	return all
}

// TestTexts checks the values in an index: the first of a name, empty ones and none.
func TestTexts(t *testing.T) {
	src := textsOf(t, []string{"Event", "Cup", "Site", "Riga", "Event", "no"}, []string{"Event", ""}, nil, []string{"Event", "Cup"})
	require.Equal(t, []string{"Cup", "", "-", "Cup"}, values(t, src, 4, "Event"))
	require.Equal(t, []string{"Riga", "-", "-", "-"}, values(t, src, 4, "Site"))
	require.Equal(t, []string{"-", "-", "-", "-"}, values(t, src, 4, "Opening"))
	require.Nil(t, values(t, src, 4, "Round"), "a tag that no index says")

	many := make([][]string, 2000)
	for i := range many {
		many[i] = []string{"Event", fmt.Sprint(i / 5), "Site", fmt.Sprint("https://example.org/", i*i)}
	}
	src = textsOf(t, many...)
	got := values(t, src, len(many), "Event")
	for i, g := range many {
		require.Equal(t, g[1], got[i], "game %d of 400 values", i)
	}
	require.Nil(t, values(t, src, len(many), "Site"), "a value for each game is too much")
	require.Nil(t, values(t, textsOf(t, []string{"Event", strings.Repeat("x", 1025)}), 1, "Event"), "a value that is too long")
}

// TestTextsDamaged checks that each way of damage is an error.
func TestTextsDamaged(t *testing.T) {
	src := textsOf(t, []string{"Event", "A"}, []string{"Event", "B"})
	fewer := textsOf(t, []string{"Event", "A"})
	for name, src := range map[string][]byte{
		"nothing": {}, "cut": src[:len(src)-1], "more": append(bytes.Clone(src), 0), "unknown tag": append([]byte{src[0] | 1<<5}, src[1:]...),
		"fewer games": fewer,
	} {
		_, err := ParseTexts(t.Context(), src, 2, "Event")
		require.ErrorIs(t, err, corrupt.Err, name)
	}
	// Game 2 has value 3 of 2.
	at := bytes.LastIndex(src, []byte{1, 2})
	if at < 0 {
		at = bytes.Index(src, []byte{1, 2})
	}
	require.Positive(t, at, "the numbers lie as they are")
	wrong := bytes.Clone(src)
	wrong[at+1] = 3
	_, err := ParseTexts(t.Context(), wrong, 2, "Event")
	require.ErrorContains(t, err, "value 3 of 2")
}
