package index

import (
	"cmp"
	"slices"
	"strings"

	"github.com/chesszip/chesszip/internal/archive"
	"github.com/chesszip/chesszip/internal/base/binfmt"
	"github.com/chesszip/chesszip/internal/base/budget"
	"github.com/chesszip/chesszip/internal/base/corrupt"
	"github.com/chesszip/chesszip/internal/base/playername"
	"github.com/chesszip/chesszip/internal/column/open"
	"github.com/chesszip/chesszip/internal/column/text"
)

// This file has lists of the names of players and of events with their numbers of games,
// in blocks that are sorted, so that what begins with some letters is found by reading
// one of them.

// Listing is what a list is of.
type Listing int

const (
	Players Listing = iota
	Events
	NumListings
)

const (
	// MostNames is the greatest number of names of a list. With more, those with the fewest
	// games are left out.
	MostNames = 400_000
	// blockNames is the number of names of a block.
	blockNames = 2048
	// mostFrequent is the number of the most frequent names that stand in front.
	mostFrequent = 100
	// maxKey is the greatest length of a block's first key in the front.
	maxKey = 24
)

// Named is a name, and its number of games. It has the tags of chesszip.NameCount, so that
// a program has the code that sorts them once.
type Named struct {
	Name  string `json:"name"`
	Games int64  `json:"games"`
}

// NameCounts counts names. With more than most names, it drops those with the fewest games.
type NameCounts struct {
	games map[string]int64
	most  int
	cut   bool // names were dropped
}

// NewNameCounts returns counts of at most MostNames names.
func NewNameCounts() *NameCounts { return &NameCounts{games: map[string]int64{}, most: MostNames} }

// Add counts n games of a name.
func (c *NameCounts) Add(name []byte, n int64) {
	if n == 0 || len(name) == 0 {
		return
	}
	if was, ok := c.games[string(name)]; ok {
		c.games[string(name)] = was + n
		return
	}
	if len(c.games) >= c.most+c.most/4 {
		c.drop()
	}
	c.games[string(name)] = n
}

// drop drops the names with the fewest games.
func (c *NameCounts) drop() {
	all := c.frequent()
	for _, n := range all[min(c.most, len(all)):] {
		delete(c.games, n.Name)
		c.cut = true
	}
}

// frequent returns the names, those with the most games first.
func (c *NameCounts) frequent() []Named {
	all := make([]Named, 0, len(c.games))
	for name, n := range c.games {
		all = append(all, Named{name, n})
	}
	slices.SortFunc(all, func(a, b Named) int { return cmp.Or(cmp.Compare(b.Games, a.Games), strings.Compare(a.Name, b.Name)) })
	return all
}

// AddListed counts the values of a list, each as often as games have it on its sides.
func (c *NameCounts) AddListed(l *open.Listed, sides int) {
	n := make([]int64, len(l.Values)+1)
	for side := range sides {
		for _, v := range l.Append(nil, side) {
			n[v]++
		}
	}
	for i, name := range l.Values {
		c.Add(name, n[i+1])
	}
}

// KeyOf returns the key by which a list is sorted: its words in lower case without
// accents, of players the surname first.
func KeyOf(of Listing, name string) string {
	if of == Players {
		parsed := playername.Parse(name)
		return string(parsed.AppendSorting(nil))
	}
	return playername.Fold(name)
}

// Streams returns the front of the list, and its blocks, for streams of index frames.
//
//	front  | names uv | cut 1 | blocks uv | length uv, beginning of the first key of each |
//	       | the most frequent: column of texts with its length uv, games uv of each |
//	block  | column of texts with its length uv | games uv of each |
func (c *NameCounts) Streams(of Listing) (front []byte, blocks [][]byte) {
	c.drop()
	const end = "\x00" // of a key, which has none
	all := make([]Named, 0, len(c.games))
	for name, n := range c.games {
		all = append(all, Named{KeyOf(of, name) + end + name, n})
	}
	slices.SortFunc(all, func(a, b Named) int { return strings.Compare(a.Name, b.Name) })
	front = binfmt.AppendUvarint(nil, uint64(len(all)))
	cut := byte(0)
	if c.cut {
		cut = 1
	}
	front = binfmt.AppendUvarint(append(front, cut), uint64((len(all)+blockNames-1)/blockNames))
	for rest := all; len(rest) > 0; {
		n := min(blockNames, len(rest))
		for i := range rest[:n] {
			key, name, _ := strings.Cut(rest[i].Name, end)
			if rest[i].Name = name; i == 0 {
				front = binfmt.AppendBytes(front, []byte(key[:min(len(key), maxKey)]))
			}
		}
		blocks = append(blocks, appendNamed(nil, rest[:n]))
		rest = rest[n:]
	}
	most := c.frequent()
	return appendNamed(front, most[:min(len(most), mostFrequent)]), blocks
}

func appendNamed(dst []byte, names []Named) []byte {
	texts := make([][]byte, len(names))
	for i, n := range names {
		texts[i] = []byte(n.Name)
	}
	dst = binfmt.AppendBytes(dst, text.Append(nil, texts, text.Quick, nil))
	for _, n := range names {
		dst = binfmt.AppendUvarint(dst, uint64(n.Games))
	}
	return dst
}

