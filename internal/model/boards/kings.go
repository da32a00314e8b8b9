package boards

import (
	"github.com/chesszip/chesszip/bitboard"
	"github.com/chesszip/chesszip/board"
)

// placeKings codes the places of the kings among the free squares, counted from a1.
func (w *Walker) placeKings() {
	for c := board.White; c <= board.Black; c++ {
		king := uint8(board.PieceOf(c, board.King))
		free := ^w.occupied()
		index := 0
		if w.truth != nil {
			s := w.truth.Pieces(board.Piece(king))
			index = (free & (s - 1)).Count()
		}
		us, them := w.on[pawnW], w.on[pawnB]
		ourHash, theirHash := w.hash[pawnW], w.hash[pawnB]
		other, home := uint64(64), uint64(us>>8&255)
		if c != board.White {
			us, them, ourHash, theirHash = them, us, theirHash, ourHash
			other, home = uint64(w.kings[0]), uint64(us>>48&255)
		}
		queens := uint64(min(w.count[board.WhiteQueen], 2)*3 + min(w.count[board.BlackQueen], 2))
		rooks := uint64(min(w.count[board.WhiteRook], 3)*4 + min(w.count[board.BlackRook], 3))
		wood := uint64(w.wood)
		k := &w.k
		k.start(saltKing)
		first := k.salt
		n := free.Count()
		for set := free; set != 0; set = set.WithoutFirst() {
			k.salt = first
			s := set.First()
			at := cellAt(s)
			sq := uint64(c)<<6 | uint64(s)
			var near uint64
			for _, d := range [...]int{west + north, north, north + east, west, east, west + south, south, south + east} {
				near = near<<4 | uint64(w.cell[at+d])
			}
			file := int(s&7) + 2
			cols := uint64(w.file[file-1])<<32 ^ uint64(w.file[file])<<16 ^ uint64(w.file[file+1])
			zone, shift := uint64(0x070707), max(int(s&7)-1, 0)
			if s&7 == 0 {
				zone >>= 1
			}
			shield := uint64(us>>8) >> shift & zone
			storm := uint64(them>>8) >> shift & (zone<<8 | zone<<24)
			if c != board.White {
				shield = uint64(us>>32) >> shift & zone
				storm = uint64(them>>24) >> shift & (zone<<8 | zone)
			}
			k.add(sq<<8 | wood)
			k.add(sq<<32 | near)
			k.add(sq<<32 | shield)
			k.add(mix(shield) + sq<<8 + wood)
			k.add(mix(storm*31) + sq)
			k.add(sq<<16 | home<<8 | queens)
			k.add(sq<<16 | queens<<8 | rooks)
			k.add(w.all + sq)
			k.add(sq<<16 | other<<8 | wood)
			k.add(sq<<16 | other<<8 | home)
			k.add(ourHash + sq)
			k.add(theirHash + sq)
			k.add(mix(cols) + sq)
			k.add(sq<<16 | uint64(us.Count())<<8 | uint64(them.Count()))
			k.add(w.mat + sq)
			k.add(distance(uint64(s), other)<<8 | wood)
			k.add(near<<8 | uint64(c)<<6 | uint64(s>>3))
		}
		i := w.c.Square(k.at, n, index)
		for range i {
			free = free.WithoutFirst()
		}
		s := free.First()
		w.kings[c] = s
		w.put(s, king)
		w.attack(s, king, ^bitboard.Set(0))
	}
}

// distance returns the number of king's moves between two squares, 8 if b is not one.
func distance(a, b uint64) uint64 {
	if b > 63 {
		return 8
	}
	df, dr := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
	return uint64(max(df, -df, dr, -dr))
}
