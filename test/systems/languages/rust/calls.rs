//! Makes the calls of a file by the generated client.
use client::{Client, Error, ResponseValue};
use reqwest::header::{AUTHORIZATION, HeaderMap};
use serde::Serialize;
use serde_json::{Value, json};

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let calls = std::fs::read_to_string(variable("CALLS")).expect("the calls");
    for line in calls.lines() {
        let call: Value = serde_json::from_str(line).expect("a call");
        println!("{}", send(&call).await.unwrap_or_else(|error| json!({ "error": error.to_string() })));
    }
}

async fn send(call: &Value) -> serde_json::Result<Value> {
    let mut headers = HeaderMap::new();
    let bearer = format!("Bearer {}", variable("TOKEN"));
    headers.insert(AUTHORIZATION, bearer.parse().expect("a header"));
    let http = reqwest::Client::builder().default_headers(headers).build().expect("a client");
    let client = Client::new_with_client(call["url"].as_str().expect("an address"), http);
    let body = call["body"].clone();
    Ok(match call["operation"].as_str() {
        Some("putCryptoDestinationAddress") => {
            result(client.put_crypto_destination_address(&serde_json::from_value(body)?).await)
        }
        Some("createStablecoinConversion") => {
            result(client.create_stablecoin_conversion(&serde_json::from_value(body)?).await)
        }
        _ => result(client.create_issuer_quote(&serde_json::from_value(body)?).await),
    })
}

fn result<T: Serialize>(answer: Result<ResponseValue<T>, Error<()>>) -> Value {
    match answer {
        Ok(answer) => json!({ "status": 200, "answer": answer.into_inner() }),
        Err(error) => match error.status() {
            Some(status) => json!({ "status": status.as_u16() }),
            None => json!({ "error": error.to_string() }),
        },
    }
}

fn variable(name: &str) -> String {
    std::env::var(name).expect(name)
}
