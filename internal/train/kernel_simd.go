//go:build goexperiment.simd && amd64

package train

import "simd/archsimd"

// These compute eight numbers at once; lengths are multiples of eight. They round
// differently from kernel.go.

func addScaled(a, b []float32, scale float32) {
	b = b[:len(a)]
	s := archsimd.BroadcastFloat32x8(scale)
	for i := 0; i+8 <= len(a); i += 8 {
		to := (*[8]float32)(a[i:])
		archsimd.LoadFloat32x8((*[8]float32)(b[i:])).MulAdd(s, archsimd.LoadFloat32x8(to)).Store(to)
	}
}

func dotAbove(acc, out []float32) float32 {
	out = out[:len(acc)]
	var sum, zero archsimd.Float32x8
	for i := 0; i+8 <= len(acc); i += 8 {
		a := archsimd.LoadFloat32x8((*[8]float32)(acc[i:])).Max(zero)
		sum = a.MulAdd(archsimd.LoadFloat32x8((*[8]float32)(out[i:])), sum)
	}
	var parts [8]float32
	sum.Store(&parts)
	return parts[0] + parts[1] + parts[2] + parts[3] + parts[4] + parts[5] + parts[6] + parts[7]
}

func backAbove(back, grad, acc, out []float32, d float32) {
	back, grad, out = back[:len(acc)], grad[:len(acc)], out[:len(acc)]
	var zero archsimd.Float32x8
	ds := archsimd.BroadcastFloat32x8(d)
	for i := 0; i+8 <= len(acc); i += 8 {
		a := archsimd.LoadFloat32x8((*[8]float32)(acc[i:]))
		g := (*[8]float32)(grad[i:])
		a.Max(zero).MulAdd(ds, archsimd.LoadFloat32x8(g)).Store(g)
		o := archsimd.LoadFloat32x8((*[8]float32)(out[i:])).Mul(ds)
		o.Masked(a.Greater(zero)).Store((*[8]float32)(back[i:]))
	}
}
