package tags

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestSides checks when two columns of what players have are stored together.
func TestSides(t *testing.T) {
	const n = 300
	of := func(f func(name string, i int) string) *Table {
		black := func(i int) string { return player(i + n) }
		return tableOf(n, col("White", n, player), col("Black", n, black),
			col("WhiteFideId", n, func(i int) string { return f(player(i), i) }),
			col("BlackFideId", n, func(i int) string { return f(black(i), i+n) }))
	}
	for _, c := range []struct {
		name string
		want []byte
		of   func(name string, i int) string
	}{
		{"of the player", []byte{methodPlayers, methodElsewhere}, func(name string, _ int) string { return fmt.Sprint(1000000 + len(name)*77777 + int(name[8])) }},
		{"of the player three times in four", []byte{methodPlayers, methodElsewhere}, func(name string, i int) string {
			if i%16 == 0 {
				return "none"
			}
			return fmt.Sprint("team ", name)
		}},
		{"of the game", []byte{methodNumbers, methodNumbers}, func(_ string, i int) string { return integer(i) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			streams := comesBack(t, of(c.of))
			require.Equal(t, c.want, []byte{streams[2][0], streams[3][0]})
		})
	}
	id := func(name string, _ int) string { return fmt.Sprint(1000000 + len(name)*77777 + int(name[8])) }
	table := of(id)
	table.Columns = table.Columns[2:]
	require.NotEqual(t, methodElsewhere, comesBack(t, table)[1][0], "without names")
}

// TestTimes checks what starts and ends of games cost, and numbers after an address.
func TestTimes(t *testing.T) {
	const n = 300
	r := rand.New(rand.NewPCG(7, 7))
	var starts, ends, durations []string
	var ids, dates, clocks []string
	at := time.Date(2024, 12, 30, 22, 0, 0, 0, time.UTC)
	for range n {
		took := time.Duration(1000+r.IntN(600000)) * time.Millisecond
		starts = append(starts, at.Format("2006-01-02T15:04:05.000 UTC"))
		dates, clocks = append(dates, at.Format("2006.01.02")), append(clocks, at.Format("15:04:05"))
		ids = append(ids, fmt.Sprint("https://x.org/", 7000000+at.Unix()*50+int64(r.IntN(64))))
		at = at.Add(took)
		ends = append(ends, at.Format("2006-01-02T15:04:05.000 UTC"))
		durations = append(durations, time.Unix(0, 0).UTC().Add(took).Format("15:04:05"))
		at = at.Add(20 * time.Second)
	}
	values := func(v []string) func(i int) string { return func(i int) string { return v[i] } }
	table := tableOf(n, col("GameDuration", n, values(durations)), col("GameEndTime", n, values(ends)), col("GameStartTime", n, values(starts)),
		col("UTCDate", n, values(dates)), col("UTCTime", n, values(clocks)), col("Link", n, values(ids)), col("Event", n, event))
	streams := comesBack(t, table)
	require.Equal(t, []byte{methodNumbers, methodElsewhere}, []byte{streams[1][0], streams[2][0]})
	for i, most := range map[int]int{1: n * 3, 4: n * 2, 5: n * 5 / 2} {
		require.Less(t, len(streams[i]), most, table.Columns[i].Name)
	}
}
