from typing import Any

from client import AuthenticatedClient
from client.api.crypto_destination_addresses import put_crypto_destination_address
from client.api.issuer_quotes import create_issuer_quote
from client.api.stablecoin_conversions import create_stablecoin_conversion
from client.models import (
    CreateIssuerQuoteRequest,
    CreateStablecoinConversionRequest,
    CryptoDestinationAddressById,
    CryptoDestinationAddressByNetworkAddress,
)
from common import TOKEN, make_calls


def send(operation: str, url: str, fields: dict[str, Any]) -> tuple[int, Any]:
    client = AuthenticatedClient(base_url=url, token=TOKEN)
    answer: Any
    if operation == "putCryptoDestinationAddress":
        body = (
            CryptoDestinationAddressById.from_dict(fields)
            if "id" in fields
            else CryptoDestinationAddressByNetworkAddress.from_dict(fields)
        )
        answer = put_crypto_destination_address.sync_detailed(client=client, body=body)
    elif operation == "createStablecoinConversion":
        conversion = CreateStablecoinConversionRequest.from_dict(fields)
        answer = create_stablecoin_conversion.sync_detailed(client=client, body=conversion)
    else:
        quote = CreateIssuerQuoteRequest.from_dict(fields)
        answer = create_issuer_quote.sync_detailed(client=client, body=quote)
    return answer.status_code, answer.parsed and answer.parsed.to_dict()


make_calls(send)
