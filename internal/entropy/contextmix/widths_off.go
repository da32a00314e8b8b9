//go:build !checkwidths

package contextmix

const checkWidths = false
