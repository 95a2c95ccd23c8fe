mock=http://127.0.0.1:4010
token=$(curl -sS $mock/oauth2/token -d grant_type=client_credentials \
  -d client_id=mock-client -d client_secret=mock-secret \
  -d scope=exchange:write_issuer_quote |
  sed 's/.*"access_token" *: *"\([^"]*\)".*/\1/')

curl -sS $mock/v2/issuer-quote -H "Authorization: Bearer $token" \
  -H 'Content-Type: application/json' \
  -d '{"profile_id":"treasury","market":"PAXGUSD","side":"BUY","base_amount":"2.5"}'
