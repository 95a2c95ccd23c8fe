import json
import os
from typing import Any

from client import (
    ApiClient,
    ApiException,
    Configuration,
    CreateIssuerQuoteRequest,
    CreateStablecoinConversionRequest,
    CryptoDestinationAddressByNetworkAddress,
    CryptoDestinationAddressesApi,
    CryptoNetwork,
    IssuerQuotesApi,
    PutCryptoDestinationAddressRequest,
    Side,
    StablecoinConversionsApi,
    TravelRuleMetadata,
    TravelRuleMetadataVasp,
)
from common import ADDRESS, CONVERSION, QUOTE, report_all, show, token

bearer = token()


def connect(address: str) -> ApiClient:
    return ApiClient(Configuration(host=os.environ[address], access_token=bearer))


api = connect("BASE_URL")
addresses = CryptoDestinationAddressesApi(api)
conversions = StablecoinConversionsApi(api)
quotes = IssuerQuotesApi(api)

vault = CryptoDestinationAddressByNetworkAddress(
    crypto_network=CryptoNetwork.ETHEREUM,
    address=ADDRESS["address"],
    nickname="Treasury vault",
    travelrule_metadata=TravelRuleMetadata(
        vasp=TravelRuleMetadataVasp(id="vasp-4410")
    ),
)
put = addresses.put_crypto_destination_address(PutCryptoDestinationAddressRequest(vault))
show(call="putCryptoDestinationAddress", answer=json.loads(put.to_json()))

converted = conversions.create_stablecoin_conversion(
    CreateStablecoinConversionRequest(
        profile_id=CONVERSION["profile_id"],
        amount="10005.25",
        source_asset="USDC",
        target_asset="USDG",
        ref_id="treasury-2026-03-02-0001",
    )
)
show(call="createStablecoinConversion", answer=json.loads(converted.to_json()))

quote = CreateIssuerQuoteRequest(
    profile_id=QUOTE["profile_id"], market="PAXGUSD", side=Side.BUY, base_amount="2.5"
)
held = quotes.create_issuer_quote(quote)
show(call="createIssuerQuote", answer=json.loads(held.to_json()))

try:
    later = IssuerQuotesApi(connect("TOMORROW_URL")).create_issuer_quote(quote)
    show(tomorrow=json.loads(later.to_json()))
except ValueError as error:
    show(tomorrow=None, error=repr(error)[:200])


def send(operation: str, body: dict[str, Any]) -> int:
    try:
        if operation == "put":
            addresses.put_crypto_destination_address(
                PutCryptoDestinationAddressRequest.from_dict(body)
            )
        elif operation == "convert":
            conversion = CreateStablecoinConversionRequest.from_dict(body)
            assert conversion is not None
            conversions.create_stablecoin_conversion(conversion)
        else:
            broken = CreateIssuerQuoteRequest.from_dict(body)
            assert broken is not None
            quotes.create_issuer_quote(broken)
        return 200
    except ApiException as error:
        return error.status or 0


report_all(send)
