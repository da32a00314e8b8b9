package vectors_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/column/text"
	"github.com/chesszip/chesszip/internal/column/textmodel"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/internal/test/vectors"
)

// tagRefusals are heads of columns that no writer makes: those of tagCases with changed
// bytes.
var tagRefusals = []struct {
	name, of string
	column   int
	at       int  // of the changed byte in the stream
	was, is  byte // old and new value
}{
	{"method 7", "values that recur", 0, 0, 16, 7},
	{"method 15", "values that recur", 0, 0, 16, 15},
	{"method 25", "values that recur", 0, 0, 16, 25},
	{"a dictionary with flags 3", "values that recur", 0, 1, 0, 3},
	{"a dictionary with names of players that are not there", "values that recur", 0, 1, 0, 1},
	{"numbers of values with 25 digits", "values that recur", 1, 2, 9, 25},
	{"a reference to a column that is not there", "values that recur", 1, 3, 0, 3},
	{"a column that refers to itself", "values that recur", 1, 3, 0, 2},
	{"numbers of form 6", "integers", 0, 1, 0, 6},
	{"numbers with a partner that is not there", "integers", 0, 1, 0, 128},
	{"numbers with more in a column that is not there", "starts and ends of games", 1, 4, 2, 127},
	{"a reference of form 6", "integers of integers before them", 1, 2, 0, 6},
	{"numbers that are their own partner", "starts and ends of games", 1, 2, 2, 1},
	{"numbers with a partner before them", "starts and ends of games", 1, 2, 2, 0},
	{"a partner with a partner", "starts and ends of games", 1, 11, 0x64, 0xe4},
	{"a partner that comes first", "starts and ends of games", 1, 11, 0x64, 0x74},
	{"identifiers of form 6", "identifiers of small letters", 0, 1, 4, 6},
	{"identifiers that begin with more than there is", "identifiers of small letters", 0, 2, 0, 127},
	{"copies of form 2", "copies", 1, 1, 1, 2},
	{"copies of no column", "copies", 1, 2, 1, 0},
	{"copies of the column itself", "copies", 1, 2, 1, 2},
	{"ratings without Black's", "ratings", 4, 2, 6, 0},
	{"ratings twice in one column", "ratings", 4, 2, 6, 5},
	{"ratings in a column before them", "ratings", 4, 3, 7, 4},
	{"ratings in a column that is not there", "ratings", 4, 4, 8, 9},
	{"ratings of form 2", "ratings", 4, 6, 0, 2},
	{"ratings of nobody", "ratings", 4, 9, 2, 0},
	{"players whose other column is their own", "what players have", 2, 1, 3, 2},
	{"players whose other column is not there", "what players have", 2, 1, 3, 6},
	{"players with numbers of 25 digits", "what players have", 2, 2, 3, 25},
	{"what one of two players has", "what players have", 2, 4, 2, 0},
	{"ratings of Black that another column is said to have", "ratings", 5, 1, 4, 7},
	{"ratings of Black by another method", "ratings", 5, 0, 21, 19},
	{"a partner whose values its column is said to have", "starts and ends of games", 2, 1, 1, 2},
	{"players of Black that another column is said to have", "what players have", 3, 1, 2, 1},
	{"a partner of form 6", "starts and ends of games", 1, 11, 0x64, 0x66},
	{"ratings without White's", "ratings", 4, 1, 5, 0},
	{"ratings of White by nobody", "ratings", 4, 10, 3, 0},
	{"names of openings in system 4", "names of openings", 2, 3, 0, 4},
	{"names of openings with a reference in their place", "names of openings", 2, 4, 0, 1},
}

const tagRefusalsHeading = `Columns of tags that must be refused, docs/spec/tags.md; the keys are those of tags.txt.
game     a game begins, with so many half-moves
tag      its next tag: its name and no value
stream   kind of stream | bytes, hexadecimal
refused  the class of refusal`

// predicted returns a column of texts by method 5 or 6, which no writer of tags makes.
func predicted(values [][]byte, method byte) []byte {
	return textmodel.Append(binary.AppendUvarint([]byte{method}, uint64(len(values))), values, method == 6, nil)
}

// TestTagRefusals checks vectors/layers/tagrefusals.txt.
func TestTagRefusals(t *testing.T) {
	var list []*vectors.Vector
	add := func(name, of string, number int, change func(bad []byte, values [][]byte) []byte) {
		i := slices.IndexFunc(tagCases, func(c tagCase) bool { return c.name == of })
		games := tagCases[i].make()
		column := openingsOf(t, games)
		columns := column.of(games)
		var streams [][]byte
		for k := range columns.Columns {
			streams = append(streams, columns.Append(nil, k, text.Thorough))
		}
		_, err := decoded(column, games, streams)
		require.NoError(t, err, name)
		streams[number] = change(streams[number], columns.Columns[number].Values)
		_, err = decoded(column, games, streams)
		require.Error(t, err, name)
		for _, g := range games {
			for k := range g.tags {
				g.tags[k].value = ""
			}
		}
		v := tagVector(name, games, column, streams)
		v.Add("refused", "%s", class(t, err))
		list = append(list, v)
	}
	for _, c := range tagRefusals {
		add(c.name, c.of, c.column, func(bad []byte, _ [][]byte) []byte {
			require.Equal(t, c.was, bad[c.at], "%s: %x", c.name, bad)
			bad[c.at] = c.is
			return bad
		})
	}
	for method, name := range []string{5: "texts that are predicted", 6: "texts that are predicted as prose"} {
		if name != "" {
			add(name, "values that recur", 0, func(_ []byte, values [][]byte) []byte { return predicted(values, byte(method)) })
		}
	}
	add("exceptions that are predicted", "copies with exceptions", 1, func(bad []byte, _ [][]byte) []byte {
		const head = 3 // method, form, reference
		exceptions, rest, err := binfmt.Bytes(bad[head:])
		require.NoError(t, err)
		values, err := text.Decode(exceptions, -1, 1<<20, budget.New(1<<20))
		require.NoError(t, err)
		require.NotEmpty(t, values)
		return append(binfmt.AppendBytes(slices.Clone(bad[:head]), predicted(values, 5)), rest...)
	})
	golden.Equal(t, "../../../vectors/layers/tagrefusals.txt", vectors.File(tagRefusalsHeading, list))
}
