package textmodel

import "github.com/chesszip/chesszip/internal/entropy/contextmix"

// match predicts the byte that followed the last earlier occurrence of the last
// bytes.
type match struct {
	table  []int32 // hash of minMatch bytes -> position after them
	shift  uint
	pos    int // of the predicted byte, 0 for none
	length int // of the match so far
	want   int // 256 + the byte predicted, or 0
	maps   [32][2]contextmix.Estimate
	used   *contextmix.Estimate
}

const minMatch = 5

func (m *match) init(n int) {
	m.table = make([]int32, 1<<min(n, 18))
	m.shift = uint(32 - min(n, 18))
	for i := range m.maps {
		m.maps[i] = [2]contextmix.Estimate{contextmix.NewEstimate(1<<13, 4), contextmix.NewEstimate(7<<13, 4)}
	}
}

// begin prepares for the byte after text.
func (m *match) begin(text []byte) {
	m.want = 0
	if m.length > 0 {
		m.want = int(text[m.pos]) | 256
	}
}

// inputs sets the match's prediction of the bit after partial, and returns the class
// of its length, 0 without a match.
func (m *match) inputs(in []int32, partial int) (class int) {
	m.used = nil
	in[0], in[1] = 0, 0
	if m.want == 0 {
		return 0
	}
	known := bitLen(partial)
	if m.want>>(9-known) != partial {
		m.want = 0
		m.length = 0
		return 0
	}
	bit := m.want >> (8 - known) & 1
	class = m.class()
	m.used = &m.maps[class][bit]
	p := m.used.P()
	in[0] = contextmix.Stretch(p)
	in[1] = (p - 1<<15) >> 5
	switch {
	case class < 8:
		return 1
	case class < 16:
		return 2
	}
	return 3
}

// class returns the class of the match's length, 0 to 31.
func (m *match) class() int {
	if m.length > 15 {
		return min(15+(m.length-15)>>2, 31)
	}
	return m.length
}

func bitLen(partial int) (n int) {
	for ; partial > 0; partial >>= 1 {
		n++
	}
	return n
}

func (m *match) learn(bit int) {
	if m.used != nil {
		m.used.Learn(bit)
	}
}

// end learns the text with the coded byte.
func (m *match) end(text []byte) {
	n := len(text)
	if m.length > 0 && text[m.pos] == text[n-1] {
		m.pos++
		m.length = min(m.length+1, 255)
	} else {
		m.length = 0
	}
	if n < minMatch {
		return
	}
	h := uint32(0)
	for _, c := range text[n-minMatch:] {
		h = (h + uint32(c) + 1) * 0x2f0b4c47
	}
	at := &m.table[h>>m.shift]
	if m.length == 0 && *at > 0 {
		m.pos = int(*at)
		for m.length < 32 && m.length < m.pos && text[m.pos-1-m.length] == text[n-1-m.length] {
			m.length++
		}
		if m.length < minMatch {
			m.length = 0
		}
	}
	*at = int32(n)
}
