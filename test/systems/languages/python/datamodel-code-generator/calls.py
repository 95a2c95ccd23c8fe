import os
from typing import Any

import httpx
from pydantic import BaseModel, ValidationError

from client import (
    CreateIssuerQuoteRequest,
    CreateStablecoinConversionRequest,
    CryptoDestinationAddressByNetworkAddress,
    CryptoNetwork,
    IssuerQuote,
    Market,
    PutCryptoDestinationAddressRequest,
    PutCryptoDestinationAddressResponse,
    Side,
    StablecoinConversion,
    TravelRuleMetadata,
    Vasp,
)
from common import ADDRESS, CONVERSION, QUOTE, report_all, show, token

headers = {"Authorization": "Bearer " + token()}
paths = {
    "put": ("PUT", "/v2/transfer/crypto-destination-address"),
    "convert": ("POST", "/v2/conversion/stablecoins"),
    "quote": ("POST", "/v2/issuer-quote"),
}


def call(operation: str, body: BaseModel, address: str = "BASE_URL") -> httpx.Response:
    method, path = paths[operation]
    sent = body.model_dump(mode="json", exclude_unset=True)
    return httpx.request(method, os.environ[address] + path, headers=headers, json=sent)


def read(model: type[BaseModel], answer: httpx.Response) -> Any:
    return model.model_validate(answer.raise_for_status().json()).model_dump(
        mode="json", exclude_unset=True
    )


vault = CryptoDestinationAddressByNetworkAddress(
    crypto_network=CryptoNetwork.ETHEREUM,
    address=ADDRESS["address"],
    nickname="Treasury vault",
    travelrule_metadata=TravelRuleMetadata(
        vasp=Vasp(id="vasp-4410")
    ),
)
put = call("put", PutCryptoDestinationAddressRequest(vault))
show(call="putCryptoDestinationAddress", answer=read(PutCryptoDestinationAddressResponse, put))

conversion = CreateStablecoinConversionRequest(
    profile_id=CONVERSION["profile_id"],
    amount="10005.25",
    source_asset="USDC",
    target_asset="USDG",
    ref_id="treasury-2026-03-02-0001",
)
converted = call("convert", conversion)
show(call="createStablecoinConversion", answer=read(StablecoinConversion, converted))

quote = CreateIssuerQuoteRequest(
    profile_id=QUOTE["profile_id"], market=Market.PAXGUSD, side=Side.BUY, base_amount="2.5"
)
show(call="createIssuerQuote", answer=read(IssuerQuote, call("quote", quote)))

try:
    show(tomorrow=read(IssuerQuote, call("quote", quote, "TOMORROW_URL")))
except ValidationError as error:
    show(tomorrow=None, error=repr(error)[:200])

models: dict[str, type[BaseModel]] = {
    "put": PutCryptoDestinationAddressRequest,
    "convert": CreateStablecoinConversionRequest,
    "quote": CreateIssuerQuoteRequest,
}
report_all(
    lambda operation, body: call(
        operation, models[operation].model_validate(body)
    ).status_code
)
