package open

import (
	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/column/signature"
)

// KindSignatures is the kind of the stream of signatures. No byte of the games follows
// from it.
const KindSignatures = 512

// AppendSignatures appends the stream of the signatures of a frame's games.
func AppendSignatures(dst []archive.Stream, all []signature.Signature) []archive.Stream {
	var blocks [][]byte
	for rest := all; len(rest) > 0; {
		n := min(BlockGames, len(rest))
		blocks = append(blocks, signature.Append(nil, rest[:n]))
		rest = rest[n:]
	}
	return append(dst, archive.Stream{Kind: KindSignatures, Data: archive.AppendBlocks(nil, KindSignatures, int64(len(all)), nil, blocks)})
}

// ReadSignatures returns the signature of each game, nil if the frame does not have
// them.
func ReadSignatures(s Source) (all []signature.Signature, err error) {
	b, ok, err := s.blocksOf(KindSignatures)
	if err != nil || !ok {
		return nil, err
	}
	if b.Len() != gameBlocks(int(s.Frame.Games)) || len(b.Head) > 0 {
		return nil, corrupt.In(b.name, corrupt.New("the blocks are not of the frame's games"))
	}
	for i := range b.Len() {
		from, to := b.games(i)
		data, err := b.Block(i)
		if err == nil {
			all, err = signature.Decode(all, data, to-from, s.Budget)
		}
		if err != nil {
			return nil, corrupt.In(b.name, err)
		}
	}
	return all, nil
}
