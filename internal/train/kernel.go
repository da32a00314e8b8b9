//go:build !goexperiment.simd || !amd64

package train

// addScaled adds scale times b to a.
func addScaled(a, b []float32, scale float32) {
	b = b[:len(a)]
	for i := range a {
		a[i] += scale * b[i]
	}
}

// dotAbove returns the sum of out times those of acc that are above zero.
func dotAbove(acc, out []float32) (sum float32) {
	out = out[:len(acc)]
	for i, a := range acc {
		sum += max(a, 0) * out[i]
	}
	return sum
}

// backAbove sets back to the gradient of acc, and adds that of out to grad, where the
// result of dotAbove has the gradient d.
func backAbove(back, grad, acc, out []float32, d float32) {
	back, grad, out = back[:len(acc)], grad[:len(acc)], out[:len(acc)]
	for i, a := range acc {
		back[i] = 0
		if a > 0 {
			grad[i] += d * a
			back[i] = d * out[i]
		}
	}
}
