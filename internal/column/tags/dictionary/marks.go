package dictionary

import "bytes"

// What stands for the names of players in values.
const (
	whiteByte    = 1
	blackByte    = 2
	shortestName = 3 // that is replaced
)

// HasMarks reports whether v has a byte that would stand for a name.
func HasMarks(v []byte) bool {
	return bytes.IndexByte(v, whiteByte) >= 0 || bytes.IndexByte(v, blackByte) >= 0
}

// ReplaceNames puts the bytes 1 and 2 where the names of White and Black first
// stand in v.
func ReplaceNames(v, white, black []byte) []byte {
	if len(white) >= shortestName && bytes.Contains(v, white) {
		v = bytes.Replace(v, white, []byte{whiteByte}, 1)
	}
	if len(black) >= shortestName && bytes.Contains(v, black) {
		v = bytes.Replace(v, black, []byte{blackByte}, 1)
	}
	return v
}

// RestoreNames undoes ReplaceNames.
func RestoreNames(v, white, black []byte) []byte {
	if bytes.IndexByte(v, blackByte) >= 0 {
		v = bytes.Replace(v, []byte{blackByte}, black, 1)
	}
	if bytes.IndexByte(v, whiteByte) >= 0 {
		v = bytes.Replace(v, []byte{whiteByte}, white, 1)
	}
	return v
}
