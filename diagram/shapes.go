package diagram

import "github.com/chesszip/chesszip/board"

// shape is a kind of piece in a square of 40 by 40 units: its outline, and lines
// and dots within it.
type shape struct{ outline, detail string }

// foot is common to all pieces except the pawn.
const foot = "M9 36v-3q0-2 2-2h18q2 0 2 2v3z"

// shapes are the shapes of pawn, knight, bishop, rook, queen and king.
var shapes = [6]shape{
	{"M11 35v-2.500q0-2 2-2.500c3-2 4.5-5 4.5-9h-3.500v-2.500h3a6 6 0 1 1 6 0h3v2.500h-3.500c0 4 1.5 7 4.5 9q2 .5 2 2.500v2.500z", ""},
	{foot + "M12 31c0-6 3-8 6.5-12.500l-5 2.5-2.5 3.5-3.5-2.500c0-4 3-7 5-10l1.5-6.5 4.5 3.500c8 0 12 7 10.5 22z", "M15.5 13.500l1.5-.5M24 13.500c2.5 3 3 8 2.5 14"},
	{foot + "M14 31l2-5c-6-4-4.5-10 2-15.500a3 3 0 1 1 4 0c6.5 5.5 8 11.5 2 15.500l2 5z", "M16 26h8M20 15v7M17 18h6"},
	{foot + "M12 31l2-3v-11l-3-3v-7h4v3h3v-3h4v3h3v-3h4v7l-3 3v11l2 3z", "M14 17h12M14 28h12"},
	{foot + "M13 31l-1-3-4-14a2.3 2.3 0 1 1 2.5-1l4 6 .8-9a2.3 2.3 0 1 1 2.6-.3l2.1 8.3 2.1-8.300a2.3 2.3 0 1 1 2.6 .3l.8 9 4-6a2.3 2.3 0 1 1 2.5 1l-4 14-1 3z", "M12 28q8-2.5 16 0M11.5 25q8.5-3 17 0"},
	{foot + "M13 31l-1-3c-7-5-6-12 1-12 3 0 5 1 6 3v-7h-3v-3h3v-4h2v4h3v3h-3v7c1-2 3-3 6-3 7 0 8 7 1 12l-1 3z", "M12 28q8-2.5 16 0M20 19v7.5"},
}

// appendShape writes a piece in the square whose corner is the origin.
func appendShape(dst []byte, p board.Piece) []byte {
	s := shapes[(p-1)%6]
	fill, line, detail := "#fffaf0", "#2b2320", "#2b2320"
	if p > 6 {
		fill, line, detail = "#2f2a2b", "#100c0c", "#f3e7d3"
	}
	dst = append(dst, `<path fill="`...)
	dst = append(dst, fill...)
	dst = append(dst, `" stroke="`...)
	dst = append(dst, line...)
	dst = append(dst, `" stroke-width="1.5" stroke-linejoin="round" d="`...)
	dst = append(dst, s.outline...)
	dst = append(dst, `"/>`...)
	if s.detail == "" {
		return dst
	}
	dst = append(dst, `<path fill="none" stroke="`...)
	dst = append(dst, detail...)
	dst = append(dst, `" stroke-width="1.4" stroke-linecap="round" d="`...)
	dst = append(dst, s.detail...)
	return append(dst, `"/>`...)
}
