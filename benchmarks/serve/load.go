package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// kinds of requests, and how many percent are of each.
const (
	ofTable = iota
	ofGame
	ofSearch
	ofScan
	numKinds
)

var (
	kindNames = [numKinds]string{"position, by the table", "game", "search by a player or ratings", "position, by a scan"}
	share     = [numKinds]int{50, 25, 15, 10}
)

// asked is the result of the requests of one kind.
type asked struct {
	took                 times // of answered requests
	busy, failed, untold int   // 503 with Retry-After; other errors; given up by the client
}

// impatient is the percentage of scans that their client abandons.
const impatient = 20

// many lets many clients send requests, which differ in each round.
func (b *bench) many() error {
	b.rounds++
	ctx, stop := context.WithTimeout(context.Background(), *lasts)
	defer stop()
	transport := &http.Transport{MaxIdleConnsPerHost: *clients}
	client := &http.Client{Transport: transport}
	var mu sync.Mutex
	var all [numKinds]asked
	var wg sync.WaitGroup
	for i := range *clients {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(*seed+b.rounds, uint64(i)+1))
			for {
				select {
				case <-ctx.Done():
					return
				case <-time.After(time.Duration(rng.ExpFloat64() * float64(*think))):
				}
				kind := kindOf(rng)
				path, until := b.question(rng, kind), context.Background()
				gone := kind == ofScan && rng.IntN(100) < impatient
				cancel := func() {}
				if gone {
					until, cancel = context.WithTimeout(until, time.Duration(rng.IntN(60))*time.Millisecond)
				}
				begun := time.Now()
				status, again, err := ask(until, client, b.base+path)
				took := time.Since(begun)
				cancel()
				mu.Lock()
				x := &all[kind]
				switch {
				case gone && err != nil:
					x.untold++
				case err == nil && status == http.StatusOK:
					x.took = append(x.took, took)
				case err == nil && status == http.StatusServiceUnavailable && again:
					x.busy++
				default:
					x.failed++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	transport.CloseIdleConnections()
	b.tell(&all)
	return nil
}

func kindOf(rng *rand.Rand) int {
	n := rng.IntN(100)
	for k, s := range share {
		if n < s {
			return k
		}
		n -= s
	}
	return ofTable
}

// question draws a request.
func (b *bench) question(rng *rand.Rand, kind int) string {
	switch kind {
	case ofTable:
		return explorePath(b.table[rng.IntN(len(b.table))], "")
	case ofGame:
		return "/api/games/1-" + strconv.FormatInt(1+rng.Int64N(b.games), 10)
	case ofSearch:
		q := `player:"` + strings.ReplaceAll(b.players[rng.IntN(len(b.players))], `"`, "") + `"`
		if rng.IntN(2) == 0 {
			q = fmt.Sprintf("elo:%d+ date:%d-", 2000+rng.IntN(600), 1950+rng.IntN(60))
		}
		return "/api/games?" + url.Values{"query": {q}, "limit": {"20"}}.Encode()
	}
	// No two requests are the same, so that none is answered from a cache.
	fen := b.positions[rng.IntN(len(b.positions))]
	return explorePath(fen, fmt.Sprintf("elo:%d+ date:%d-", 1500+rng.IntN(900), 1900+rng.IntN(100)))
}

// ask sends a request; again reports whether the answer says when to retry.
func ask(ctx context.Context, client *http.Client, target string) (status int, again bool, err error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, target, nil)
	if err != nil {
		return 0, false, err
	}
	answer, err := client.Do(r)
	if err != nil {
		return 0, false, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, answer.Header.Get("Retry-After") != "", err
}

// tell prints the results.
func (b *bench) tell(all *[numKinds]asked) {
	fmt.Printf("%d clients for %v, from an answer to the next question %v in the mean; %d of 100 scans are given up within 60 ms\n\n", *clients, *lasts, *think, impatient)
	fmt.Println("| many clients | answered | median ms | p95 ms | most ms | busy (503) | failed | given up |\n|---|--:|--:|--:|--:|--:|--:|--:|")
	var rest times
	sum, busy := 0, 0
	for k := range all {
		x := &all[k]
		fmt.Printf("| %s | %d | %.1f | %.1f | %.1f | %d | %d | %d |\n", kindNames[k], len(x.took), x.took.at(50), x.took.at(95), x.took.at(100), x.busy, x.failed, x.untold)
		rest = append(rest, x.took...)
		sum += len(x.took) + x.busy + x.failed + x.untold
		busy += x.busy
	}
	fmt.Printf("\n%d requests, %.1f a second; %.2f %% busy; p95 of what was answered %.1f ms\n", sum, float64(sum)/lasts.Seconds(), 100*float64(busy)/float64(max(1, sum)), rest.at(95))
	fmt.Printf("most memory: %d MiB\n", b.memory())
	before := b.ticks()
	time.Sleep(2 * time.Second)
	fmt.Printf("processor time of the server in the 2 seconds behind the last answer: %d ms\n", 10*(b.ticks()-before))
}

// memory returns the peak resident memory of the server, in MiB, 0 if the system does
// not have it.
func (b *bench) memory() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", b.pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), "VmHWM:")
	var kib int64
	if _, err := fmt.Sscan(rest, &kib); err != nil {
		return 0
	}
	return kib >> 10
}

// ticks returns the processor time of the server, in hundredths of a second.
func (b *bench) ticks() int64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", b.pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(text), ") ")
	fields := strings.Fields(rest)
	if len(fields) < 13 {
		return 0
	}
	user, err1 := strconv.ParseInt(fields[11], 10, 64)
	system, err2 := strconv.ParseInt(fields[12], 10, 64)
	if err1 != nil || err2 != nil {
		return 0
	}
	return user + system
}
