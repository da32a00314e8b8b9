// Package openingtable stores what games have made of the positions that came up in
// many of them, openingtree.Nodes, so that one is looked up without the games. It
// makes such tables of replay moves, in bounded memory whatever their number.
//
// # Table
//
//	| block | block | ... | directory |
//
// A block holds positions, sorted by their Key, and can be read alone:
//
//	| positions uvarint | string of the range coder |
//
// The string has for each position its key, given the one before; its moves, the most
// played first, each with its games by result, sums of ratings, last year, and samples;
// and by how much the position differs from the sum of its moves. Every number has an
// adaptive model, which starts fresh with each block; docs/spec/indexes.md has their
// order.
//
//	directory  | threshold uvarint | covers uvarint | games uvarint | last year uvarint |
//	           | left uvarint | blocks uvarint |
//	           | skip uvarint | ... |                      of each frame that is left out
//	           | positions uvarint | same 1 | rest | ... |  of each block
//
// Where the blocks are stored, and what frames are, others know: to a table they are
// numbers.
package openingtable
