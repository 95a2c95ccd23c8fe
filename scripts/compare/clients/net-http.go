package main
import (
	"bytes"
	"io"
	"net/http"
	"time"
)

func connect(baseUrl string, timeout time.Duration) func([]byte) (int, []byte, error) {
	client := &http.Client{Timeout: timeout, Transport: http.DefaultTransport.(*http.Transport).Clone()}
	return func(body []byte) (int, []byte, error) {
		response, err := client.Post(baseUrl+"/v2/conversion/stablecoins", "application/json", bytes.NewReader(body))
		if err != nil {
			return 0, nil, err
		}
		defer response.Body.Close()
		answer, err := io.ReadAll(response.Body)
		return response.StatusCode, answer, err
	}
}
