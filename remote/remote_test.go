package remote_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/chesszip/chesszip/internal/test/badserver"
	"github.com/chesszip/chesszip/remote"
)

// random returns n random bytes, the same each time.
func random(n int) []byte {
	b := make([]byte, n)
	r := rand.NewChaCha8([32]byte{1})
	_, _ = r.Read(b)
	return b
}

// serve serves data as "file", with the faults of badserver; at returns its address for
// a fault.
func serve(t *testing.T, data []byte) (s *badserver.Server, at func(way string) string) {
	t.Helper()
	s = &badserver.Server{Files: fstest.MapFS{"file": {Data: data, ModTime: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}}}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	return s, func(way string) string { return badserver.At(web.URL, way, "file") }
}

// quick are options that do not wait.
func quick() *remote.Options {
	return &remote.Options{Wait: time.Nanosecond}
}

// open opens an address that must succeed.
func open(t *testing.T, address string, o *remote.Options) *remote.Reader {
	t.Helper()
	r, err := remote.Open(t.Context(), address, o)
	require.NoError(t, err)
	t.Cleanup(func() { r.Close() })
	return r
}

// requireRead checks the bytes of r between two offsets.
func requireRead(t *testing.T, r *remote.Reader, data []byte, from, to int) {
	t.Helper()
	got := make([]byte, to-from)
	n, err := r.ReadAt(got, int64(from))
	require.NoError(t, err)
	require.Equal(t, len(got), n)
	require.True(t, bytes.Equal(got, data[from:to]), "bytes %d to %d", from, to)
}

func TestRequests(t *testing.T) {
	data := random(2 << 20)
	s, at := serve(t, data)
	r := open(t, at("plain"), nil)
	require.EqualValues(t, len(data), r.Size())
	require.Regexp(t, `^"200000-[0-9a-f]+"$`, r.Validator())
	asked := func(want ...string) {
		t.Helper()
		require.Equal(t, want, s.Asked())
	}
	asked("bytes=0-16383")
	requireRead(t, r, data, 0, 100)
	requireRead(t, r, data, len(data)-4096, len(data))
	asked("bytes=2031616-2097151")
	requireRead(t, r, data, len(data)-60_000, len(data)-10)
	asked()
	requireRead(t, r, data, len(data)-100_000, len(data))
	asked("bytes=1997152-2031615")
	requireRead(t, r, data, 1<<20, 1<<20+300_000)
	asked("bytes=1048576-1348575")
	requireRead(t, r, data, 1<<20-10, 1<<20+10)
	asked("bytes=1048566-1048575")
	requireRead(t, r, data, 500_000, 500_001)
	asked("bytes=500000-516383")
	requests, read := s.Count()
	require.EqualValues(t, 6, requests)
	require.EqualValues(t, 16384+65536+34464+300_000+10+16384, read)
	n, err := r.ReadAt(make([]byte, 20), int64(len(data)-10))
	require.Equal(t, 10, n)
	require.Equal(t, io.EOF, err)
	_, err = r.ReadAt(make([]byte, 20), int64(len(data)))
	require.Equal(t, io.EOF, err)
	_, err = r.ReadAt(make([]byte, 20), -1)
	require.Error(t, err)
}

func TestSmallFiles(t *testing.T) {
	for _, size := range []int{0, 1, 16383, 16384, 16385} {
		data := random(size)
		s, at := serve(t, data)
		r := open(t, at("plain"), nil)
		require.EqualValues(t, size, r.Size())
		got, err := io.ReadAll(io.NewSectionReader(r, 0, int64(size)+10))
		require.NoError(t, err)
		require.True(t, bytes.Equal(got, data))
		n, _ := s.Count()
		require.EqualValues(t, 1+max(0, size-16384), n, "%d bytes", size)
	}
}

// TestAhead checks that neighbouring ranges come in requests of up to 1 MiB, several at
// a time, and that nothing is requested twice.
func TestAhead(t *testing.T) {
	data := random(8 << 20)
	s, at := serve(t, data)
	s.Latency = 20 * time.Millisecond
	r := open(t, at("plain"), nil)
	const frame = 100_000
	for i := range 80 {
		r.Ahead(int64(20_000+i*frame), frame)
	}
	for i := range 80 {
		requireRead(t, r, data, 20_000+i*frame, 20_000+(i+1)*frame)
	}
	requests, read := s.Count()
	require.EqualValues(t, frontSize+80*frame, read)
	require.LessOrEqual(t, requests, int64(1+12), "8 MB by about 1 MB")
	require.Greater(t, s.Most(), int64(1), "several at a time")
	r.Ahead(1<<40, 10)
	r.Ahead(0, -5)
	r.Ahead(-5, 10)
	requireRead(t, r, data, 0, 10)
}

