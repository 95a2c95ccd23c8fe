"""A token server of Authlib for the clients in CLIENTS, with doors for the test: what a token covers, and how to
revoke one and change a secret."""

import json
import os
import secrets
import time

from authlib.integrations.flask_oauth2 import AuthorizationServer
from authlib.oauth2.rfc6749 import ClientMixin, grants
from authlib.oauth2.rfc7523 import JWTBearerClientAssertion
from flask import Flask, abort, request
from joserfc.jwk import import_key


class Client(ClientMixin):
    def __init__(self, members):
        self.__dict__ = members

    def get_client_id(self):
        return self.id

    def get_allowed_scope(self, scope):
        return " ".join(each for each in scope.split() if each in self.scopes)

    def check_client_secret(self, secret):
        return secrets.compare_digest(self.secret.encode(), secret.encode())

    def check_endpoint_auth_method(self, method, endpoint):
        return method == self.method

    def check_grant_type(self, grant_type):
        return grant_type == "client_credentials"


class ClientCredentials(grants.ClientCredentialsGrant):
    TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post", "private_key_jwt"]


class Assertion(JWTBearerClientAssertion):
    CLIENT_AUTH_METHOD = "private_key_jwt"

    def get_audiences(self):
        return [f"http://127.0.0.1:{port}/oauth/token"]

    def validate_jti(self, claims, jti):
        fresh = jti not in seen
        seen.add(jti)
        return fresh

    def resolve_client_public_key(self, client):
        return import_key(client.jwk)


seen = set()
clients = {each["id"]: Client(each) for each in json.loads(os.environ["CLIENTS"])}
tokens = {}
port = int(os.environ["PORT"])


def generate(client, grant_type, scope=None, **_):
    more = {"id_token": "not.a.token", "refresh_token": None, "more": {"a": 1}}
    value = secrets.token_urlsafe(32)
    known = {"access_token": value, "token_type": "Bearer", "expires_in": client.lifetime}
    return {**known, "scope": scope or "", **more}


def save(token, _):
    tokens[token["access_token"]] = (time.monotonic() + token["expires_in"], token["scope"])


app = Flask("token-server")
server = AuthorizationServer(app, query_client=clients.get, save_token=save)
server.register_token_generator("default", generate)
server.register_grant(ClientCredentials)
server.register_client_auth_method(Assertion.CLIENT_AUTH_METHOD, Assertion())


@app.post("/oauth/token")
def issue():
    return server.create_token_response()


@app.get("/control/scopes")
def scopes():
    until, scope = tokens.get(request.args["token"], (0, ""))
    return scope if time.monotonic() < until else abort(404)


@app.get("/control/revoke")
def revoke():
    return "" if tokens.pop(request.args["token"], None) else abort(404)


@app.get("/control/rotate")
def rotate():
    clients[request.args["client"]].secret = request.args["secret"]
    return ""


app.run("127.0.0.1", port, threaded=True)
