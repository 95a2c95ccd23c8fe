use openapi::apis::configuration::Configuration;
use openapi::apis::crypto_destination_addresses_api::put_crypto_destination_address;
use openapi::apis::issuer_quotes_api::create_issuer_quote;
use openapi::apis::stablecoin_conversions_api::create_stablecoin_conversion;
use openapi::apis::{Error, ResponseContent};
use openapi::models::create_issuer_quote_request::Market;
use openapi::models::{
    CreateIssuerQuoteRequest, CreateStablecoinConversionRequest,
    CryptoDestinationAddressByNetworkAddress, CryptoNetwork, PutCryptoDestinationAddressRequest,
    Side, TravelRuleMetadata, TravelRuleMetadataVasp,
};
use serde_json::{Value, json};
use std::collections::HashMap;

fn main() {
    let token = token();
    let service = |address: &str| Configuration {
        base_path: variable(address),
        oauth_access_token: Some(token.clone()),
        ..Configuration::default()
    };
    let mock = service("BASE_URL");

    let vault = CryptoDestinationAddressByNetworkAddress {
        nickname: Some("Treasury vault".into()),
        travelrule_metadata: Some(Box::new(TravelRuleMetadata {
            beneficiary: None,
            vasp: Some(Box::new(TravelRuleMetadataVasp { id: Some("vasp-4410".into()) })),
        })),
        ..CryptoDestinationAddressByNetworkAddress::new(
            CryptoNetwork::Ethereum,
            "0x52908400098527886E0F7030069857D2E4169EE7".into(),
        )
    };
    let put = PutCryptoDestinationAddressRequest::CryptoDestinationAddressByNetworkAddress(
        Box::new(vault),
    );
    let address = put_crypto_destination_address(&mock, put).expect("an address");
    println!("{}", json!({ "call": "putCryptoDestinationAddress", "answer": address }));

    let profile = "0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77";
    let conversion = CreateStablecoinConversionRequest {
        ref_id: Some("treasury-2026-03-02-0001".into()),
        ..CreateStablecoinConversionRequest::new(
            profile.into(),
            "10005.25".into(),
            "USDC".into(),
            "USDG".into(),
        )
    };
    let converted = create_stablecoin_conversion(&mock, conversion.clone()).expect("a conversion");
    println!("{}", json!({ "call": "createStablecoinConversion", "answer": converted }));

    let quote =
        CreateIssuerQuoteRequest::new(profile.into(), Market::Paxgusd, Side::Buy, "2.5".into());
    let held = create_issuer_quote(&mock, quote.clone()).expect("a quote");
    println!("{}", json!({ "call": "createIssuerQuote", "answer": held }));

    match create_issuer_quote(&service("TOMORROW_URL"), quote) {
        Ok(later) => println!("{}", json!({ "tomorrow": later })),
        Err(error) => println!("{}", json!({ "tomorrow": null, "error": error.to_string() })),
    }

    let pattern = CreateStablecoinConversionRequest { amount: "1.".into(), ..conversion };
    let by = match create_stablecoin_conversion(&mock, pattern) {
        Err(Error::ResponseError(ResponseContent { status, .. })) if status.as_u16() == 422 => "mock",
        _ => "nobody",
    };
    println!("{}", json!({ "rule": "pattern", "by": by }));
}

fn token() -> String {
    let form = [
        ("grant_type", "client_credentials".to_owned()),
        ("client_id", variable("CLIENT_ID")),
        ("client_secret", variable("CLIENT_SECRET")),
        ("scope", variable("SCOPE")),
    ];
    let request = reqwest::blocking::Client::new().post(variable("TOKEN_URL")).form(&form);
    let answer: Value = request.send().expect("an answer").json().expect("a token");
    answer["access_token"].as_str().expect("a token").to_owned()
}

fn variable(name: &str) -> String {
    std::env::var(name).expect(name)
}
