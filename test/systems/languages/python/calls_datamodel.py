from typing import Any

import httpx
from client import (
    CreateIssuerQuoteRequest,
    CreateStablecoinConversionRequest,
    IssuerQuote,
    PutCryptoDestinationAddressRequest,
    PutCryptoDestinationAddressResponse,
    StablecoinConversion,
)
from common import TOKEN, make_calls
from pydantic import BaseModel

Model = type[BaseModel]
calls: dict[str, tuple[str, str, Model, Model]] = {
    "putCryptoDestinationAddress": (
        "PUT",
        "/v2/transfer/crypto-destination-address",
        PutCryptoDestinationAddressRequest,
        PutCryptoDestinationAddressResponse,
    ),
    "createStablecoinConversion": (
        "POST",
        "/v2/conversion/stablecoins",
        CreateStablecoinConversionRequest,
        StablecoinConversion,
    ),
    "createIssuerQuote": ("POST", "/v2/issuer-quote", CreateIssuerQuoteRequest, IssuerQuote),
}


def plain(model: BaseModel) -> Any:
    return model.model_dump(mode="json", exclude_unset=True)


def send(operation: str, url: str, fields: dict[str, Any]) -> tuple[int, Any]:
    method, path, request, response = calls[operation]
    body = plain(request.model_validate(fields))
    headers = {"Authorization": "Bearer " + TOKEN}
    answer = httpx.request(method, url + path, headers=headers, json=body)
    read = plain(response.model_validate(answer.json())) if answer.is_success else None
    return answer.status_code, read


make_calls(send)
