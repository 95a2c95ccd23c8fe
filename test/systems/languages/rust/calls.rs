//! Makes the README's first calls. The compiler has to refuse each line that is marked, and no other.
use client::{Client, types::*};
use reqwest::header::{AUTHORIZATION, HeaderMap};
use std::{env, error::Error};

type ById = CryptoDestinationAddressById;
type ByNetwork = CryptoDestinationAddressByNetworkAddress;
type Market = CreateIssuerQuoteRequestMarket;
type Quote = CreateIssuerQuoteRequest;
type Convert = CreateStablecoinConversionRequest;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let bearer = format!("Bearer {}", env::var("TOKEN")?);
    let headers = HeaderMap::from_iter([(AUTHORIZATION, bearer.parse()?)]);
    let http = reqwest::Client::builder().default_headers(headers).build()?;
    let client = Client::new_with_client(&env::var("BASE_URL")?, http);

    let id = ById { id: "a".into(), nickname: None, bookmarked_status: None, travelrule_metadata: None };
    let place = ByNetwork {
        crypto_network: CryptoNetwork::Base,
        address: "0x1".into(),
        nickname: None,
        bookmarked_status: None,
        travelrule_metadata: None,
    };
    let order = Quote {
        profile_id: "treasury".into(),
        market: Market::Paxgusd,
        side: Side::Buy,
        base_amount: "1.5".into(),
    };
    let conversion = Convert {
        profile_id: "treasury".into(),
        ref_id: Some("order-2031".into()),
        amount: "1250.50".parse()?,
        source_asset: "USDC".into(),
        target_asset: "USDG".into(),
        identity_id: None,
        account_id: None,
        recipient_profile_id: None,
        metadata: Default::default(),
    };

    ById { nickname: None, bookmarked_status: None, travelrule_metadata: None }; // refused: neither
    ById { address: "0x1".into(), ..id.clone() }; // refused: both
    ByNetwork { crypto_network: CryptoNetwork::Base, nickname: None, bookmarked_status: None, travelrule_metadata: None }; // refused: half
    ByNetwork { crypto_network: "DOGECOIN", ..place.clone() }; // refused: network
    Quote { market: "BTCUSD", ..order.clone() }; // refused: market
    Quote { side: "HOLD", ..order.clone() }; // refused: side
    Quote { market: Market::Paxgusd, side: Side::Buy, base_amount: "1.5".into() }; // refused: missing
    Convert { amount: 1250.5, ..conversion.clone() }; // refused: number
    Convert { refid: "order-2031".into(), ..conversion.clone() }; // refused: unlisted
    Convert { metadata: "x".to_string(), ..conversion.clone() }; // refused: metadata

    let put = client.put_crypto_destination_address(&place.into()).await?.into_inner();
    println!("{}", put.address.status);
    let quote = client.create_issuer_quote(&order).await?.into_inner();
    println!("{} {}", quote.price, quote.side);
    let made = client.create_stablecoin_conversion(&conversion).await?.into_inner();
    println!("{}", made.status);
    Ok(())
}
