package answers

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
)

// TestNames compares the most frequent names with those counted game by game: from the
// lists of an archive, also where games were appended, from its columns, and of two files.
func TestNames(t *testing.T) {
	both := append(sample1250(t), threeGames(t)...)
	for _, files := range [][]File{both[:1], both, appended(t)} {
		s := New(files, Options{})
		for _, query := range []string{"", "result:draw", "white:petrov", "player:nobody"} {
			q, err := chesszip.ParseQuery(query)
			require.NoError(t, err)
			players, events := map[string]int64{}, map[string]int64{}
			for _, f := range files {
				for g, err := range f.Archive.Games().Where(q).Headers(t.Context(), "White", "Black", "Event") {
					require.NoError(t, err)
					players[g.Tag("White")]++
					players[g.Tag("Black")]++
					events[g.Tag("Event")]++
				}
			}
			var got namesJSON
			require.NoError(t, json.Unmarshal(ask(t, s, "/api/names?limit=30&query="+escaped(query)).Bytes(), &got))
			for _, c := range []struct {
				want map[string]int64
				got  []chesszip.NameCount
			}{{players, got.Players}, {events, got.Events}} {
				require.Len(t, c.got, min(30, len(c.want)), query)
				listed := map[string]bool{}
				for i, n := range c.got {
					require.Equal(t, c.want[n.Name], n.Games, "%q %s", query, n.Name)
					require.True(t, i == 0 || c.got[i-1].Games >= n.Games, "%q: the order", query)
					listed[n.Name] = true
				}
				for name, n := range c.want {
					require.True(t, listed[name] || n <= c.got[len(c.got)-1].Games, "%q lacks %s with %d games", query, name, n)
				}
			}
		}
	}
}

// appended is the sample with another game of the player with the most games.
func appended(t *testing.T) []File {
	t.Helper()
	b, err := packedSample()
	require.NoError(t, err)
	more := bytes.NewBuffer(bytes.Clone(b))
	_, err = chesszip.Append(t.Context(), more, bytes.NewReader(b), int64(len(b)),
		strings.NewReader("[Event \"New\"]\n[White \"argo\"]\n[Black \"nobody\"]\n[Result \"*\"]\n\n1. e4 *\n\n"), nil)
	require.NoError(t, err)
	a, err := chesszip.Open(t.Context(), bytes.NewReader(more.Bytes()), int64(more.Len()), nil)
	require.NoError(t, err)
	names, err := a.Players(t.Context())
	require.NoError(t, err)
	require.Equal(t, a.NumGames()-1, names.Games)
	return []File{{Name: "appended.czip", Archive: a}}
}

// TestPlayer compares reports of two files, and of one, with the numbers of games that
// queries find.
func TestPlayer(t *testing.T) {
	s := New(append(sample1250(t), threeGames(t)...), Options{})
	for _, name := range []string{"argo", "petrov", "=HLD", "nobody"} {
		for _, of := range []string{"&query=", "&query=result:1-0", "&archive=2&query="} {
			total := func(terms string) int64 {
				return int64(asJSON(t, s, "/api/games?limit=0"+of+escaped(" "+terms))["total"].(float64))
			}
			var got playerReportJSON
			require.NoError(t, json.Unmarshal(ask(t, s, "/api/player?limit=3&name="+escaped(name)+of).Bytes(), &got))
			require.Equal(t, name, got.Name)
			require.Equal(t, total("player:"+name), got.Games, name+of)
			require.Equal(t, total("white:"+name), got.White.Games(), name+of)
			require.Equal(t, total("result:1-0 white:"+name), got.White.Wins, name+of)
			require.Equal(t, total("result:1-0 black:"+name), got.Black.Losses, name+of)
			require.LessOrEqual(t, len(got.Opponents), 3)
			for _, o := range got.Opponents {
				require.Equal(t, total("player:"+name+` opponent:"=`+o.Name+`"`), o.Games, name+of+" "+o.Name)
			}
		}
	}
}
