// Package endgame solves endings in which one side has only its king.
package endgame
