package gamestate_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/gamestate"
)

// TestResult checks the text of each result, there and back.
func TestResult(t *testing.T) {
	for text, want := range map[string]gamestate.Result{
		"*": gamestate.Undecided, "1-0": gamestate.WhiteWins, "0-1": gamestate.BlackWins, "1/2-1/2": gamestate.Draw,
	} {
		got, err := gamestate.ParseResult(text)
		require.NoError(t, err)
		require.Equal(t, want, got)
		js, err := json.Marshal(struct{ R gamestate.Result }{want})
		require.NoError(t, err)
		require.Equal(t, `{"R":"`+text+`"}`, string(js))
		var back struct{ R gamestate.Result }
		require.NoError(t, json.Unmarshal(js, &back))
		require.Equal(t, want, back.R)
	}
	for _, text := range []string{"", "1/2", "1:0", "*\n"} {
		_, err := gamestate.ParseResult(text)
		require.Error(t, err, text)
	}
}
