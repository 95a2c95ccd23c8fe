"""Calls by the operationId, over a transport that answers with the documented response."""

import json
import os
import pathlib
from typing import Any

import httpx2
import pydantic
from aiopenapi3 import FileSystemLoader, OpenAPI

document = pathlib.Path(os.environ["DOCUMENT"])
with open(os.environ["CASES"]) as file:
    cases = json.load(file)
sent: Any = None
answer: Any = None


def answered(request: httpx2.Request) -> httpx2.Response:
    global sent
    sent = json.loads(request.content)
    return httpx2.Response(200, json=answer)


def session(*_: Any, **options: Any) -> httpx2.Client:
    return httpx2.Client(transport=httpx2.MockTransport(answered))


api = OpenAPI.load_file(
    "https://api.example.com/",
    document.name,
    session_factory=session,
    loader=FileSystemLoader(document.parent),
)
api.authenticate(oauth2="token")


def send(case: dict[str, Any], body: Any) -> Any:
    return api.createRequest(case["operationId"])(data=body)


def model_of(case: dict[str, Any], body: Any) -> pydantic.BaseModel | None:
    try:
        return api.createRequest(case["operationId"]).data.get_type().model_validate(body)
    except pydantic.ValidationError:
        return None


for example in cases["examples"]:
    answer = example["response"]
    got = send(example, example["body"]).model_dump(mode="json", exclude_unset=True)
    name = {"operationId": example["operationId"], "name": example["name"]}
    print(json.dumps({"example": name, "request": sent, "response": got}))
for case in cases["broken"]:
    taken = model_of(case, case["body"]) is not None
    print(json.dumps({"rule": case["rule"], "taken": taken}))
# What the row says of it: a dict is sent as it is, and a model with null for what was not set.
conversion = next(one for one in cases["examples"] if one["name"] == "fundPurchase")
answer = conversion["response"]
misspelt = {**conversion["body"], "refid": "x"}
send(conversion, misspelt)
assert sent == misspelt
send(conversion, model_of(conversion, conversion["body"]))
assert sent["identity_id"] is None
