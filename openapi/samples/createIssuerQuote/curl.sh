# Secrets go in by standard input: other users of the machine can read the arguments of a command.
set -euo pipefail

granted=$(printf %s "$CLIENT_SECRET" | curl --silent --show-error --fail-with-body "$TOKEN_URL" \
  --data grant_type=client_credentials \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode client_secret@- \
  --data-urlencode scope=exchange:write_issuer_quote) ||
  { echo "$granted" >&2; exit 1; }
token=$(sed 's/.*"access_token" *: *"\([^"]*\)".*/\1/' <<< "$granted")

printf 'Authorization: Bearer %s' "$token" | curl --silent --show-error --fail-with-body \
  --request POST "$BASE_URL/v2/issuer-quote" \
  --header @- \
  --header 'Content-Type: application/json' \
  --data '{
  "profile_id": "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77",
  "market": "PAXGUSD",
  "side": "BUY",
  "base_amount": "2.5"
}'
