package dictionary

import "bytes"

// Bytes for the names of players in values.
const (
	whiteByte    = 1
	blackByte    = 2
	shortestName = 3 // length of the shortest name that is replaced
)

// HasMarks reports whether v has a byte that would mean a name.
func HasMarks(v []byte) bool {
	return bytes.IndexByte(v, whiteByte) >= 0 || bytes.IndexByte(v, blackByte) >= 0
}

// ReplaceNames replaces the first occurrences in v of the names of White and Black by
// the bytes 1 and 2.
func ReplaceNames(v, white, black []byte) []byte {
	if len(white) >= shortestName && bytes.Contains(v, white) {
		v = bytes.Replace(v, white, []byte{whiteByte}, 1)
	}
	if len(black) >= shortestName && bytes.Contains(v, black) {
		v = bytes.Replace(v, black, []byte{blackByte}, 1)
	}
	return v
}

// RestoreNames is the inverse of ReplaceNames.
func RestoreNames(v, white, black []byte) []byte {
	if bytes.IndexByte(v, blackByte) >= 0 {
		v = bytes.Replace(v, []byte{blackByte}, black, 1)
	}
	if bytes.IndexByte(v, whiteByte) >= 0 {
		v = bytes.Replace(v, []byte{whiteByte}, white, 1)
	}
	return v
}
