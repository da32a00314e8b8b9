package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// field is the best-known codec in production, measured on the same file elsewhere:
// github.com/lichess-org/compression writes 4.43 bits a ply of Lichess games of 2013 at
// 480,000 plies a second.
var field = point{name: "Lichess' codec", bits: 4.43, in: 480000, out: 480000}

// appendPlot draws bits a ply against plies a second of decoding, on a logarithmic
// scale.
func appendPlot(dst []byte, title string, points []point) []byte {
	const (
		width, height           = 760, 520
		left, top, right, below = 60, 50, 36, 56
		lowBits, highBits       = 2.0, 14.0
		lowSpeed, highSpeed     = 1e3, 1e8
	)
	x := func(speed float64) float64 {
		f := math.Log(speed/lowSpeed) / math.Log(highSpeed/lowSpeed)
		return left + max(0, min(1, f))*(width-left-right)
	}
	y := func(bits float64) float64 {
		f := math.Log(bits/lowBits) / math.Log(highBits/lowBits)
		return height - below - max(0, min(1, f))*(height-top-below)
	}
	add := func(format string, args ...any) { dst = fmt.Appendf(dst, format+"\n", args...) }
	add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" font-family="sans-serif" font-size="13">`, width, height)
	add(`<title>Bits a half-move against speed, %s</title>`, title)
	add(`<rect width="%d" height="%d" fill="#fff"/>`, width, height)
	add(`<text x="%d" y="28" font-size="16" fill="#222">Bits a half-move against decoding speed, one core: %s</text>`, left, title)
	for _, bits := range []float64{2, 2.5, 3, 4, 5, 6, 8, 10, 12, 14} {
		add(`<path d="M%d %.1fH%d" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end" fill="#555">%g</text>`, left, y(bits), width-right, left-8, y(bits)+4, bits)
	}
	for speed, label := 1e3, 0; speed <= highSpeed; speed, label = speed*10, label+1 {
		add(`<path d="M%.1f %dV%d" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle" fill="#555">%s</text>`, x(speed), top, height-below, x(speed), height-below+18,
			[]string{"1,000", "10,000", "100,000", "1 million", "10 million", "100 million"}[label])
	}
	add(`<text x="%d" y="%d" text-anchor="middle" fill="#555">half-moves a second</text>`, (left+width-right)/2, height-14)
	points = append(slices.Clone(points), field)
	slices.SortFunc(points, func(a, b point) int { return cmp.Compare(b.bits, a.bits) })
	const line, long = 14, 160 // no two labels are closer than this
	var labels []struct{ x, y float64 }
	for _, p := range points {
		fill := "#888"
		if p.ours {
			fill = "#0a6"
		}
		anchor, dx := "start", 8.0
		if x(p.out) > width-180 {
			anchor, dx = "end", -8
		}
		at := struct{ x, y float64 }{x(p.out), y(p.bits) + 4}
		for _, l := range labels {
			if math.Abs(l.x-at.x) < long && at.y < l.y+line && at.y > l.y-line {
				at.y = l.y + line
			}
		}
		labels = append(labels, at)
		add(`<circle cx="%.1f" cy="%.1f" r="5" fill="%s"/><text x="%.1f" y="%.1f" text-anchor="%s" fill="#222">%s %.2f</text>`, x(p.out), y(p.bits), fill, at.x+dx, at.y, anchor, p.name, p.bits)
	}
	return append(dst, "</svg>\n"...)
}
