package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/pgn"
)

const (
	// maxValues is the greatest number of different values, all of which are in memory.
	maxValues = 1 << 18
	// longValue is the length in bytes beyond which a value is stored as its checksum.
	longValue = 256
	// maxValueName is the greatest length of a value in a file name, in bytes.
	maxValueName = 100
	// unknownValue names the file of games without a value.
	unknownValue = "unknown"
)

// byValue sorts games into one file for each value.
type byValue struct {
	w       *writing
	like    *zipper // settings of archives; it writes none
	by      string
	values  func(tags tagList) []string
	pattern string
	spool   *spool
	keys    map[string]uint32 // by value
	names   []string          // by key
	games   []int64           // by key
	taken   map[string]bool   // names, in lower case
}

// splitBy writes the games of files to one file for each value of by; in the names, {}
// of the pattern is replaced by the value.
func (w *writing) splitBy(files []string, by, pattern string) error {
	like, err := w.newZipper(nil, files)
	if err != nil {
		return err
	}
	if _, err := like.settings(); err != nil {
		return err // before the games are read
	}
	b := &byValue{w: w, like: like, by: by, values: valuesBy(by), pattern: pattern, keys: map[string]uint32{}, taken: map[string]bool{unknownValue: true}}
	if b.spool, err = w.newSpool(w.ctx, b.file("")+".spool"); err != nil {
		return err
	}
	defer b.spool.close()
	err = w.eachTo(&sink{}, files, func(a *opened, _ *sink) error {
		if err := w.mustHoldGames(a); err != nil {
			return err
		}
		like.settle(a)
		for g, err := range a.Games().Texts(w.ctx) {
			if err != nil {
				if err := w.broken(a, err); err != nil {
					return err
				}
				continue
			}
			if err := b.take(g.Text); err != nil {
				return err
			}
		}
		return nil
	})
	if err == nil {
		err = b.write(w.inputs(append(files, w.model)...))
	}
	return w.status(err)
}

// file returns the name of the file of a value.
func (b *byValue) file(value string) string { return strings.Replace(b.pattern, "{}", value, 1) }

// take adds a game.
func (b *byValue) take(text []byte) error {
	var keys []uint32
	for _, value := range b.values(tagsOf(string(text))) {
		key, err := b.key(value)
		if err != nil {
			return err
		}
		if len(keys) == 0 || keys[0] != key {
			keys = append(keys, key)
			b.games[key]++
		}
	}
	return b.spool.add(text, keys...)
}

// key returns the number of a value.
func (b *byValue) key(value string) (uint32, error) {
	sum := sha256.Sum256([]byte(value))
	known := value
	if len(value) > longValue {
		known = value[:longValue] + string(sum[:])
	}
	if key, ok := b.keys[known]; ok {
		return key, nil
	}
	if len(b.names) == maxValues {
		return 0, failed("choose fewer games with chesszip filter first", "there are more than %s values", countText(maxValues))
	}
	name := unknownValue
	if value != "" {
		name = fileName(value)
		for n := 4; name != value && n == 4 || b.taken[strings.ToLower(name)]; n++ {
			end := fmt.Sprintf("~%x", sum[:min(n, len(sum))])
			if n > len(sum) {
				end = fmt.Sprintf("~%d", len(b.names))
			}
			name = cutText(fileName(value), maxValueName-len(end)) + end
		}
		b.taken[strings.ToLower(name)] = true
	}
	key := uint32(len(b.names))
	b.keys[known] = key
	b.names = append(b.names, name)
	b.games = append(b.games, 0)
	return key, nil
}

// write writes all files. It checks every name before it writes the first.
func (b *byValue) write(in inputs) error {
	for _, name := range b.names {
		if _, err := b.w.place(b.file(name), b.w.force, in); err != nil {
			return err
		}
	}
	write, err := b.writer()
	if err != nil {
		return err
	}
	texts, err := b.spool.sorted()
	if err != nil {
		return err
	}
	waiting := newWaiting(atOnce)
	if endingOf(b.pattern).form == toArchive {
		waiting = newWaiting(archivesAtOnce)
	}
	for key, name := range b.names {
		texts.begin(uint32(key))
		p, err := b.w.place(b.file(name), b.w.force, in)
		if err == nil {
			err = waiting.failure()
		}
		if err == nil {
			err = b.writeFrom(p, key, texts, write, waiting)
		}
		if err != nil {
			_ = waiting.wait()
			b.w.sayDone(b.lines(waiting.done), len(b.names))
			return err
		}
	}
	if err := waiting.wait(); err != nil {
		b.w.sayDone(b.lines(waiting.done), len(b.names))
		return err
	}
	if len(b.names) == 1 && b.names[0] == unknownValue {
		b.w.say("chesszip: warning: no game has %s: all are in %s", oneLine(b.by), oneLine(b.file(unknownValue)))
		if hint := didYouMean(b.by, valueNames()); hint != "" {
			b.w.say("chesszip: hint: %s", hint)
		}
	}
	if b.w.talks() {
		for _, line := range b.lines(waiting.done) {
			b.w.say("%s", line)
		}
	}
	return nil
}

