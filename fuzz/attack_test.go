package fuzz

import (
	"os"
	"runtime/metrics"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/attack"
	"github.com/chesszip/chesszip/internal/test/attack/hostile"
	"github.com/chesszip/chesszip/internal/test/attack/table"
	"github.com/chesszip/chesszip/internal/test/usage"
)

// mostAllocated is the limit of an operation's total allocations, for so many bytes,
// their claimed decompressed size, and the tables of models that each frame needs.
// benchmarks/limits measures resident memory.
func mostAllocated(c *attack.Case) int64 {
	const fixed, each, frame = 192 << 20, 64, 24 << 20
	return fixed + each*(int64(len(c.Bytes))+c.Claim) + frame*c.Frames
}

// mostTaken is the limit of an operation's processor time in milliseconds: ten times
// that of ordinary games at the highest level, and four times that, since coverage
// counters slow down fuzz targets.
func mostTaken(c *attack.Case, op *table.Operation) float64 {
	const fixed, each = 5000, 0.1
	return fixed + each*float64(max(1, op.Calls))*float64(int64(len(c.Bytes))+c.Claim)
}

func allocated() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// attackWith runs the operations for a kind of input on a case. Of those on archives it
// runs a part, since all of them on one with many frames of max take longer than the ten
// seconds after which a fuzz run counts as hung.
func attackWith(t *testing.T, c *attack.Case, kind table.Kind, part byte) {
	t.Helper()
	for i, op := range table.Operations() {
		if op.On != kind || !attack.In(&op, i, uint64(part)) {
			continue
		}
		before, begin := allocated(), usage.ProcessorTime()
		_ = op.Do(c.Bytes) // an error is a valid answer
		if n := allocated() - before; n > mostAllocated(c) {
			t.Errorf("%v allocates %d MiB for %s, which claims %d bytes", op.Names, n>>20, c, c.Claim)
		}
		if ms := usage.ProcessorTime() - begin; ms > mostTaken(c, &op) {
			t.Errorf("%v takes %.0f ms for %s, which claims %d bytes", op.Names, ms, c, c.Claim)
		}
	}
}

// TestAttack does what FuzzAttackArchive does with 200,000 archives. Numbers of archives
// keep their meaning.
func TestAttack(t *testing.T) {
	if os.Getenv("CHESSZIP_LONG") == "" {
		t.Skip("CHESSZIP_LONG is not set")
	}
	seeds, err := attack.Seeds()
	require.NoError(t, err)
	for number := range uint64(200_000) {
		c, err := attack.Alter(seeds, attack.Program(number, 96))
		require.NoError(t, err)
		attackWith(t, &c, table.Archives, byte(number))
		if t.Failed() {
			t.Fatalf("archive %d", number)
		}
	}
}

// FuzzAttackArchive alters archives of ordinary files inside, repairs every checksum,
// and checks that no operation panics, or takes memory or time out of proportion.
func FuzzAttackArchive(f *testing.F) {
	seeds, err := attack.Seeds()
	require.NoError(f, err)
	for number := range uint64(16) {
		for part := range byte(attack.Parts) {
			f.Add(part, attack.Program(number, 96))
		}
	}
	f.Fuzz(func(t *testing.T, part byte, program []byte) {
		c, err := attack.Alter(seeds, program)
		require.NoError(t, err)
		attackWith(t, &c, table.Archives, part)
	})
}

// FuzzAttackBytes does the same with inputs without checksums: texts, positions, games;
// and with models, whose checksum is repaired.
func FuzzAttackBytes(f *testing.F) {
	kinds := []table.Kind{table.Texts, table.Positions, table.Games}
	for number := range uint64(12) {
		f.Add(byte(number%3), attack.Program(number, 32))
	}
	const models = 255 // they take long
	f.Add(byte(models), attack.Program(1, 32))
	f.Fuzz(func(t *testing.T, kind byte, program []byte) {
		k := kinds[int(kind)%len(kinds)]
		if kind == models {
			k = table.Models
		}
		c, err := attack.AlterBytes(k, program)
		require.NoError(t, err)
		attackWith(t, &c, k, 0)
	})
}

// FuzzAttackText passes families of hostile texts, of sizes chosen by the bytes, to
// everything that reads texts.
func FuzzAttackText(f *testing.F) {
	families := hostile.Families()
	for i := range families {
		f.Add(byte(i), uint16(600))
	}
	f.Fuzz(func(t *testing.T, family byte, size uint16) {
		of := &families[int(family)%len(families)]
		c := attack.Case{Seed: of.Name, Bytes: of.Make(int(size) % 5000)}
		attackWith(t, &c, table.Texts, 0)
	})
}
