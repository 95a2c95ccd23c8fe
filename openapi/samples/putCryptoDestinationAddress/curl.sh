# Secrets go in by standard input: other users of the machine can read the arguments of a command.
set -euo pipefail

granted=$(printf %s "$CLIENT_SECRET" | curl --silent --show-error --fail-with-body "$TOKEN_URL" \
  --data grant_type=client_credentials \
  --data-urlencode "client_id=$CLIENT_ID" \
  --data-urlencode client_secret@- \
  --data-urlencode scope=transfer:write_crypto_destination_address) ||
  { echo "$granted" >&2; exit 1; }
token=$(sed 's/.*"access_token" *: *"\([^"]*\)".*/\1/' <<< "$granted")

printf 'Authorization: Bearer %s' "$token" | curl --silent --show-error --fail-with-body \
  --request PUT "$BASE_URL/v2/transfer/crypto-destination-address" \
  --header @- \
  --header 'Content-Type: application/json' \
  --data '{
  "crypto_network": "ETHEREUM",
  "address": "0x52908400098527886E0F7030069857D2E4169EE7",
  "nickname": "Treasury vault",
  "travelrule_metadata": {
    "vasp": {
      "id": "vasp-4410"
    }
  }
}'