// lines describes the files of some keys, in the order of these.
func (b *byValue) lines(keys []int) (all []string) {
	slices.Sort(keys)
	for _, key := range keys {
		all = append(all, fmt.Sprintf("%s: %s", oneLine(b.file(b.names[key])), plural(b.games[key], "game")))
	}
	return all
}

// writeFrom writes the file of a key from the texts that come next; a small file in the
// background.
func (b *byValue) writeFrom(p *place, key int, texts io.Reader, write converter, waiting *waiting) error {
	text, err := io.ReadAll(io.LimitReader(texts, smallFile))
	if err != nil {
		return err
	}
	work := func(from io.Reader) func() error {
		return func() error {
			return b.writeFile(p, func(to io.Writer) error { return write(b.w.ctx, to, from) })
		}
	}
	if len(text) == smallFile {
		return waiting.note(key, work(io.MultiReader(bytes.NewReader(text), texts))())
	}
	waiting.start(key, work(bytes.NewReader(text)))
	return nil
}

const (
	// smallFile is the size below which a file is written in the background: it waits
	// for the disk rather than for the processor.
	smallFile = 256 << 10
	// atOnce is how many files are written at once, archivesAtOnce how many archives,
	// each of which takes the memory of a writer.
	atOnce         = 16
	archivesAtOnce = 2
)

// waiting is work in the background.
type waiting struct {
	all  sync.WaitGroup
	room chan struct{}
	mu   sync.Mutex
	err  error // the first failure
	done []int // keys of completed work
}

func newWaiting(atOnce int) *waiting { return &waiting{room: make(chan struct{}, atOnce)} }

// start does the work of a key when there is room for it.
func (w *waiting) start(key int, do func() error) {
	w.room <- struct{}{}
	w.all.Go(func() {
		_ = w.note(key, do())
		<-w.room
	})
}

// note stores the result of the work of a key, and returns it.
func (w *waiting) note(key int, err error) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		w.done = append(w.done, key)
	} else if w.err == nil {
		w.err = err
	}
	return err
}

func (w *waiting) failure() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// wait waits until all has ended.
func (w *waiting) wait() error {
	w.all.Wait()
	return w.failure()
}

func (b *byValue) writeFile(p *place, write func(to io.Writer) error) error {
	out, err := p.create(b.w.ctx)
	if err != nil {
		return err
	}
	defer out.discard()
	z := &packer{w: out, name: p.name, pack: endingOf(p.name).pack}
	if err := buffered(b.w.ctx, z, p.name, write); err != nil {
		return err
	}
	if err := z.close(); err != nil {
		return err
	}
	return out.commit(nil)
}

// converter writes games in the form of an output.
type converter func(ctx context.Context, to io.Writer, from io.Reader) error

// writer returns the converter for the pattern's suffix.
func (b *byValue) writer() (converter, error) {
	if form, _, _ := b.w.written(""); form != toArchive { // patternOf has checked it
		return func(_ context.Context, to io.Writer, from io.Reader) error {
			f := b.w.newFormWriter(to, form)
			if f == nil {
				_, err := io.Copy(to, from)
				return err
			}
			_, err := io.Copy(f, from)
			if err = f.close(err); err == nil && f.odd.left > 0 {
				err = failed("split them as PGN", "%s left out, which are too long", plural(f.odd.left, "game"))
			}
			return err
		}, nil
	}
	options, err := b.like.settings()
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context, to io.Writer, from io.Reader) error {
		_, err := chesszip.Compress(ctx, to, from, options)
		return err
	}, nil
}

