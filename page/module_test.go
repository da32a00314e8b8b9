package page_test

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip"
	"github.com/chesszip/chesszip/internal/serve/answers"
	"github.com/chesszip/chesszip/internal/test/corpus"
	"github.com/chesszip/chesszip/internal/test/golden"
	"github.com/chesszip/chesszip/movelist"
	"github.com/chesszip/chesszip/movelist/learned"
	"github.com/chesszip/chesszip/page"
)

// The packed files, and what they are made of.
const (
	moduleFile   = "module/answers.tar.xz"
	clientFile   = "module/client.zip"
	versionsFile = "module/versions.txt"
	wasm         = "../contrib/wasm/"
)

// versions names what an archive and an answer depend on, as the source has it.
func versions(t *testing.T) string {
	t.Helper()
	var all strings.Builder
	for _, v := range []struct{ what, file, is string }{
		{"archive", "../internal/archive/archive.go", `(?m)^const Version = (\d+)$`},
		{"frame", "../internal/frame/header/header.go", `(?m)^\s+FormatVersion = (\d+)$`},
		{"answers", "../internal/serve/answers/site.go", `(?m)^const answersVersion = "(\d+)"$`},
	} {
		text, err := os.ReadFile(v.file)
		require.NoError(t, err)
		m := regexp.MustCompile(v.is).FindSubmatch(text)
		require.NotNil(t, m, v.file)
		fmt.Fprintf(&all, "%s %s\n", v.what, m[1])
	}
	return all.String()
}

// TestModule checks that the embedded module is of the versions of this program and
// answers as it does. With -update it makes the module anew if it does not, and the
// scripts if they differ: both are for go generate.
func TestModule(t *testing.T) {
	if golden.Updating() {
		require.NoError(t, os.WriteFile(clientFile, client(t), 0o666))
	}
	of, err := os.ReadFile(versionsFile)
	if golden.Updating() && (err != nil || string(of) != versions(t) || difference(t) != "") {
		makeModule(t)
		t.Log("the module was made anew; run the test again to compare it")
		return
	}
	require.NoError(t, err)
	require.Equal(t, versions(t), string(of), "the module is of other versions: go generate ./page makes it")
	packed, err := os.ReadFile(clientFile)
	require.NoError(t, err)
	require.True(t, bytes.Equal(client(t), packed), "the scripts of contrib/wasm have changed: go generate ./page packs them")
	require.Empty(t, difference(t), "the module answers otherwise than this program: go generate ./page makes it")
}

