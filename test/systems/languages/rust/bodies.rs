#![allow(unused_variables)]
use client::types::*;

type ById = CryptoDestinationAddressById;
type ByNetwork = CryptoDestinationAddressByNetworkAddress;
type Convert = CreateStablecoinConversionRequest;
type Quote = CreateIssuerQuoteRequest;

fn main() {
    let body = |one: ByNetwork| PutCryptoDestinationAddressRequest::from(one);
    let listed = |body: ByNetwork| ByNetwork { crypto_network: CryptoNetwork::Base, ..body };
    let reference = |body: Convert| Convert { ref_id: Some("r".into()), ..body };
    let amount = |body: Convert| Convert { amount: "1".parse().expect("an amount"), ..body };
    let buy = |body: Quote| Quote { side: Side::Buy, ..body };

    let neither = ById { nickname: None, bookmarked_status: None, travelrule_metadata: None }; // refused: neither
    let both = |body: ById| ById { address: String::new(), ..body }; // refused: both
    let half = ByNetwork { crypto_network: CryptoNetwork::Base, nickname: None, bookmarked_status: None, travelrule_metadata: None }; // refused: half
    let network = |body: ByNetwork| ByNetwork { crypto_network: "DOGECOIN", ..body }; // refused: network
    let missing = Quote { market: CreateIssuerQuoteRequestMarket::Paxgusd, side: Side::Buy, base_amount: String::new() }; // refused: missing
    let number = |body: Convert| Convert { amount: 1, ..body }; // refused: number
    let unlisted = |body: Convert| body.refid; // refused: unlisted
    let metadata = |body: Convert| Convert { metadata: String::new(), ..body }; // refused: metadata
    let market = |body: Quote| Quote { market: "BTCUSD", ..body }; // refused: market
    let side = |body: Quote| Quote { side: "HOLD", ..body }; // refused: side
}
