package tagsection

import (
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/tagvalue"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/entropy/rangecoder"
)

// results writes the results that end the moves of games whose tag has no result, so
// that readers need not read the moves; the layout then takes no bits for them. The
// stream is empty if all results are those of the tags.
type results struct {
	enc    *rangecoder.Encoder
	models resultModels
	tells  bool // a result differs from the tag's
}

// resultModels are the models of results, by whether the tag has an unfinished game
// or nothing.
type resultModels [tagvalue.NumResults - tagvalue.Unfinished]rangecoder.Tree

func (m *resultModels) by(said tagvalue.Result) *rangecoder.Tree {
	return &m[said-tagvalue.Unfinished]
}

// saidResult returns the result in the tag of a game.
func saidResult(tags []tagvalue.Tag) tagvalue.Result {
	return tagvalue.ParseAnyResult(tagvalue.First(tags, resultTag))
}

const resultTag = "Result"

// asSaid means the result of the tag. It is all ones, which alone give an empty
// string of the range coder, so a string with other results is never empty.
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

// finish returns the stream, or nil.
func (r *results) finish() []byte {
	if !r.tells {
		return nil
	}
	return r.enc.Finish()
}

// Facts returns the facts of a game with these tags, which must include those named
// Result; their columns must have been decoded.
func (r *Reader) Facts(game int, tags []tagvalue.Tag) (f tagvalue.Facts, err error) {
	if f.Plies = r.Plies(game); r.opened.numbers != nil {
		f.Result = tagvalue.Result(max(r.opened.results[game], 1) - 1)
		return f, nil
	}
	f.Result = saidResult(tags)
	if f.Result < tagvalue.Unfinished || len(r.data) == 0 {
		return f, nil
	}
	if r.results == nil {
		if r.results, err = r.readResults(); err != nil {
			return f, corrupt.In(r.ResultsName(), err)
		}
	}
	f.Result = r.results[game]
	return f, nil
}

// ResultsName returns the name of the stream that has the results.
func (r *Reader) ResultsName() string {
	if r.opened.numbers != nil {
		return open.Name(open.KindNumbers + uint16(open.Result))
	}
	return "results"
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