const frontSize = 16 << 10

// TestCacheIsBounded checks that read pieces are removed when the cache is full.
func TestCacheIsBounded(t *testing.T) {
	data := random(1 << 20)
	s, at := serve(t, data)
	r := open(t, at("plain"), &remote.Options{Cache: 200_000})
	for _, from := range []int{100_000, 200_000, 300_000, 300_000, 100_000} {
		requireRead(t, r, data, from, from+100_000)
	}
	_, read := s.Count()
	require.EqualValues(t, frontSize+4*100_000, read)
}

func TestManyAtOnce(t *testing.T) {
	data := random(4 << 20)
	_, at := serve(t, data)
	r := open(t, at("break:5"), &remote.Options{Wait: time.Nanosecond, Cache: 300_000, Retries: 10})
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			draw := rand.New(rand.NewPCG(uint64(i), 7))
			for range 60 {
				from := draw.IntN(len(data))
				to := min(len(data), from+draw.IntN(200_000))
				if draw.IntN(3) == 0 {
					r.Ahead(int64(from), int64(to-from))
				}
				got := make([]byte, to-from)
				if _, err := r.ReadAt(got, int64(from)); err != nil || !bytes.Equal(got, data[from:to]) {
					t.Errorf("bytes %d to %d: %v", from, to, err)
				}
			}
		})
	}
	all.Wait()
}

// TestTriesAgain checks which requests are repeated, and after which waiting time.
func TestTriesAgain(t *testing.T) {
	data := random(200_000)
	s, at := serve(t, data)
	read := func(address string, o *remote.Options) error {
		r, err := remote.Open(t.Context(), address, o)
		if err != nil {
			return err
		}
		defer r.Close()
		got := make([]byte, 100_000)
		if _, err = r.ReadAt(got, 50_000); err == nil && !bytes.Equal(got, data[50_000:150_000]) {
			return errors.New("other bytes")
		}
		return err
	}
	ms := func(all ...int) (waits []time.Duration) {
		for _, n := range all {
			waits = append(waits, time.Duration(n)*time.Millisecond)
		}
		return waits
	}
	for _, c := range []struct {
		way      string
		retries  int
		err      string
		requests int64
		waits    []time.Duration
	}{
		{"plain", 0, "", 2, nil},
		{"break:1", 0, "", 3, ms(200)},
		{"break:4", 0, "", 6, ms(200, 400, 800, 1600)},
		{"busy:3", 0, "", 5, ms(200, 400, 800)},
		{"busy:5", 0, "the server says 503, service unavailable, after 5 requests", 5, ms(200, 400, 800, 1600)},
		{"busy:5", 6, "", 7, ms(200, 400, 800, 1600, 3200)},
		{"busy:9", 8, "503, service unavailable, after 9 requests", 9, ms(200, 400, 800, 1600, 3200, 6400, 10_000, 10_000)},
		{"busy:1", -1, "the server says 503, service unavailable", 1, nil},
		{"later:3", 2, "429, too many requests, after 3 requests", 3, ms(3000, 3000)},
		{"later:61", 0, "429, too many requests, and asks to wait for 1m1s", 1, nil},
		{"short", 20, "", 18, ms(200, 400, 800, 1600, 3200, 6400, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000, 10_000)},
	} {
		t.Run(fmt.Sprint(c.way, c.retries), func(t *testing.T) {
			var waits []time.Duration
			o := remote.Noting(&waits)
			o.Retries = c.retries
			s.Asked()
			s.Count()
			err := read(at(c.way), o)
			if c.err == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.err)
			}
			n, _ := s.Count()
			require.Equal(t, c.requests, n)
			require.Equal(t, c.waits, waits)
		})
	}
	require.ErrorContains(t, read(strings.Replace(at("plain"), "/file", "/none", 1), nil), "the server says 404, not found")
}