// maxNamed is the greatest size of the names of a block in bytes.
const maxNamed = 4 << 20

var errNames = corrupt.New("a list of names is malformed or cut off")

func parseNamed(src []byte, most int, b *budget.Budget) ([]Named, error) {
	packed, src, err := binfmt.Bytes(src)
	if err != nil {
		return nil, errNames
	}
	texts, err := text.DecodeUpTo(packed, -1, maxNamed, 0, b)
	if err != nil || len(texts) > most {
		return nil, cmp.Or(err, errNames)
	}
	names := make([]Named, len(texts))
	for i, t := range texts {
		var n uint64
		if n, src, err = binfmt.Uvarint(src); err != nil || n > 1<<40 {
			return nil, errNames
		}
		names[i] = Named{string(t), int64(n)}
	}
	if len(src) > 0 {
		return nil, errNames
	}
	return names, nil
}

// NameList is the front of a list.
type NameList struct {
	Names    int     // different names
	Cut      bool    // names with few games are left out
	Frequent []Named // those with the most games, most first
	keys     []string
}

// ParseNameList parses the front of a list.
func ParseNameList(src []byte, b *budget.Budget) (l *NameList, err error) {
	n, src, err := binfmt.Uvarint(src)
	if err != nil || n > MostNames || len(src) == 0 || src[0] > 1 {
		return nil, errNames
	}
	l = &NameList{Names: int(n), Cut: src[0] == 1}
	blocks, src, err := binfmt.Uvarint(src[1:])
	if err != nil || blocks != (n+blockNames-1)/blockNames {
		return nil, errNames
	}
	for range blocks {
		var key []byte
		if key, src, err = binfmt.Bytes(src); err != nil || len(key) > maxKey || len(l.keys) > 0 && string(key) < l.keys[len(l.keys)-1] {
			return nil, errNames
		}
		l.keys = append(l.keys, string(key))
	}
	l.Frequent, err = parseNamed(src, mostFrequent, b)
	return l, err
}

// Len returns the number of blocks.
func (l *NameList) Len() int { return len(l.keys) }

// Blocks returns the numbers from <= i < to of the blocks that may have keys with a
// beginning.
func (l *NameList) Blocks(beginning string) (from, to int) {
	cut := beginning[:min(len(beginning), maxKey)]
	to = len(l.keys)
	for i, key := range l.keys {
		if key < cut && i+1 < len(l.keys) && l.keys[i+1] < cut {
			from = i + 1
		}
		if key > cut && !strings.HasPrefix(key, cut) {
			to = i
			break
		}
	}
	return from, max(from, to)
}

// ParseNames parses a block of a list.
func ParseNames(src []byte, b *budget.Budget) ([]Named, error) { return parseNamed(src, blockNames, b) }

// Derived collects what follows from the open columns of the frames of an archive: its
// summary, and its lists of names.
type Derived struct {
	Summary Summary
	Lists   [NumListings]*NameCounts
	// Games is the number of games that were counted in both, Left of those that were not.
	Games, Left int64
}

// NewDerived returns a Derived of no frames.
func NewDerived() *Derived {
	d := &Derived{}
	for i := range d.Lists {
		d.Lists[i] = NewNameCounts()
	}
	return d
}

// derivedNeeds are the columns that a frame must have to be counted.
const derivedNeeds = open.Names | open.Numbers

// Counts reports whether frames with these open columns are counted.
func Counts(set open.Set) bool { return set&derivedNeeds == derivedNeeds }

// Add counts the games of a frame. The error is damage of its columns.
func (d *Derived) Add(f *archive.Frame) error {
	players, events := false, false
	if Counts(open.SetOf(f)) {
		s := open.Source{Frame: f, Budget: budget.New(int(f.Input))}
		columns := open.NewColumns(s)
		if err := columns.Load(summed[:]...); err != nil {
			return err
		}
		p, err := open.ReadPlayers(s)
		if err != nil {
			return err
		}
		e, _, err := open.ReadTag(s, "Event")
		if err != nil {
			return err
		}
		if players, events = p != nil, e != nil; players && events {
			d.Summary.AddColumns(columns)
			d.Lists[Players].AddListed(p, 2)
			d.Lists[Events].AddListed(e, 1)
			d.Games += f.Games
			return nil
		}
	}
	d.Left += f.Games
	return nil
}

// Merge adds the counts of o.
func (d *Derived) Merge(o *Derived) {
	d.Summary.Merge(&o.Summary)
	for i, c := range o.Lists {
		for _, n := range c.frequent() {
			d.Lists[i].Add([]byte(n.Name), n.Games)
		}
		d.Lists[i].cut = d.Lists[i].cut || c.cut
	}
	d.Games, d.Left = d.Games+o.Games, d.Left+o.Left
}

// Complete reports whether enough games are counted that it is worth storing.
func (d *Derived) Complete() bool { return d.Games > 0 && d.Left*staleEighths <= d.Games }

// staleEighths is 1/n of the games that may be missing.
const staleEighths = 8
