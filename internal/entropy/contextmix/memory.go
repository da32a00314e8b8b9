package contextmix

import "slices"

// Memory reuses the memory of freed Models for new ones: to allocate memory takes
// longer than to clear it, and in a Model that was hardly used only the touched
// estimates need clearing. A nil Memory keeps nothing.
type Memory struct{ kept []kept }

// kept is the memory of a Model; the table beyond its length is clear.
type kept struct {
	table   []Estimate
	touched []uint32 // indexes that are not clear
	all     bool     // more than touched may not be clear
}

// Sizes of an estimate, and of its index in touched.
const (
	estimateBytes = 4
	touchedBytes  = 4
)

// untouched is the number of estimates for each index recorded in touched, at least.
const untouched = 16

// take returns n estimates that have learned nothing.
func (r *Memory) take(n int) (k kept) {
	if r == nil {
		return kept{table: fresh(n)}
	}
	best := -1
	for i := range r.kept {
		if c := cap(r.kept[i].table); c >= n && (best < 0 || c < cap(r.kept[best].table)) {
			best = i
		}
	}
	if best < 0 {
		return kept{table: fresh(n)}
	}
	k = r.kept[best]
	r.kept = slices.Delete(r.kept, best, best+1)
	if k.all {
		clear(k.table)
	} else {
		for _, at := range k.touched {
			k.table[at] = 0
		}
	}
	k.table, k.touched = k.table[:n], k.touched[:0]
	return k
}

// fresh returns n estimates that have learned nothing. It writes to each page of
// memory: a page that is first read and then written is allocated twice, and the
// second time interrupts other processors.
func fresh(n int) []Estimate {
	const page = 4096 / estimateBytes
	table := make([]Estimate, n)
	for i := 0; i < n; i += page {
		table[i] = 0
	}
	return table
}

// Free takes the memory of a Model, which must not be used afterwards. m may be nil.
func (r *Memory) Free(m *Model) {
	if r != nil && m != nil {
		r.kept = append(r.kept, kept{m.table, m.touched, len(m.touched) >= m.few})
		m.table, m.touched = nil, nil
	}
}

// Size returns the number of bytes kept.
func (r *Memory) Size() (n int) {
	for i := range r.kept {
		n += cap(r.kept[i].table)*estimateBytes + cap(r.kept[i].touched)*touchedBytes
	}
	return n
}

// New returns a Model that codes the choices of a Table. It has 2^size estimates,
// whose learning rate stops falling after limit bits, 1 to 255. A nil Memory keeps
// nothing.
func (r *Memory) New(c *Coder, t *Table, size uint, limit uint32) *Model {
	k := r.take(1 << size)
	m := &Model{coder: c, declared: t, choices: t.choices(), table: k.table, touched: k.touched, shift: 32 - size, limit: Estimate(limit)}
	if r != nil {
		m.few = len(m.table) / untouched
	}
	m.weights, m.fine = freshWeights, freshFine
	return m
}

// Copy returns a copy of m with a Coder.
func (r *Memory) Copy(c *Coder, m *Model) *Model {
	k := r.take(len(m.table))
	copy(k.table, m.table)
	learned := *m
	learned.coder, learned.table, learned.touched, learned.few = c, k.table, k.touched, 0
	return &learned
}

// Hashes returns the contexts of a choice as in a Model, given a value for each of
// its fields.
func (t *Table) Hashes(number int, values ...uint32) []uint32 {
	m := (*Memory)(nil).New(new(Coder), t, 1, 1)
	m.Use(number, values...)
	return append([]uint32(nil), m.contexts[:m.n]...)
}
