package main

import (
	"context"
	"fmt"
	"os"

	"languages/api"
)

func main() {
	ctx := context.Background()
	client := connect(os.Getenv("BASE_URL"))
	reference := "go-1"
	made := must(client.CreateStablecoinConversionWithResponse(ctx,
		&api.CreateStablecoinConversionParams{IdempotencyKey: reference},
		api.CreateStablecoinConversionRequest{
			ProfileId: "p", Amount: "1", SourceAsset: "USDC", TargetAsset: "USDG",
			RefId: &reference, Purpose: "TREASURY",
		})).JSON200
	id := made.Id.String()
	read := must(client.GetStablecoinConversionWithResponse(ctx, id)).JSON200
	page := must(client.ListStablecoinConversionsWithResponse(ctx,
		&api.ListStablecoinConversionsParams{RefId: &reference})).JSON200
	cancelled := must(client.CancelStablecoinConversionWithResponse(ctx, id)).JSON200
	fmt.Println(id, read.Id, page.Conversions[0].Id, cancelled.Id)
}