// TestRefused checks which answers are errors at once.
func TestRefused(t *testing.T) {
	_, at := serve(t, random(100_000))
	for _, c := range []struct{ way, err string }{
		{"whole", "the server sends whole files only"},
		{"unsized", "the server sends whole files only"},
		{"pack", "the server packs what it sends"},
		{"shift", "the server sends other bytes than those asked for"},
		{"redirect:6", "more than five redirects"},
		{"private", "the server says 401, unauthorized"},
	} {
		_, err := remote.Open(t.Context(), at(c.way), quick())
		require.ErrorContains(t, err, c.err, c.way)
		var e *remote.Error
		require.ErrorAs(t, err, &e)
		require.Equal(t, at(c.way), e.Address)
		require.Equal(t, strings.Contains(c.err, "whole files"), errors.Is(err, remote.ErrNoRanges))
	}
	for _, address := range []string{"", "file", "ftp://host/file", "http:///file", "https:", "http://host:port/", "http://%zz/"} {
		_, err := remote.Open(t.Context(), address, nil)
		require.ErrorContains(t, err, "not an http or https address", "%q", address)
		_, _, err = remote.Get(t.Context(), address, nil)
		require.ErrorContains(t, err, "not an http or https address", "%q", address)
	}
}

// TestChanged checks that pieces of two files are never combined.
func TestChanged(t *testing.T) {
	data := random(200_000)
	s, at := serve(t, data)
	for _, way := range []string{"change:1", "change:1,weak", "change:1,untimed"} {
		r := open(t, at(way), quick())
		_, err := r.ReadAt(make([]byte, 10), 100_000)
		require.ErrorIs(t, err, remote.ErrChanged, way)
		s.Count()
		_, err = r.ReadAt(make([]byte, 10), 0)
		require.ErrorIs(t, err, remote.ErrChanged, "%s: nothing more is read", way)
		n, _ := s.Count()
		require.Zero(t, n)
	}
	body, _, err := remote.Get(t.Context(), at("change:1,break:1"), quick())
	require.NoError(t, err)
	defer body.Close()
	_, err = io.ReadAll(body)
	require.ErrorIs(t, err, remote.ErrChanged)
	require.Equal(t, "Fri, 02 Jan 2026 03:04:05 GMT, 200000 bytes", open(t, at("weak"), nil).Validator())
	require.Equal(t, "200000 bytes", open(t, at("untimed"), nil).Validator())
}

// TestClaims checks that a size which a server only claims costs no memory.
func TestClaims(t *testing.T) {
	_, at := serve(t, random(1<<20))
	r := open(t, at("claim"), &remote.Options{Retries: -1})
	require.Equal(t, int64(1)<<60, r.Size())
	_, err := r.ReadAt(make([]byte, 4096), 1<<60-4096)
	require.ErrorIs(t, err, remote.ErrChanged)
}

func TestStalls(t *testing.T) {
	_, at := serve(t, random(1<<20))
	o := &remote.Options{Timeout: 30 * time.Millisecond, Retries: 1, Wait: time.Nanosecond}
	_, err := remote.Open(t.Context(), at("silent"), o)
	require.ErrorContains(t, err, "the server does not answer, after 2 requests")
	// On a busy machine even the beginning of an answer may come too late.
	const stalled = "the server (stopped sending|does not answer), after 2 requests"
	_, err = remote.Open(t.Context(), at("stall"), o)
	require.Regexp(t, stalled, err)
	o.Timeout = 300 * time.Millisecond
	body, _, err := remote.Get(t.Context(), at("stall"), o)
	require.NoError(t, err)
	defer body.Close()
	_, err = io.ReadAll(body)
	require.Regexp(t, stalled, err)
}

// TestContext checks that the end of a context ends blocked requests, and is the error.
func TestContext(t *testing.T) {
	_, at := serve(t, random(1<<20))
	why := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(20*time.Millisecond, func() { cancel(why) })
	_, err := remote.Open(ctx, at("silent"), nil)
	require.Equal(t, why, err)

	ctx, cancel = context.WithCancelCause(t.Context())
	body, _, err := remote.Get(ctx, at("stall"), nil)
	require.NoError(t, err)
	defer body.Close()
	time.AfterFunc(20*time.Millisecond, func() { cancel(why) })
	_, err = io.ReadAll(body)
	require.Equal(t, why, err)

	r := open(t, at("plain"), nil)
	require.NoError(t, r.Close())
	_, err = r.ReadAt(make([]byte, 1), 0)
	require.ErrorIs(t, err, os.ErrClosed)
}

