package lint

import (
	"strings"
	"testing"
)

// readers are the packages that may import them: internal/framing and internal/unframing
// make frames and give them back whole, internal/train learns the models of moves from the
// tags that these are coded by, and internal/chunk sorts the lines of position lists: these
// two do not read frames.
var readers = map[string]bool{
	"internal/frameview": true, "internal/framing": true, "internal/unframing": true,
	"internal/train": true, "internal/chunk": true,
}

// decoders are the packages that decode frames.
var decoders = []string{"internal/gameframe", "internal/positionlist", "internal/recordlist"}

// TestOneReader holds that internal/frameview alone looks into frames, beside the rooms
// that make them and give them back whole.
func TestOneReader(t *testing.T) {
	reads := func(imp string) bool {
		dep, ours := rel(imp)
		for _, d := range decoders {
			if ours && (dep == d || strings.HasPrefix(dep, d+"/")) {
				return true
			}
		}
		return false
	}
	for pkg, imports := range packages(t) {
		if readers[pkg] || testOnly[pkg] || strings.HasPrefix(pkg, "benchmarks") || strings.HasPrefix(pkg, "internal/tools") ||
			reads(module+"/"+pkg) {
			continue
		}
		for _, imp := range imports {
			if reads(imp) {
				t.Errorf("%s imports %s: internal/frameview reads frames", pkg, imp)
			}
		}
	}
}
