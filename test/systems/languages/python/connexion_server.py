"""A server that lets the document judge what comes in and what goes out."""

import json
import logging
import os
import warnings
from typing import Any

warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

from connexion import AsyncApp  # noqa: E402
from connexion.resolver import Resolver  # noqa: E402

with open(os.environ["DOCUMENT"]) as file:
    document = json.load(file)
with open(os.environ["CASES"]) as file:
    cases = json.load(file)
answer: Any = None


async def answered(**_: Any) -> Any:
    return answer


def scopes_of(token: str) -> dict[str, Any]:
    scheme = document["components"]["securitySchemes"]["oauth2"]
    return {"sub": token, "scope": list(scheme["flows"]["clientCredentials"]["scopes"])}


def show(**line: Any) -> None:
    print(json.dumps(line))


document["components"]["securitySchemes"]["oauth2"]["x-tokenInfoFunc"] = "connexion_server.scopes_of"
application = AsyncApp("connexion_server")
application.add_api(
    document,
    resolver=Resolver(lambda _: answered),
    validate_responses=True,
    strict_validation=True,
)


def send(method: str, path: str, body: Any) -> Any:
    headers = {"Authorization": "Bearer token"}
    return client.request(method, path, json=body, headers=headers)


if __name__ == "__main__":
    client = application.test_client()
    for example in cases["examples"]:
        answer = example["response"]
        got = send(example["method"], example["url"], example["body"])
        name = {"operationId": example["operationId"], "name": example["name"]}
        show(example=name, accepted=got.status_code == 200, why=got.text)
    for case in cases["broken"]:
        of = case["operationId"]
        answer = next(one["response"] for one in cases["examples"] if one["operationId"] == of)
        got = send(case["method"], case["url"], case["body"])
        assert got.status_code in (200, 400), f"{case['rule']}: {got.status_code} {got.text}"
        show(rule=case["rule"], accepted=got.status_code == 200)
    # An answer that is not as documented is a failure of the server.
    answer = {}
    first = cases["examples"][0]
    assert send(first["method"], first["url"], first["body"]).status_code == 500
