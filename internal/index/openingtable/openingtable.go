// Package openingtable stores the moves and results from positions that many games
// reached, openingtree.Nodes, so that a position is looked up without the games. It
// makes such tables from replay moves, in bounded memory whatever their number.
//
// # Table
//
//	| block | block | ... | directory |
//
// A block holds positions, sorted by their Key, and can be read alone:
//
//	| positions uvarint | string of the range coder |
//
// The string has for each position its key, given the previous key; its moves, the most
// played first, each with its games by result, sums of ratings, last year, and samples;
// and the difference of the position from the sum of its moves. Every number has an
// adaptive model, which starts fresh with each block; docs/spec/indexes.md has their
// order.
//
//	directory  | threshold uvarint | covers uvarint | games uvarint | last year uvarint |
//	           | left uvarint | blocks uvarint |
//	           | skip uvarint | ... |                      of each frame that is left out
//	           | positions uvarint | same 1 | rest | ... |  of each block
//
// The package does not know where blocks are stored, nor what a frame is: here they are
// only numbers.
package openingtable
