import json
from typing import Any

from client import (
    ApiClient,
    ApiException,
    Configuration,
    CreateIssuerQuoteRequest,
    CreateStablecoinConversionRequest,
    CryptoDestinationAddressesApi,
    IssuerQuotesApi,
    PutCryptoDestinationAddressRequest,
    StablecoinConversionsApi,
)
from common import TOKEN, make_calls


def send(operation: str, url: str, fields: dict[str, Any]) -> tuple[int, Any]:
    api = ApiClient(Configuration(host=url, access_token=TOKEN))
    put = CryptoDestinationAddressesApi(api).put_crypto_destination_address
    convert = StablecoinConversionsApi(api).create_stablecoin_conversion
    quote = IssuerQuotesApi(api).create_issuer_quote
    calls: dict[str, tuple[Any, Any]] = {
        "putCryptoDestinationAddress": (put, PutCryptoDestinationAddressRequest),
        "createStablecoinConversion": (convert, CreateStablecoinConversionRequest),
        "createIssuerQuote": (quote, CreateIssuerQuoteRequest),
    }
    call, model = calls[operation]
    try:
        return 200, json.loads(call(model.from_dict(fields)).to_json())
    except ApiException as error:
        return error.status or 0, None


make_calls(send)
