# #region token
export BASE_URL=http://127.0.0.1:4010
export TOKEN_URL=$BASE_URL/oauth2/token CLIENT_ID=mock-client CLIENT_SECRET=mock-secret

scopes='transfer:write_crypto_destination_address conversion:write_conversion_stablecoin exchange:write_issuer_quote'
token=$(curl -sS "$TOKEN_URL" -d grant_type=client_credentials -d "scope=$scopes" \
  -d "client_id=$CLIENT_ID" -d "client_secret=$CLIENT_SECRET" |
  sed 's/.*"access_token" *: *"\([^"]*\)".*/\1/')

call() { # method, path, body: prints the body and the status, of a refusal too
  curl -sS -X "$1" "$BASE_URL$2" -w '\nstatus %{http_code}\n' -d "$3" \
    -H "Authorization: Bearer $token" -H 'Content-Type: application/json'
}
# #endregion

# #region calls
call PUT /v2/transfer/crypto-destination-address \
  '{"crypto_network":"ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7"}'

call POST /v2/conversion/stablecoins \
  '{"profile_id":"treasury","amount":"12.50","source_asset":"USDC","target_asset":"USDG","ref_id":"first-1"}'

call POST /v2/issuer-quote \
  '{"profile_id":"treasury","market":"PAXGUSD","side":"BUY","base_amount":"2.5"}'
# #endregion

# #region refused
call POST /v2/issuer-quote '{"profile_id":"treasury","market":"PAXGUSD","side":"BUY"}'
# #endregion

# #region lost
curl -sS -X PUT "$BASE_URL/mock/next" \
  -d '{"operation":"createStablecoinConversion","answers":["broken"]}'

call POST /v2/conversion/stablecoins \
  '{"profile_id":"treasury","amount":"12.50","source_asset":"USDC","target_asset":"USDG","ref_id":"first-2"}'
# #endregion
