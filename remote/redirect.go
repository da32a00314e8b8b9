package remote

import (
	"errors"
	"net"
	"net/http"
	"time"
)

// maxRedirects is how many consecutive redirects are followed.
const maxRedirects = 5

// Redirects that are refused.
var (
	errRedirects = errors.New("more than five redirects")
	errDowngrade = errors.New("a redirect from https to http, which is not followed")
	errScheme    = errors.New("a redirect to what is no http or https address")
)

// newClient returns a copy of a client, or a new one, with this package's rule for
// redirects.
func newClient(from *http.Client) *http.Client {
	c := &http.Client{}
	if from != nil {
		*c = *from
	} else {
		c.Transport = &http.Transport{
			Proxy:                  http.ProxyFromEnvironment,
			DialContext:            (&net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}).DialContext,
			ForceAttemptHTTP2:      true,
			DisableCompression:     true,
			MaxIdleConnsPerHost:    2 * maxFlying,
			MaxResponseHeaderBytes: 64 << 10,
			IdleConnTimeout:        90 * time.Second,
			TLSHandshakeTimeout:    30 * time.Second,
		}
	}
	c.CheckRedirect = func(req *http.Request, via []*http.Request) error {
		switch before := via[len(via)-1].URL; {
		case len(via) > maxRedirects:
			return errRedirects
		case req.URL.Scheme != "http" && req.URL.Scheme != "https":
			return errScheme
		case before.Scheme == "https" && req.URL.Scheme == "http":
			return errDowngrade
		}
		// The previous address may contain a secret.
		req.Header.Del("Referer")
		return nil
	}
	return c
}
