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
  "crypto_network": "ETHEREUM",
  "address": "0x52908400098527886E0F7030069857D2E4169EE7",
  "nickname": "Treasury vault",
  "travelrule_metadata": {
    "vasp": {
      "id": "vasp-4410"
    }
  }
}`

func main() {
	client := &http.Client{Timeout: 10 * time.Second}
	token, err := fetchToken(client)
	if err != nil {
		log.Fatal(err)
	}
	request, err := http.NewRequest("PUT", os.Getenv("BASE_URL")+"/v2/transfer/crypto-destination-address", strings.NewReader(body))
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
		"scope":         {"transfer:write_crypto_destination_address"},
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