// client packs the scripts of contrib/wasm that call the module.
func client(t *testing.T) []byte {
	t.Helper()
	names, err := filepath.Glob(wasm + "js/*.js")
	require.NoError(t, err)
	out := new(bytes.Buffer)
	z := zip.NewWriter(out)
	for _, name := range append(names, wasm+"index.js") {
		text, err := os.ReadFile(name)
		require.NoError(t, err)
		w, err := z.CreateHeader(&zip.FileHeader{Name: strings.TrimPrefix(filepath.ToSlash(name), wasm), Method: zip.Deflate})
		require.NoError(t, err)
		_, err = w.Write(text)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return out.Bytes()
}

// makeModule builds the module and packs it with xz, which packs best of what Go programs
// unpack.
func makeModule(t *testing.T) {
	t.Helper()
	build, err := exec.Command(wasm + "build").CombinedOutput()
	require.NoError(t, err, string(build))
	out := new(bytes.Buffer)
	z := tar.NewWriter(out)
	for _, name := range []string{"answers.wasm", "wasm_exec.js", "LICENSE", "LICENSE-go", "LICENSE-modules"} {
		text, err := os.ReadFile(wasm + "dist/" + name)
		require.NoError(t, err)
		require.NoError(t, z.WriteHeader(&tar.Header{Name: path.Join("dist", name), Mode: 0o644, Size: int64(len(text))}))
		_, err = z.Write(text)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	cmd := exec.Command("xz", "-9e", "--check=crc32")
	cmd.Stdin = out
	packed, err := cmd.Output()
	require.NoError(t, err, "it needs xz (xz-utils)")
	require.NoError(t, os.WriteFile(moduleFile, packed, 0o666))
	require.NoError(t, os.WriteFile(versionsFile, []byte(versions(t)), 0o666))
}

// paths are requests to an archive of level fast with all indexes and one of level
// default.
var paths = []string{
	"/api/archives", "/api/archives/1/columns", "/api/games?limit=20&from=1240", "/api/games?query=result:draw+elo:1800-&sort=-date&archive=1",
	"/api/games/1-17", "/api/games/2-20", "/api/games/1-17/pgn", "/api/games/2-17/bytes", "/api/facets?query=date:2013-", "/api/suggest?text=a", "/api/names?query=date:2013", "/api/player?name=a*&limit=3",
	"/api/explore?play=e2e4,c7c5", "/api/explore?query=tc:blitz&archive=2", "/api/find?pattern=mate&limit=3&count=true",
	"/api/position?play=e2e4", "/api/download?games=1-3..1-5,2-1", "/api/games?limit=9999", "/api/games?query=wite:a", "/api/nothing",
}

// answered is an answer: its type and text, or an error.
type answered struct{ Type, Text, Error string }

func (a *answered) Begin(h answers.Head) { a.Type = h.Type }
func (a *answered) Flush()               {}
func (a *answered) Write(b []byte) (int, error) {
	a.Text += string(b)
	return len(b), nil
}

// asking is a program for node that asks a module in its folder.
const asking = `
import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import { load } from "./module/index.js";
const here = (name) => readFile(new URL(name, import.meta.url));
const chess = await load({
  wasm: gunzipSync(await here("module/dist/answers.wasm.gz")),
  parts: (name) => here("module/dist/" + name),
  levels: here,
});
const site = await chess.site(await Promise.all(["a.czip", "b.czip"].map(async (name) => chess.open(new File([await here(name)], name)))));
const all = [];
for (const path of JSON.parse(await here("paths.json"))) {
  const pieces = [];
  try {
    const { type } = await site.answer(path, { take: (p) => pieces.push(p) });
    all.push({ Type: type, Text: Buffer.concat(pieces).toString(), Error: "" });
  } catch (e) {
    all.push({ Type: "", Text: "", Error: e.message });
  }
}
console.log(JSON.stringify(all));
`

// difference returns how the module's answers, in node, differ from those of this
// program; "" if they do not. It skips the test where there is no node.
func difference(t *testing.T) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("there is no node")
	}
	dir := t.TempDir()
	put := func(name string, body []byte) {
		name = filepath.Join(dir, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o777))
		require.NoError(t, os.WriteFile(name, body, 0o666))
	}
	module, err := page.Module()
	require.NoError(t, err)
	for _, f := range module {
		put(f.Name, f.Body)
	}
	games := corpus.Need(t, corpus.Sample)
	var files []answers.File
	for name, o := range map[string]*chesszip.WriterOptions{
		"a.czip": {Open: chesszip.ColumnNames | chesszip.OpeningTable},
		"b.czip": {Level: learned.V1},
	} {
		text := games
		if o.Level != nil {
			text = games[:bytes.Index(games[20_000:], []byte("\n\n[Event "))+20_002]
		}
		b, err := chesszip.Encode(nil, text, o)
		require.NoError(t, err)
		put(name, b)
		a, err := chesszip.Open(t.Context(), bytes.NewReader(b), int64(len(b)), &chesszip.ReaderOptions{Levels: []movelist.Level{learned.V1}})
		require.NoError(t, err)
		files = append(files, answers.File{Name: name, Archive: a})
	}
	if files[0].Name != "a.czip" {
		files[0], files[1] = files[1], files[0]
	}
	put("default.czm", learned.V1.Bytes())
	put("package.json", []byte(`{"type": "module"}`))
	put("ask.js", []byte(asking))
	asked, err := json.Marshal(paths)
	require.NoError(t, err)
	put("paths.json", asked)
	cmd := exec.Command(node, "ask.js")
	cmd.Dir = dir
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		return said.String()
	}
	var all []answered
	require.NoError(t, json.Unmarshal(out, &all))
	require.Len(t, all, len(paths))
	site := answers.New(files, answers.Options{})
	for i, target := range paths {
		var want answered
		if err := site.Ask(t.Context(), target, nil, &want); err != nil {
			want = answered{Error: answers.ProblemOf(err).Text}
		}
		if all[i] != want {
			return fmt.Sprintf("%s: the module answers %+v, this program %+v", target, all[i], want)
		}
	}
	return ""
}
