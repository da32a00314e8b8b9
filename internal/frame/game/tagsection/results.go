package tagsection

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// results writes the results of games whose tag does not say one, with which their moves
// end: nobody reads those for them, and what the layout says of them costs nothing. There
// are none where all are as the tags say.
type results struct {
	enc    *rangecoder.Encoder
	models resultModels
	tells  bool // a result is another than the tag says
}

// resultModels tell results by whether the tag says that the game is not finished, or
// nothing.
type resultModels [tagvalue.NumResults - tagvalue.Unfinished]rangecoder.Tree

func (m *resultModels) by(said tagvalue.Result) *rangecoder.Tree {
	return &m[said-tagvalue.Unfinished]
}

// saidResult returns the result that the tag of a game says.
func saidResult(tags []tagvalue.Tag) tagvalue.Result {
	return tagvalue.ParseAnyResult(tagvalue.First(tags, resultTag))
}

const resultTag = "Result"

// asSaid stands for the result that the tag says: ones, which alone would be an empty
// string of the range coder, so that one that tells something never is.
const asSaid = 15

func (r *results) reset() { *r = results{enc: rangecoder.NewEncoder(nil)} }

// add adds the result of the next game.
func (r *results) add(tags []tagvalue.Tag, result tagvalue.Result) {
	said := saidResult(tags)
	if said < tagvalue.Unfinished {
		return
	}
	n := asSaid
	if result != said {
		n, r.tells = int(result), true
	}
	r.models.by(said).Encode(r.enc, n)
}

// finish returns the stream, empty for none.
func (r *results) finish() []byte {
	if !r.tells {
		return nil
	}
	return r.enc.Finish()
}

// Facts returns what is known of a game with these tags: those of the name Result, of
// which the columns must have been decoded, are among them.
func (r *Reader) Facts(game int, tags []tagvalue.Tag) (f tagvalue.Facts, err error) {
	f.Plies, f.Result = r.Plies(game), saidResult(tags)
	if f.Result < tagvalue.Unfinished || len(r.data) == 0 {
		return f, nil
	}
	if r.results == nil {
		if r.results, err = r.readResults(); err != nil {
			return f, corrupt.In("results", err)
		}
	}
	f.Result = r.results[game]
	return f, nil
}

// readResults reads the results of the games whose values are read.
func (r *Reader) readResults() ([]tagvalue.Result, error) {
	defer r.Aside()()
	wanted := r.Needed(func(name string) bool { return name == "" || tagvalue.SameName(name, resultTag) })
	dec := rangecoder.NewDecoder(r.data)
	var models resultModels
	var tags []tagvalue.Tag
	tells := false
	all := make([]tagvalue.Result, r.upto)
	for i := range all {
		tags = r.Next(tags[:0], wanted)
		said := saidResult(tags)
		if all[i] = said; said < tagvalue.Unfinished {
			continue
		}
		n := models.by(said).Decode(dec)
		if n == asSaid {
			continue
		}
		tells = true
		if all[i] = tagvalue.Result(n); n >= int(tagvalue.Unfinished) {
			return nil, corrupt.AtGame(i, corrupt.New("a result is unknown"))
		}
	}
	if dec.Err() != nil {
		return nil, dec.Err()
	}
	if r.upto == len(r.chains) && (!dec.AtEnd() || !tells) {
		return nil, corrupt.New("something is left over")
	}
	return all, nil
}
