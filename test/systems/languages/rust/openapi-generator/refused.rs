#![allow(unused_variables)]
use openapi::models::create_issuer_quote_request::Market;
use openapi::models::*;

type ById = CryptoDestinationAddressById;
type ByNetwork = CryptoDestinationAddressByNetworkAddress;
type Convert = CreateStablecoinConversionRequest;
type Quote = CreateIssuerQuoteRequest;

fn text() -> String {
    String::new()
}

fn main() {
    let neither = ById::new(); // refused: neither
    let both = ById { address: text(), ..ById::new(text()) }; // refused: both
    let half = ByNetwork::new(CryptoNetwork::Base); // refused: half
    let network = ByNetwork::new("DOGECOIN", text()); // refused: network
    let missing = Convert::new(text(), text(), text()); // refused: missing
    let number = Convert::new(text(), 1, text(), text()); // refused: number
    let unlisted = |body: Convert| body.refid; // refused: unlisted
    let metadata = |body: Convert| Convert { metadata: Some(text()), ..body }; // refused: metadata
    let market = Quote::new(text(), "BTCUSD", Side::Buy, text()); // refused: market
    let side = Quote::new(text(), Market::Paxgusd, "HOLD", text()); // refused: side
}
