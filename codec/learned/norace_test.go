//go:build !race

package learned

const race = false