// valueTags are the tags with another name in --by.
var valueTags = map[string]string{
	"event": "Event", "site": "Site", "round": "Round", "white": "White", "black": "Black", "result": "Result", "eco": "ECO",
	"opening": "Opening", "variation": "Variation", "tc": "TimeControl", "termination": "Termination",
}

// valueNames returns the values of --by that are not names of tags.
func valueNames() []string {
	return append(slices.Sorted(maps.Keys(valueTags)), "player", "year", "month", "date")
}

// valuesBy returns a function for the values of a game, one or two, "" for none.
func valuesBy(by string) func(tags tagList) []string {
	switch by {
	case "player":
		return func(tags tagList) []string { return []string{valueOf(tags, "White"), valueOf(tags, "Black")} }
	case "year", "month", "date":
		parts := map[string]int{"year": 1, "month": 2, "date": 3}[by]
		return func(tags tagList) []string {
			date := dateOf(valueOf(tags, "Date"), parts)
			if date == "" {
				date = dateOf(valueOf(tags, "UTCDate"), parts)
			}
			return []string{date}
		}
	}
	name, ok := valueTags[by]
	if !ok {
		name = by
	}
	return func(tags tagList) []string { return []string{valueOf(tags, name)} }
}

// valueOf returns the value of a tag, "" if it is not known.
func valueOf(tags tagList, name string) string {
	for _, t := range tags {
		if t.Name == name {
			if strings.Trim(t.Value, "?. ") == "" {
				return ""
			}
			return pgn.UTF8(t.Value)
		}
	}
	return ""
}

// dateOf returns the known parts of a date: the year, also the month, or all.
func dateOf(date string, parts int) string {
	known := ""
	for i, part := range strings.FieldsFunc(date, func(r rune) bool { return strings.ContainsRune("./-", r) }) {
		if i == parts || len(part) != []int{4, 2, 2}[min(i, 2)] || strings.Trim(part, "0123456789") != "" {
			break
		}
		if i > 0 {
			known += "."
		}
		known += part
	}
	return known
}

// fileName returns a value as a valid file name of at most maxValueName bytes; the value
// itself if possible.
func fileName(value string) string {
	safe := func(r rune) rune {
		if !unicode.IsPrint(r) || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '_'
		}
		return r
	}
	name := strings.Map(safe, strings.ToValidUTF8(value, "_"))
	if name[0] == '.' || name[0] == '-' || name[0] == ' ' {
		name = "_" + name[1:]
	}
	name = cutText(name, maxValueName)
	if end := name[len(name)-1]; end == '.' || end == ' ' {
		name = name[:len(name)-1] + "_"
	}
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	switch stem = strings.TrimRight(stem, " "); {
	case stem == "CON", stem == "PRN", stem == "AUX", stem == "NUL",
		len(stem) == 4 && (stem[:3] == "COM" || stem[:3] == "LPT") && stem[3] >= '0' && stem[3] <= '9':
		name = cutText("_"+name, maxValueName)
	}
	return name
}

// cutText returns the beginning of a text, of at most n bytes.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// stem returns the name of an input without its suffixes, "" if it has no name.
func stem(input string) string {
	if input = filepath.Clean(input); input == "." || input == stdio || strings.HasSuffix(input, "..") {
		return ""
	}
	for _, p := range packings[packedGzip:] {
		input = strings.TrimSuffix(input, p.suffix)
	}
	return strings.TrimSuffix(strings.TrimSuffix(input, suffix), ".pgn")
}

// patternOf returns the pattern of the files' names: that of -o, or its prefix, or the
// name of the input; with the suffix for to.
func patternOf(output, to, input string, archives bool) (string, error) {
	ending := "." + cmp.Or(to, "pgn")
	if to != "" && !slices.Contains(writtenForms, to) {
		return "", misuse(didYouMean(to, writtenForms), "--to %q: the forms are %s", to, inWords(writtenForms))
	}
	if to == "" && archives {
		ending = suffix
	}
	if strings.Contains(filepath.Dir(output), "{}") {
		return "", misuse("-o 'players/{}.pgn', and then move the files", "-o %s: {} is in the name of a folder", output)
	}
	switch strings.Count(output, "{}") {
	case 0:
		if output == "" {
			if output = stem(input); output == "" {
				output = "games"
			}
		}
		return output + "-{}" + ending, nil
	case 1:
		if e := endingOf(output); to != "" && e.form != to {
			output += ending
		}
		return output, nil
	}
	return "", misuse("", "-o %s: want {} once, for the value", output)
}
