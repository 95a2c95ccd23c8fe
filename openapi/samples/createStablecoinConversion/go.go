package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const body = `{
  "profile_id": "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77",
  "amount": "10005.25",
  "source_asset": "USDC",
  "target_asset": "USDG",
  "ref_id": "treasury-2026-03-02-0001"
}`

func main() {
	client := &http.Client{Timeout: 10 * time.Second}
	token, err := fetchToken(client)
	if err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("POST", os.Getenv("BASE_URL")+"/v2/conversion/stablecoins", strings.NewReader(body))
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		log.Fatal(response.Status)
	}
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(answer))
}

func fetchToken(client *http.Client) (string, error) {
	response, err := client.PostForm(os.Getenv("TOKEN_URL"), url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("CLIENT_ID")},
		"client_secret": {os.Getenv("CLIENT_SECRET")},
		"scope":         {"conversion:write_conversion_stablecoin"},
	})
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("token endpoint: %s", response.Status)
	}
	var granted struct {
		AccessToken string `json:"access_token"`
	}
	err = json.NewDecoder(response.Body).Decode(&granted)
	return granted.AccessToken, err
}
