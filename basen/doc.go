// Package basen writes boards and choices as digits of one integer: the
// nibble board (16 values a square), the base-13 board, the variable-base
// board that leaves pawns out of the first and the last row, and integers
// whose every digit has a radix of its own.
//
// It is not a compressor: no value is likelier than another here.
package basen
