package diagram

import "github.com/chesszip/chesszip/board"

// AppendSprite appends the pieces as one SVG document of twelve symbols, and returns
// the extended slice. Each symbol is a square of 40 by 40 units with the piece's FEN
// letter as its id. If a page has the document as pieces.svg, it draws a black knight
// by
//
//	<svg><use href="pieces.svg#n"/></svg>
func AppendSprite(dst []byte) []byte {
	dst = append(dst, "<svg xmlns=\"http://www.w3.org/2000/svg\">\n"...)
	for p := board.WhitePawn; p <= board.BlackKing; p++ {
		dst = append(dst, `<symbol id="`...)
		dst = append(dst, p.Letter())
		dst = append(dst, `" viewBox="0 0 40 40">`...)
		dst = appendShape(dst, p)
		dst = append(dst, "</symbol>\n"...)
	}
	return append(dst, "</svg>\n"...)
}
