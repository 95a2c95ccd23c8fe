"""Calls the tools that FastMCP makes of the document, as a model would."""

import asyncio
import json
import os
import re
from typing import Any

import httpx2
from common import ADDRESS, CONVERSION, QUOTE, report_all, show, token
from fastmcp import Client, FastMCP
from fastmcp.exceptions import ToolError

with open("openapi.json") as file:
    document = json.load(file)
headers = {"Authorization": "Bearer " + token()}
tools = {
    "put": "putCryptoDestinationAddress",
    "convert": "createStablecoinConversion",
    "quote": "createIssuerQuote",
}


async def ask(address: str, operation: str, body: dict[str, Any]) -> Any:
    async with httpx2.AsyncClient(base_url=os.environ[address], headers=headers) as sender:
        async with Client(FastMCP.from_openapi(document, client=sender)) as model:
            # Fields are arguments of their own, but those of a union.
            fields = {"body": body} if operation == "put" else body
            return (await model.call_tool(tools[operation], fields)).structured_content


def call(operation: str, body: dict[str, Any], address: str = "BASE_URL") -> Any:
    return asyncio.run(ask(address, operation, body))


def send(operation: str, body: dict[str, Any]) -> int:
    try:
        call(operation, body)
        return 200
    except ToolError as error:
        status = re.search(r"HTTP error (\d{3})", str(error))
        if status is None:
            raise ValueError(error) from error
        return int(status.group(1))


show(call=tools["put"], answer=call("put", ADDRESS))
show(call=tools["convert"], answer=call("convert", CONVERSION))
show(call=tools["quote"], answer=call("quote", QUOTE))
try:
    show(tomorrow=call("quote", QUOTE, "TOMORROW_URL"))
except Exception as error:
    show(tomorrow=None, error=str(error)[:200])
report_all(send)
