// Package movegen holds the rules of movement: the legal moves of a position
// in an order that is part of the file format, and making a move.
package movegen

import "github.com/chesszip/chesszip/board"

// AppendLegal appends the legal moves of p to dst in the frozen order.
func AppendLegal(dst []board.Move, p *board.Position) []board.Move { return dst }

// CountLegal returns the number of legal moves of p without listing them.
func CountLegal(p *board.Position) int { return 0 }

// IsLegal reports whether m is a legal move of p.
func IsLegal(p *board.Position, m board.Move) bool { return false }

// InCheck reports whether the side to move is in check.
func InCheck(p *board.Position) bool { return false }

// GivesCheck reports whether the legal move m checks the opponent.
func GivesCheck(p *board.Position, m board.Move) bool { return false }

// LegalEnPassant returns p.EnPassant if a pawn of the side to move can legally
// capture there, else 0.
func LegalEnPassant(p *board.Position) board.Square { return 0 }

// Make plays m, a legal move of p or board.NullMove.
func Make(p *board.Position, m board.Move) {}

// Perft counts the leaves of the tree of legal moves of the given depth.
func Perft(p *board.Position, depth int) uint64 { return 0 }
