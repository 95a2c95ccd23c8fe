import json
import os
from typing import Any

import httpx

from client import AuthenticatedClient
from client.api.crypto_destination_addresses import put_crypto_destination_address
from client.api.issuer_quotes import create_issuer_quote
from client.api.stablecoin_conversions import create_stablecoin_conversion
from client.models import (
    CreateIssuerQuoteRequest,
    CreateIssuerQuoteRequestMarket,
    CreateStablecoinConversionRequest,
    CryptoDestinationAddressByNetworkAddress,
    CryptoNetwork,
    IssuerQuote,
    PutCryptoDestinationAddressResponse,
    Side,
    StablecoinConversion,
    TravelRuleMetadata,
    TravelRuleMetadataVasp,
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
client = AuthenticatedClient(base_url=os.environ["BASE_URL"], token=token)

address = put_crypto_destination_address.sync(
    client=client,
    body=CryptoDestinationAddressByNetworkAddress(
        crypto_network=CryptoNetwork.ETHEREUM,
        address="0x52908400098527886E0F7030069857D2E4169EE7",
        nickname="Treasury vault",
        travelrule_metadata=TravelRuleMetadata(
            vasp=TravelRuleMetadataVasp(id="vasp-4410")
        ),
    ),
)
assert isinstance(address, PutCryptoDestinationAddressResponse)
show(call="putCryptoDestinationAddress", answer=address.to_dict())

profile = "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77"
conversion = CreateStablecoinConversionRequest(
    profile_id=profile,
    amount="10005.25",
    source_asset="USDC",
    target_asset="USDG",
    ref_id="treasury-2026-03-02-0001",
)
converted = create_stablecoin_conversion.sync(client=client, body=conversion)
assert isinstance(converted, StablecoinConversion)
show(call="createStablecoinConversion", answer=converted.to_dict())

quote = CreateIssuerQuoteRequest(
    profile_id=profile,
    market=CreateIssuerQuoteRequestMarket.PAXGUSD,
    side=Side.BUY,
    base_amount="2.5",
)
held = create_issuer_quote.sync(client=client, body=quote)
assert isinstance(held, IssuerQuote)
show(call="createIssuerQuote", answer=held.to_dict())

try:
    tomorrow = AuthenticatedClient(base_url=os.environ["TOMORROW_URL"], token=token)
    later = create_issuer_quote.sync(client=tomorrow, body=quote)
    show(tomorrow=later.to_dict() if isinstance(later, IssuerQuote) else None)
except ValueError as error:
    show(tomorrow=None, error=repr(error))

conversion.amount = "1."
answer = create_stablecoin_conversion.sync_detailed(client=client, body=conversion)
show(rule="pattern", by="mock" if answer.status_code == 422 else "nobody")
