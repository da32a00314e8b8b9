package contextmix

import (
	"math"
	"testing"
)

func TestTables(t *testing.T) {
	for x := int32(-Edge); x <= Edge; x++ {
		want := 65536 / (1 + math.Exp(-float64(x)/256))
		if got := float64(Squash(x)); math.Abs(got-want) > 1.5 {
			t.Errorf("Squash(%d) = %v, want %.1f", x, got, want)
		}
	}
	for p := int32(256); p < 65536-256; p += 16 {
		want := 256 * math.Log(float64(p+8)/float64(65536-p-8))
		if got := float64(Stretch(p)); math.Abs(got-want) > 6 {
			t.Errorf("Stretch(%d) = %v, want %.1f", p, got, want)
		}
	}
}
