package main

import (
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/model/names"
	"github.com/chesszip/chesszip/internal/test/corpus"
)

// TestTable makes the table again, which takes about four seconds.
func TestTable(t *testing.T) {
	if os.Getenv("CHESSZIP_DATA") == "" {
		t.Skip("CHESSZIP_DATA names no folder of training files")
	}
	got, err := table()
	if errors.Is(err, corpus.ErrAbsent) {
		t.Skip(err)
	}
	require.NoError(t, err)
	require.Equal(t, string(names.Table()), string(got), "the shipped table is not what this command makes")
}

// TestFiles checks that no file of a server is read.
func TestFiles(t *testing.T) {
	for _, kind := range kinds {
		for _, file := range kind.files {
			require.Regexp(t, "^(master|engine|tcec)[a-z-]*-train.pgn$", file)
		}
	}
}

const twoGames = `[White "Bo, A"]
[Black "Ad, C"]
[Date "1990.??.??"]

1. e4 *

[White "Bo, A"]
[Black "x"]
[Date "2000.01.01"]

1. e4 *

`

// TestGather checks how windows and days are counted; a name of one byte is ignored.
func TestGather(t *testing.T) {
	players := map[string]*player{}
	require.Equal(t, 3, gather(players, []byte(twoGames), 3))
	require.Equal(t, 3, gather(players, []byte(twoGames), 3))
	require.Equal(t, 4, gather(players, []byte(twoGames), 4))
	require.Len(t, players, 2)
	require.Equal(t, 2, players["Bo, A"].windows)
	require.Equal(t, 2, players["Ad, C"].windows)
	require.Equal(t, uint64(6), players["Bo, A"].games)
	require.Less(t, players["Ad, C"].day(), players["Bo, A"].day())
}

func TestCommonest(t *testing.T) {
	players := map[string]*player{}
	for name, windows := range map[string]int{"often": 5, "also": 5, "rare": 1, "written": 9, "second": 2} {
		players[name] = &player{name: name, windows: windows}
	}
	var got []string
	for _, p := range commonest(players, map[string]bool{"written": true}, 3) {
		got = append(got, p.name)
	}
	require.Equal(t, []string{"also", "often", "second"}, got)
	require.Len(t, commonest(players, nil, 2), 2)
}

// TestAppendGroups checks the sizes of groups, and their order by day.
func TestAppendGroups(t *testing.T) {
	var list []*player
	for i := range 3*smallest + 1 {
		list = append(list, &player{name: fmt.Sprint(i), days: uint64(10000 - i), games: 1})
	}
	groups := [][2]int{{0, smallest}, {smallest, 2 * smallest}, {2 * smallest, 3*smallest + 1}}
	want := ""
	for k, g := range groups {
		if k > 0 {
			want += "\n"
		}
		for i := g[1] - 1; i >= g[0]; i-- {
			want += fmt.Sprintln(i)
		}
	}
	require.Equal(t, want, string(appendGroups(nil, list)))
}
