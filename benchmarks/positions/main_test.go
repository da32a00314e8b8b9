package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/codec"
)

func TestTable(t *testing.T) {
	var out bytes.Buffer
	require.NoError(t, run([]string{"testdata/famous.fen"}, false, 10, 1000, &out))
	for _, want := range append(codec.Names(), "FEN", "Lichess's binary FEN", "learned", "palette classic", "palette default", "palette learned") {
		if !strings.Contains(out.String(), "| "+want) {
			t.Errorf("the table has no row for %s:\n%s", want, out.String())
		}
	}
	require.Error(t, run([]string{"testdata/absent.fen"}, false, 10, 1000, &out))
}
