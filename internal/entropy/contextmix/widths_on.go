//go:build checkwidths

package contextmix

// checkWidths makes writing panic on a value that its field cannot hold.
const checkWidths = true