func TestGet(t *testing.T) {
	data := random(3 << 20)
	s, at := serve(t, data)
	for _, c := range []struct {
		way      string
		size     int64
		requests int64
	}{
		{"plain", 3 << 20, 1}, {"whole", 3 << 20, 1}, {"unsized", -1, 1}, {"break:3", 3 << 20, 4}, {"busy:2", 3 << 20, 3},
		{"break:3,weak", 3 << 20, 4}, {"redirect:5", 3 << 20, 6},
	} {
		s.Count()
		body, size, err := remote.Get(t.Context(), at(c.way), quick())
		require.NoError(t, err, c.way)
		require.Equal(t, c.size, size)
		got, err := io.ReadAll(body)
		require.NoError(t, err)
		require.True(t, bytes.Equal(got, data), c.way)
		require.NoError(t, body.Close())
		n, _ := s.Count()
		require.Equal(t, c.requests, n, c.way)
	}
	body, _, err := remote.Get(t.Context(), at("break:1,whole"), quick())
	require.NoError(t, err)
	defer body.Close()
	_, err = io.ReadAll(body)
	require.ErrorIs(t, err, remote.ErrNoRanges)
	require.ErrorContains(t, err, "the connection broke at byte 1572864")
	_, _, err = remote.Get(t.Context(), at("pack"), nil)
	require.ErrorContains(t, err, "the server packs what it sends")
}

// TestRedirects checks that redirects are followed once, not for every piece, and again
// if the address that they led to is gone.
func TestRedirects(t *testing.T) {
	data := random(500_000)
	s, at := serve(t, data)
	r := open(t, at("redirect:2"), nil)
	requireRead(t, r, data, 100_000, 200_000)
	requireRead(t, r, data, 300_000, 400_000)
	n, _ := s.Count()
	require.EqualValues(t, 3+1+1, n)
	r = open(t, at("expire:2"), nil)
	requireRead(t, r, data, 100_000, 200_000)
	s.Count()
	requireRead(t, r, data, 300_000, 400_000)
	n, _ = s.Count()
	require.EqualValues(t, 3, n, "a place that has gone, the address, the new place")

	plain := at("plain")
	secure := httptest.NewUnstartedServer(s)
	secure.Config.ErrorLog = log.New(io.Discard, "", 0)
	secure.StartTLS()
	defer secure.Close()
	s.Away = plain
	o := &remote.Options{Client: secure.Client(), Retries: -1}
	_, err := remote.Open(t.Context(), badserver.At(secure.URL, "away", "file"), o)
	require.ErrorContains(t, err, "a redirect from https to http, which is not followed")
	s.Away = badserver.At(secure.URL, "plain", "file")
	r, err = remote.Open(t.Context(), at("away"), o)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	_, err = remote.Open(t.Context(), strings.Replace(plain, "http:", "https:", 1), quick())
	require.ErrorContains(t, err, ": the server speaks http, not https")
	s.Away = "ftp://host/file"
	_, err = remote.Open(t.Context(), at("away"), o)
	require.ErrorContains(t, err, "a redirect to what is no http or https address")
	_, err = remote.Open(t.Context(), badserver.At(secure.URL, "plain", "file"), quick())
	require.ErrorContains(t, err, "certificate", "an authority that is not known is not asked again")
	require.NotContains(t, err.Error(), "requests")
}

// TestSecrets checks that no error has a password or a query.
func TestSecrets(t *testing.T) {
	_, at := serve(t, random(100))
	secret := func(address string) string {
		return strings.Replace(address, "://", "://me:secret@", 1) + "?token=secret#secret"
	}
	r, err := remote.Open(t.Context(), secret(at("private")), nil)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	down := httptest.NewServer(nil)
	down.Close()
	for _, address := range []string{
		secret(at("whole")), secret(at("busy:9")), secret(at("redirect:9")), secret(at("none/none")), secret(down.URL + "/x"),
		"http://me:secret@host:port/?secret", "http:secret", "http://%zz:secret@host/", "http://me:secret@/x", "secret",
		"https://me:secret@" + strings.TrimPrefix(at("plain"), "http://"),
	} {
		_, err := remote.Open(t.Context(), address, &remote.Options{Retries: -1})
		require.Error(t, err)
		require.NotContains(t, err.Error(), "secret", address)
		require.NotContains(t, err.Error(), "hidden", address)
	}
	for address, want := range map[string]string{
		"https://host/games.czip":                "https://host/games.czip",
		"https://me:pw@host:81/a%20b.czip?x=1#f": "https://host:81/a%20b.czip?...",
		"HTTP://host":                            "http://host",
		"https://[::1]:8080/?":                   "https://[::1]:8080/?...",
		"http://me:pw@host:port/":                "http:...",
		"me:pw@host":                             "me:...",
		"somethinglong:pw@host":                  "...",
	} {
		require.Equal(t, want, remote.Redact(address), address)
	}
}
