package diagram

import (
	"strconv"

	"github.com/chesszip/chesszip/board"
)

// Arrow is an arrow from the middle of one square to the middle of another.
type Arrow struct{ From, To board.Square }

// SVGOptions are the settings of AppendSVG. Nil and the zero value give a board of
// 400 pixels from White's side, with coordinates.
type SVGOptions struct {
	// Size is the width and height in pixels, from 1 to 10,000; other values mean
	// 400. The drawing scales without loss.
	Size int
	// Black shows the board from Black's side, h1 at the top left.
	Black bool
	// Bare leaves out the names of files and ranks.
	Bare bool
	// Marked squares are tinted, as for the two squares of the last move. Squares off
	// the board are ignored.
	Marked []board.Square
	// Arrows are drawn over the pieces, in this order. An arrow from a square to
	// itself, or to or from a square off the board, is ignored.
	Arrows []Arrow
}

// cell is the side of a square in units of the drawing. The shapes of the pieces
// are drawn in such a square.
const cell = 40

// Colours of the drawing. Outlines set the pieces apart from both kinds of squares:
// White's are cream with a dark outline, Black's dark with light lines.
const (
	lightSquare = "#ecdfc8"
	darkSquare  = "#a5805f"
	markTint    = "#d9c63c"
	arrowTint   = "#1f7a5c"
)

// AppendSVG appends p as one SVG element and returns the extended slice. The drawing
// has no scripts, style sheets or links, and uses a font only for the names of files
// and ranks. Its title is the position as text, for screen readers. The same position
// and options give the same bytes.
func AppendSVG(dst []byte, p *board.Position, o *SVGOptions) []byte {
	var opt SVGOptions
	if o != nil {
		opt = *o
	}
	if opt.Size < 1 || opt.Size > 10_000 {
		opt.Size = 400
	}
	flip := 0 // exclusive or between files and ranks of the drawing and the board
	if opt.Black {
		flip = 7
	}
	dst = append(dst, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 320" width="`...)
	dst = strconv.AppendInt(dst, int64(opt.Size), 10)
	dst = append(dst, `" height="`...)
	dst = strconv.AppendInt(dst, int64(opt.Size), 10)
	dst = append(dst, "\" role=\"img\">\n<title>"...)
	dst = p.AppendFEN(dst) // a FEN has nothing to escape
	dst = append(dst, "</title>\n<path fill=\""+lightSquare+"\" d=\"M0 0h320v320H0z\"/>\n<path fill=\""+darkSquare+"\" d=\""...)
	for i := range 64 {
		if x, y := i%8, i/8; (x+y)%2 == 1 {
			dst = appendXY(dst, 'M', x*cell, y*cell)
			dst = append(dst, "h40v40h-40z"...)
		}
	}
	dst = append(dst, "\"/>\n"...)
	for _, s := range opt.Marked {
		if s < 64 {
			x, y := corner(s, flip)
			dst = append(dst, `<path fill="`+markTint+`" fill-opacity=".55" d="`...)
			dst = appendXY(dst, 'M', x, y)
			dst = append(dst, "h40v40h-40z\"/>\n"...)
		}
	}
	if !opt.Bare {
		dst = appendNames(dst, flip)
	}
	for i := range board.Square(64) {
		if piece := p.At(i); piece != 0 {
			x, y := corner(i, flip)
			dst = append(dst, `<g transform="translate(`...)
			dst = strconv.AppendInt(dst, int64(x), 10)
			dst = append(dst, ' ')
			dst = strconv.AppendInt(dst, int64(y), 10)
			dst = append(dst, ")\">"...)
			dst = appendShape(dst, piece)
			dst = append(dst, "</g>\n"...)
		}
	}
	for _, a := range opt.Arrows {
		if a.From < 64 && a.To < 64 && a.From != a.To {
			dst = appendArrow(dst, a, flip)
		}
	}
	return append(dst, "</svg>\n"...)
}

// corner returns the top left corner of a square in the drawing.
func corner(s board.Square, flip int) (x, y int) {
	return (int(s%8) ^ flip) * cell, ((7 - int(s/8)) ^ flip) * cell
}

func appendXY(dst []byte, op byte, x, y int) []byte {
	dst = append(dst, op)
	dst = strconv.AppendInt(dst, int64(x), 10)
	dst = append(dst, ' ')
	return strconv.AppendInt(dst, int64(y), 10)
}

// appendNames writes each name in the colour of the other kind of squares.
func appendNames(dst []byte, flip int) []byte {
	dst = append(dst, "<g font-family=\"sans-serif\" font-size=\"8\" font-weight=\"600\">\n"...)
	name := func(x, y int, c byte, dark bool) {
		fill := darkSquare
		if dark {
			fill = lightSquare
		}
		dst = append(dst, `<text x="`...)
		dst = strconv.AppendInt(dst, int64(x), 10)
		dst = append(dst, `" y="`...)
		dst = strconv.AppendInt(dst, int64(y), 10)
		dst = append(dst, `" fill="`+fill+`">`...)
		dst = append(dst, c)
		dst = append(dst, "</text>\n"...)
	}
	for i := range 8 {
		name(2, i*cell+9, '1'+byte((7-i)^flip), i%2 == 1)
	}
	for i := range 8 {
		name(i*cell+34, 318, 'a'+byte(i^flip), i%2 == 0)
	}
	return append(dst, "</g>\n"...)
}

// appendArrow writes a line that ends in a head, short of the middle of its
// last square so that the piece there stays visible.
func appendArrow(dst []byte, a Arrow, flip int) []byte {
	x1, y1 := corner(a.From, flip)
	x2, y2 := corner(a.To, flip)
	// The arrow lies along the x axis and a matrix rotates it. Whole numbers, in
	// thousandths of a unit, keep the bytes the same on every machine.
	dx, dy := int64(x2-x1), int64(y2-y1)
	length := root(1_000_000 * (dx*dx + dy*dy))
	cos, sin := 1_000_000*dx/length, 1_000_000*dy/length
	tip := length/1000 - 4
	dst = append(dst, `<path fill="`+arrowTint+`" fill-opacity=".8" transform="matrix(`...)
	for i, v := range [...]int64{cos, sin, -sin, cos} {
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = appendThousandths(dst, v)
	}
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(x1+cell/2), 10)
	dst = append(dst, ' ')
	dst = strconv.AppendInt(dst, int64(y1+cell/2), 10)
	dst = append(dst, `)" d="M8-3H`...)
	dst = strconv.AppendInt(dst, tip-13, 10)
	dst = append(dst, "v-6L"...)
	dst = strconv.AppendInt(dst, tip, 10)
	dst = append(dst, " 0L"...)
	dst = strconv.AppendInt(dst, tip-13, 10)
	return append(dst, " 9v-6H8z\"/>\n"...)
}

// appendThousandths writes v/1000.
func appendThousandths(dst []byte, v int64) []byte {
	if v < 0 {
		dst = append(dst, '-')
		v = -v
	}
	return append(dst, '0'+byte(v/1000), '.', '0'+byte(v/100%10), '0'+byte(v/10%10), '0'+byte(v%10))
}

// root returns the square root of v > 0, rounded down, by Newton's method from
// above.
func root(v int64) int64 {
	for x := v; ; {
		next := (x + v/x) / 2
		if next >= x {
			return x
		}
		x = next
	}
}
