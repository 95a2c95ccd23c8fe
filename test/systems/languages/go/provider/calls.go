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
	made := must(client.CreateParcelWithResponse(ctx,
		&api.CreateParcelParams{IdempotencyKey: reference},
		api.CreateParcelRequest{
			DepotId: "p", Weight: "1", FromTown: "Ulm", ToTown: "Bonn",
			RefId: &reference, Purpose: "TREASURY",
		})).JSON200
	id := made.Id.String()
	read := must(client.GetParcelWithResponse(ctx, id)).JSON200
	page := must(client.ListParcelsWithResponse(ctx,
		&api.ListParcelsParams{RefId: &reference})).JSON200
	cancelled := must(client.CancelParcelWithResponse(ctx, id)).JSON200
	fmt.Println(id, read.Id, page.Parcels[0].Id, cancelled.Id)
}
