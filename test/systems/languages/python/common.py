"""Makes the calls of a file by a generated client."""

import json
import os
from collections.abc import Callable
from typing import Any

TOKEN = os.environ["TOKEN"]


def make_calls(send: Callable[[str, str, dict[str, Any]], tuple[int, Any]]) -> None:
    with open(os.environ["CALLS"]) as file:
        for line in file:
            call = json.loads(line)
            try:
                status, answer = send(call["operation"], call["url"], call["body"])
                print(json.dumps({"status": status, "answer": answer}))
            except Exception as error:
                print(json.dumps({"error": repr(error)[:200]}))
