//go:build !race

package learned_test

const race = false
