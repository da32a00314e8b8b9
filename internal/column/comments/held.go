package comments

import "github.com/chesszip/chesszip/internal/base/budget"

// Memory of the parts of a Coder's state, in bytes each.
const (
	templateBytes   = 160 // and twice its text
	predictionBytes = 32
	fieldBytes      = 448
	firstBytes      = 48
	styleBytes      = 96
)

// held charges the memory of a Coder. The first error stays.
type held struct {
	budget *budget.Budget
	bytes  int
	err    error
}

// take charges n bytes before they are used.
func (h *held) take(n int) {
	if h.err == nil {
		h.err = h.budget.Hold(n)
	}
	if h.err == nil {
		h.bytes += n
	}
}

// release returns all charged bytes.
func (h *held) release() {
	h.budget.Release(h.bytes)
	h.bytes = 0
}
