package skip

import "github.com/chesszip/chesszip/internal/binfmt"

// Metas are the summaries of some frames, one after the other.
type Metas struct {
	First  int      // number of the first of these frames
	Before int      // 1 + the number of the frame that holds the metas before, 0 for none
	Each   [][]byte // empty where there is none
}

// Append appends the bytes of m.
func (m *Metas) Append(dst []byte) []byte {
	dst = binfmt.AppendUvarint(dst, uint64(m.First))
	dst = binfmt.AppendUvarint(dst, uint64(m.Before))
	dst = binfmt.AppendUvarint(dst, uint64(len(m.Each)))
	for _, b := range m.Each {
		dst = binfmt.AppendUvarint(dst, uint64(len(b)))
	}
	for _, b := range m.Each {
		dst = append(dst, b...)
	}
	return dst
}

// ParseMetas reads the metas that are all of src, in an archive of fewer frames
// than the number given. They lie in src. The error is ErrCorrupt.
func ParseMetas(src []byte, frames int) (m Metas, err error) {
	var v [3]uint64
	rest := src
	for i := range v {
		if v[i], rest, err = binfmt.Uvarint(rest); err != nil || v[i] > uint64(frames) {
			return m, ErrCorrupt
		}
	}
	if v[0]+v[2] > uint64(frames) || v[1] > uint64(frames) || v[2] > uint64(len(rest)) {
		return m, ErrCorrupt
	}
	m = Metas{First: int(v[0]), Before: int(v[1]), Each: make([][]byte, v[2])}
	lengths := make([]uint64, len(m.Each))
	for i := range lengths {
		if lengths[i], rest, err = binfmt.Uvarint(rest); err != nil {
			return Metas{}, ErrCorrupt
		}
	}
	for i, n := range lengths {
		if n > uint64(len(rest)) {
			return Metas{}, ErrCorrupt
		}
		m.Each[i], rest = rest[:n:n], rest[n:]
	}
	if len(rest) > 0 {
		return Metas{}, ErrCorrupt
	}
	return m, nil
}
