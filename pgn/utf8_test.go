package pgn_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/pgn"
)

func TestUTF8(t *testing.T) {
	for text, want := range map[string]string{
		"":             "",
		"Müller":       "Müller",
		"M\xfcller":    "Müller",
		"ü and \xfc":   "ü and ü",
		"\xff\xfe\x80": "ÿþ\u0080",
		"\uFFFD \xe2":  "\uFFFD â",
	} {
		require.Equal(t, want, pgn.UTF8(text), "%q", text)
	}
}
