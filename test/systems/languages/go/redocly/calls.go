package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"

	"languages/api"
)

func main() {
	ctx := context.Background()
	bearer := token()
	auth := api.Auth{Bearer: func() string { return bearer }}
	client := api.New(api.Config{ServerURL: os.Getenv("BASE_URL"), Auth: auth})

	nickname := "Treasury vault"
	address := must(client.PutCryptoDestinationAddress(ctx, api.CryptoDestinationAddressByNetworkAddress{
		CryptoNetwork: api.CryptoNetworkEthereum,
		Address:       "0x52908400098527886E0F7030069857D2E4169EE7",
		Nickname:      &nickname,
		TravelruleMetadata: &api.TravelRuleMetadata{
			Vasp: map[string]any{"id": "vasp-4410"},
		},
	}))
	show(map[string]any{"call": "putCryptoDestinationAddress", "answer": address})

	profile, reference := "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77", "treasury-2026-03-02-0001"
	conversion := api.CreateStablecoinConversionRequest{
		ProfileId: profile, Amount: "10005.25", SourceAsset: "USDC", TargetAsset: "USDG", RefId: &reference,
	}
	converted := must(client.CreateStablecoinConversion(ctx, conversion))
	show(map[string]any{"call": "createStablecoinConversion", "answer": converted})

	quote := api.CreateIssuerQuoteRequest{
		ProfileId: profile, Market: "PAXGUSD", Side: api.SideBuy, BaseAmount: "2.5",
	}
	held := must(client.CreateIssuerQuote(ctx, quote))
	show(map[string]any{"call": "createIssuerQuote", "answer": held})

	tomorrow := api.New(api.Config{ServerURL: os.Getenv("TOMORROW_URL"), Auth: auth})
	later, err := tomorrow.CreateIssuerQuote(ctx, quote)
	if err != nil {
		show(map[string]any{"tomorrow": nil, "error": err.Error()})
	} else {
		show(map[string]any{"tomorrow": later})
	}

	put := func(rule string, body any) {
		_, err := client.PutCryptoDestinationAddress(ctx, body)
		report(rule, err)
	}
	// The type of the body is any: whatever can be JSON is sent.
	put("neither", map[string]any{})
	put("both", map[string]any{"id": "a", "address": "0x1"})
	put("half", map[string]any{"crypto_network": "BASE"})
	put("network", api.CryptoDestinationAddressByNetworkAddress{CryptoNetwork: "DOGECOIN", Address: "0x1"})

	missing := conversion
	missing.ProfileId = ""
	_, err = client.CreateStablecoinConversion(ctx, missing)
	report("missing", err)
	pattern := conversion
	pattern.Amount = "1."
	_, err = client.CreateStablecoinConversion(ctx, pattern)
	report("pattern", err)
	market := quote
	market.Market = "BTCUSD"
	_, err = client.CreateIssuerQuote(ctx, market)
	report("market", err)
	side := quote
	side.Side = "HOLD"
	_, err = client.CreateIssuerQuote(ctx, side)
	report("side", err)
}

func token() string {
	answer := must(http.PostForm(os.Getenv("TOKEN_URL"), url.Values{
		"grant_type":    {"client_credentials"},
		"client_id":     {os.Getenv("CLIENT_ID")},
		"client_secret": {os.Getenv("CLIENT_SECRET")},
		"scope":         {os.Getenv("SCOPE")},
	}))
	defer func() { check(answer.Body.Close()) }()
	var body struct {
		AccessToken string `json:"access_token"`
	}
	check(json.NewDecoder(answer.Body).Decode(&body))
	return body.AccessToken
}

func report(rule string, err error) {
	var refusal *api.APIError
	by := "nobody"
	if errors.As(err, &refusal) && refusal.Status == http.StatusUnprocessableEntity {
		by = "mock"
	}
	show(map[string]any{"rule": rule, "by": by})
}

func show(line map[string]any) {
	fmt.Println(string(must(json.Marshal(line))))
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}
