package endgame

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestBaseFile(t *testing.T) {
	for _, name := range []string{"KQK", "KRK", "KPK", "KBNK", "KBBK"} {
		t.Run(name, func(t *testing.T) {
			table := solve(t, name)
			start := time.Now()
			data, err := table.AppendBase(nil)
			require.NoError(t, err)
			t.Log(name, len(data), time.Since(start))
			f, err := openBase(data)
			require.NoError(t, err)
			n := 0
			for _, b := range f.packed {
				n += len(b)
			}
			t.Log("blocks", len(f.packed), n)
			start = time.Now()
			for i := range f.blocks {
				_, err := f.decode(i)
				require.NoError(t, err)
			}
			t.Log("decode", time.Since(start)/time.Duration(len(f.blocks)))
			for slot, want := range table.white[:table.slots()] {
				if want == impossible {
					continue
				}
				got, err := f.value(table.placement(slot))
				require.NoError(t, err)
				if got != want {
					t.Fatalf("%v: %d, want %d", table.placement(slot), got, want)
				}
			}
		})
	}
}
