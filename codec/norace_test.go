//go:build !race

package codec_test

const race = false
