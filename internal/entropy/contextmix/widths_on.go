//go:build checkwidths

package contextmix

// checkWidths makes it a panic to write a value that its field cannot hold.
const checkWidths = true
