// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
import type { ExampleAnswer } from '../src/testing/example-answer.js'

/** How each operation is answered where there is no service. */
export const exampleAnswers: Readonly<Record<string, ExampleAnswer>> = {
  putCryptoDestinationAddress: {
    status: 200,
    examples: [
      {"request":{"crypto_network":"ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7","nickname":"Treasury vault","travelrule_metadata":{"vasp":{"id":"vasp-4410"}}},"response":{"address":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","crypto_network":"ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7","nickname":"Treasury vault","status":"PENDING","created_at":"2026-03-02T09:15:30.123456Z","bookmarked":false}}},
      {"request":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","nickname":"Cold vault","bookmarked_status":true},"response":{"address":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","crypto_network":"ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7","nickname":"Cold vault","status":"PENDING","created_at":"2026-03-02T09:15:30.123456Z","bookmarked":true}}},
    ],
    base: {"address":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","crypto_network":"ETHEREUM","address":"0x52908400098527886E0F7030069857D2E4169EE7","nickname":"Treasury vault","status":"PENDING","created_at":"2026-03-02T09:15:30.123456Z","bookmarked":false}},
    members: [
      {"path":["address","id"],"required":true,"source":{"newId":true}},
      {"path":["address","crypto_network"],"required":true,"source":{"sent":"crypto_network"}},
      {"path":["address","address"],"required":true,"source":{"sent":"address"}},
      {"path":["address","nickname"],"required":true,"source":{"sent":"nickname"}},
      {"path":["address","created_at"],"required":true,"source":{"now":0}},
      {"path":["address","bookmarked"],"required":true,"source":{"sent":"bookmarked_status"}},
    ],
    resource: {"kind":"CryptoDestinationAddress","path":["address"],"keys":[["crypto_network","address"],["id"]],"requestKeys":[["crypto_network","address"],["id"]]},
  },
  createStablecoinConversion: {
    status: 200,
    examples: [
      {"request":{"profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"10005.25","source_asset":"USDC","target_asset":"USDG","ref_id":"treasury-2026-03-02-0001"},"response":{"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"10005.25","source_asset":"USDC","target_asset":"USDG","status":"CREATED","ref_id":"treasury-2026-03-02-0001","created_at":"2026-03-02T09:16:02.481930Z","updated_at":"2026-03-02T09:16:02.481930Z"}},
      {"request":{"profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"250.5","source_asset":"USDC","target_asset":"USDG","ref_id":"treasury-2026-03-02-0002","identity_id":"c2a6a7a4-5d3d-4b6f-b3a8-2f7f0c9e4b10","account_id":"9d3b6c0f-1e2a-4f5b-8c7d-6e5f4a3b2c1d","metadata":{"invoice":"INV-2041"},"recipient_profile_id":"e4d909c2-90d0-4b1c-a068-ffaddf22cbd0"},"response":{"id":"8d5f0a52-3c1b-4d1e-b1f7-2f0b6f8f9a42","profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"250.5","source_asset":"USDC","target_asset":"USDG","status":"SETTLED","ref_id":"treasury-2026-03-02-0002","identity_id":"c2a6a7a4-5d3d-4b6f-b3a8-2f7f0c9e4b10","account_id":"9d3b6c0f-1e2a-4f5b-8c7d-6e5f4a3b2c1d","created_at":"2026-03-02T09:16:40.118204Z","updated_at":"2026-03-02T09:16:43.900311Z","settled_at":"2026-03-02T09:16:43.900311Z","metadata":{"invoice":"INV-2041"},"recipient_profile_id":"e4d909c2-90d0-4b1c-a068-ffaddf22cbd0"}},
    ],
    base: {"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","amount":"10005.25","source_asset":"USDC","target_asset":"USDG","status":"CREATED","ref_id":"treasury-2026-03-02-0001","created_at":"2026-03-02T09:16:02.481930Z","updated_at":"2026-03-02T09:16:02.481930Z"},
    members: [
      {"path":["id"],"required":true,"source":{"newId":true}},
      {"path":["profile_id"],"required":true,"source":{"sent":"profile_id"}},
      {"path":["amount"],"required":true,"source":{"sent":"amount"}},
      {"path":["source_asset"],"required":true,"source":{"sent":"source_asset"}},
      {"path":["target_asset"],"required":true,"source":{"sent":"target_asset"}},
      {"path":["ref_id"],"required":false,"source":{"sent":"ref_id"}},
      {"path":["identity_id"],"required":false,"source":{"sent":"identity_id"}},
      {"path":["account_id"],"required":false,"source":{"sent":"account_id"}},
      {"path":["created_at"],"required":true,"source":{"now":0}},
      {"path":["updated_at"],"required":true,"source":{"now":0}},
      {"path":["settled_at"],"required":false,"source":{"now":0}},
      {"path":["cancelled_at"],"required":false,"source":{"now":0}},
      {"path":["metadata"],"required":false,"source":{"sent":"metadata"}},
      {"path":["recipient_profile_id"],"required":false,"source":{"sent":"recipient_profile_id"}},
    ],
  },
  createIssuerQuote: {
    status: 200,
    examples: [
      {"request":{"profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","market":"PAXGUSD","side":"BUY","base_amount":"2.5"},"response":{"quote_id":"5a1f8a4e-7d0c-4a53-8a39-4d6d1f2b9c08","market":"PAXGUSD","side":"BUY","quantity":"2.5","price":"4000.10","fee":"5.00","quote_amount":"10000.25","expires_at":"2026-03-02T09:18:40.750000Z"}},
      {"request":{"profile_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","market":"PAXGUSD","side":"SELL","base_amount":"1"},"response":{"quote_id":"1c9e6b1d-0f4b-4f1b-9c62-7a6a3b5d8e20","market":"PAXGUSD","side":"SELL","quantity":"1","price":"3998.40","fee":"2.00","quote_amount":"3998.40","expires_at":"2026-03-02T09:25:10.200000Z"}},
    ],
    base: {"quote_id":"5a1f8a4e-7d0c-4a53-8a39-4d6d1f2b9c08","market":"PAXGUSD","side":"BUY","quantity":"2.5","price":"4000.10","fee":"5.00","quote_amount":"10000.25","expires_at":"2026-03-02T09:18:40.750000Z"},
    members: [
      {"path":["quote_id"],"required":true,"source":{"newId":true}},
      {"path":["market"],"required":true,"source":{"sent":"market"}},
      {"path":["side"],"required":true,"source":{"sent":"side"}},
      {"path":["quantity"],"required":true,"source":{"sent":"base_amount"}},
      {"path":["quote_amount"],"required":true,"source":{"product":["quantity","price"]}},
      {"path":["expires_at"],"required":true,"source":{"now":60}},
    ],
  },
}
