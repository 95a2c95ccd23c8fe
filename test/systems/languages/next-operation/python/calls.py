import json
import os
from typing import Any

import httpx

from client import (
    AcceptThingRequest,
    Client,
    CreateIssuerQuoteRequest,
    CreateStablecoinConversionRequest,
    CryptoDestinationAddressByNetworkAddress,
    CryptoNetwork,
    Side,
    encode,
)


def show(call: str, answer: Any) -> None:
    # Any status but 2xx raises.
    print(json.dumps({"call": call, "status": 204 if answer is None else 200, "answer": encode(answer)}))


token = httpx.post(
    os.environ["TOKEN_URL"],
    data={
        "grant_type": "client_credentials",
        "client_id": os.environ["CLIENT_ID"],
        "client_secret": os.environ["CLIENT_SECRET"],
        "scope": os.environ["SCOPE"],
    },
).json()["access_token"]
client = Client(os.environ["BASE_URL"], auth={"bearer": token})

address = client.put_crypto_destination_address(
    CryptoDestinationAddressByNetworkAddress(
        crypto_network=CryptoNetwork.ETHEREUM,
        address="0x52908400098527886E0F7030069857D2E4169EE7",
    )
)
show("putCryptoDestinationAddress", address)

conversion = client.create_stablecoin_conversion(
    CreateStablecoinConversionRequest(
        profile_id="p", amount="1", source_asset="USDC", target_asset="USDG", ref_id="next-1"
    )
)
show("createStablecoinConversion", conversion)

quote = client.create_issuer_quote(
    CreateIssuerQuoteRequest(profile_id="p", market="PAXGUSD", side=Side.BUY, base_amount="7")
)
show("createIssuerQuote", quote)
show("getQuote", client.get_quote(quote.quote_id))
show("listQuotes", client.list_quotes(profile_id="p", limit=5))

# The generator leaves out parameters in headers.
accepted = client.accept_thing(
    quote.quote_id,
    AcceptThingRequest(base_amount="7", order_ref="next-1"),
    headers={"X-Desk": "7", "X-Team": "a b,c"},
)
show("acceptThing", accepted)

# It repeats the name of every list, so a list that is written in one value has one item.
thing = client.get_thing(conversion.id, verbose=True, expand=["fees"], tag=[7, 8], near=["x"])
show("getThing", thing)

client.cancel_thing("a b/ä?")
show("cancelThing", None)
