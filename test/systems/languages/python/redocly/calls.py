import json
import os
from collections.abc import Callable
from typing import Any

import httpx

from client import (
    ApiError,
    Client,
    CreateIssuerQuoteRequest,
    CreateStablecoinConversionRequest,
    CryptoDestinationAddressByNetworkAddress,
    CryptoNetwork,
    Side,
    TravelRuleMetadata,
    encode,
)


def show(**line: Any) -> None:
    print(json.dumps(line))


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
        nickname="Treasury vault",
        travelrule_metadata=TravelRuleMetadata(
            vasp={"id": "vasp-4410"}
        ),
    )
)
show(call="putCryptoDestinationAddress", answer=encode(address))

profile = "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77"
conversion = CreateStablecoinConversionRequest(
    profile_id=profile,
    amount="10005.25",
    source_asset="USDC",
    target_asset="USDG",
    ref_id="treasury-2026-03-02-0001",
)
converted = client.create_stablecoin_conversion(conversion)
show(call="createStablecoinConversion", answer=encode(converted))

quote = CreateIssuerQuoteRequest(
    profile_id=profile, market="PAXGUSD", side=Side.BUY, base_amount="2.5"
)
held = client.create_issuer_quote(quote)
show(call="createIssuerQuote", answer=encode(held))

try:
    tomorrow = Client(os.environ["TOMORROW_URL"], auth={"bearer": token})
    show(tomorrow=encode(tomorrow.create_issuer_quote(quote)))
except ValueError as error:
    show(tomorrow=None, error=repr(error))



def report(rule: str, call: Callable[[], object]) -> None:
    try:
        call()
        show(rule=rule, by="nobody")
    except ApiError as error:
        show(rule=rule, by="mock" if error.status == 422 else "nobody")


conversion.amount = "1."
report("pattern", lambda: client.create_stablecoin_conversion(conversion))
quote.market = "BTCUSD"
report("market", lambda: client.create_issuer_quote(quote))
