use client::types::{
    CreateIssuerQuoteRequest, CreateIssuerQuoteRequestMarket, CreateStablecoinConversionRequest,
    CreateStablecoinConversionRequestAmount, CryptoDestinationAddressByNetworkAddress,
    CryptoNetwork, Side, TravelRuleMetadata, TravelRuleMetadataVasp,
};
use client::Client;
use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde_json::{Map, Value, json};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let mut headers = HeaderMap::new();
    let bearer = format!("Bearer {}", token().await);
    headers.insert(AUTHORIZATION, bearer.parse().expect("a header"));
    let http = reqwest::Client::builder().default_headers(headers).build().expect("a client");
    let mock = Client::new_with_client(&variable("BASE_URL"), http.clone());

    let put = CryptoDestinationAddressByNetworkAddress {
        crypto_network: CryptoNetwork::Ethereum,
        address: "0x52908400098527886E0F7030069857D2E4169EE7".into(),
        nickname: Some("Treasury vault".into()),
        bookmarked_status: None,
        travelrule_metadata: Some(TravelRuleMetadata {
            beneficiary: Map::new(),
            vasp: Some(TravelRuleMetadataVasp { id: Some("vasp-4410".into()) }),
        }),
    };
    let address = mock.put_crypto_destination_address(&put.into()).await.expect("an address");
    println!("{}", json!({ "call": "putCryptoDestinationAddress", "answer": address.into_inner() }));

    let profile = "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77";
    let conversion = CreateStablecoinConversionRequest {
        profile_id: profile.into(),
        amount: "10005.25".parse().expect("an amount"),
        source_asset: "USDC".into(),
        target_asset: "USDG".into(),
        ref_id: Some("treasury-2026-03-02-0001".into()),
        identity_id: None,
        account_id: None,
        metadata: Map::new(),
        recipient_profile_id: None,
    };
    let converted = mock.create_stablecoin_conversion(&conversion).await.expect("a conversion");
    println!("{}", json!({ "call": "createStablecoinConversion", "answer": converted.into_inner() }));

    let quote = CreateIssuerQuoteRequest {
        profile_id: profile.into(),
        market: CreateIssuerQuoteRequestMarket::Paxgusd,
        side: Side::Buy,
        base_amount: "2.5".into(),
    };
    let held = mock.create_issuer_quote(&quote).await.expect("a quote");
    println!("{}", json!({ "call": "createIssuerQuote", "answer": held.into_inner() }));

    let tomorrow = Client::new_with_client(&variable("TOMORROW_URL"), http);
    match tomorrow.create_issuer_quote(&quote).await {
        Ok(later) => println!("{}", json!({ "tomorrow": later.into_inner() })),
        Err(error) => println!("{}", json!({ "tomorrow": null, "error": error.to_string() })),
    }

    let by = match "1.".parse::<CreateStablecoinConversionRequestAmount>() {
        Err(_) => "client",
        Ok(_) => "nobody",
    };
    println!("{}", json!({ "rule": "pattern", "by": by }));
}

async fn token() -> String {
    let form = [
        ("grant_type", "client_credentials".to_owned()),
        ("client_id", variable("CLIENT_ID")),
        ("client_secret", variable("CLIENT_SECRET")),
        ("scope", variable("SCOPE")),
    ];
    let request = reqwest::Client::new().post(variable("TOKEN_URL")).form(&form);
    let answer: Value = request.send().await.expect("an answer").json().await.expect("a token");
    answer["access_token"].as_str().expect("a token").to_owned()
}

fn variable(name: &str) -> String {
    std::env::var(name).expect(name)
}
