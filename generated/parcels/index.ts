// Made by stablecoin-issuer-overlay from parcels.overlay.yaml. Do not edit.
import type { Call } from 'stablecoin-issuer-api'
import type { CallOptions } from 'stablecoin-issuer-api'
import type { Provider } from 'stablecoin-issuer-api'
import type { StandardSchema } from 'stablecoin-issuer-api/schemas'
import { createLimits } from 'stablecoin-issuer-api/provider'
import { createParameters } from 'stablecoin-issuer-api/provider'
import type { ShelfById, ShelfByRoomPlace, PutShelfResponse, CreateParcelRequest, Parcel, QuotePostageRequest, Postage, BoxesV1NewBox, BoxesV1Box, BoxesFindParameters, BoxesV1Boxes, BoxesV1Marks, BoxesUpdateParameters, BoxesRemoveParameters, PutShelfRequest } from './schemas.js'
import type { paths } from './types.js'

export type * from './schemas.js'
export type { paths } from './types.js'

const roomRules = { type: "string", enum: ["CELLAR","ATTIC","GARAGE","HALL"] }

const shelfContentsRules = { type: "object", additionalProperties: false, properties: {
  "owner": { type: "object", additionalProperties: true },
  "box": { type: "object", additionalProperties: false, properties: {
    "id": { type: "string" },
  } },
} }

const shelfByRoomPlaceRules = { type: "object", additionalProperties: false, required: ["room","place"], properties: {
  "room": roomRules,
  "place": { type: "string" },
  "label": { type: "string" },
  "pinned_status": { type: "boolean" },
  "contents": shelfContentsRules,
  "id": false,
} }

const shelfByIdRules = { type: "object", additionalProperties: false, required: ["id"], properties: {
  "id": { type: "string" },
  "label": { type: "string" },
  "pinned_status": { type: "boolean" },
  "contents": shelfContentsRules,
  "room": false,
  "place": false,
} }

const putShelfRequestRules = { type: "object", oneOf: [shelfByRoomPlaceRules, shelfByIdRules] }

const createParcelRequestRules = { type: "object", additionalProperties: false, required: ["depot_id","weight","from_town","to_town"], properties: {
  "depot_id": { type: "string" },
  "weight": { type: "string", pattern: "^(?:[0-9]+|[0-9]*\\.[0-9]+)$", expected: "a decimal string such as 12.50" },
  "from_town": { type: "string" },
  "to_town": { type: "string" },
  "ref_id": { type: "string" },
  "sender_id": { type: "string" },
  "counter_id": { type: "string" },
  "metadata": { type: "object", additionalProperties: true },
  "recipient_depot_id": { type: "string" },
} }

const paceRules = { type: "string", enum: ["SLOW","FAST"] }

const quotePostageRequestRules = { type: "object", additionalProperties: false, required: ["depot_id","zone","pace","gross_weight"], properties: {
  "depot_id": { type: "string" },
  "zone": { type: "string", enum: ["INLAND"] },
  "pace": paceRules,
  "gross_weight": { type: "string", expected: "a decimal string such as 2.5" },
} }

const boxesV1NewBoxRules = { type: "object", additionalProperties: false, required: ["liters"], properties: {
  "labels": { type: "object", additionalProperties: { type: "string", limits: /* @__PURE__ */ createLimits({"maxLength":20}) }, limits: /* @__PURE__ */ createLimits({"maxProperties":3}) },
  "room": { type: "string" },
  "liters": { type: "string", limits: /* @__PURE__ */ createLimits({"minLength":1}) },
} }

const boxesFindRequestRules = { type: "object", additionalProperties: false, required: [], properties: {
  "ids": { type: "array", items: { type: "string" } },
  "made_at.lt": { type: "string", format: "date-time" },
  "limit": { type: "integer", limits: /* @__PURE__ */ createLimits({"maximum":100}) },
} }

const boxesUpdateRequestRules = { type: "object", required: ["box_id"], properties: {
  "box_id": { type: "string" },
  "labels": { type: "object", additionalProperties: { type: "string", limits: /* @__PURE__ */ createLimits({"maxLength":20}) } },
  "room": { type: "string" },
} }

const boxesRemoveRequestRules = { type: "object", additionalProperties: false, required: ["box_id"], properties: {
  "box_id": { type: "string" },
} }

const shelfRules = { additionalProperties: false, type: "object", required: ["id","room","place","label","status","created_at","pinned"], properties: {
  "id": { type: "string" },
  "room": roomRules,
  "place": { type: "string" },
  "label": { type: "string" },
  "status": { type: "string" },
  "created_at": { type: "string", format: "date-time" },
  "pinned": { type: "boolean" },
} }

const putShelfResponseRules = { additionalProperties: false, type: "object", required: ["shelf"], properties: {
  "shelf": shelfRules,
} }

const parcelRules = { additionalProperties: false, type: "object", required: ["id","depot_id","weight","from_town","to_town","status","created_at","updated_at"], properties: {
  "id": { type: "string", format: "uuid" },
  "depot_id": { type: "string" },
  "weight": { type: "string" },
  "from_town": { type: "string" },
  "to_town": { type: "string" },
  "status": { type: "string" },
  "ref_id": { type: "string" },
  "sender_id": { type: "string" },
  "counter_id": { type: "string" },
  "created_at": { type: "string", format: "date-time" },
  "updated_at": { type: "string", format: "date-time" },
  "delivered_at": { type: "string", format: "date-time" },
  "returned_at": { type: "string", format: "date-time" },
  "metadata": { type: "object", additionalProperties: true },
  "recipient_depot_id": { type: "string" },
} }

const postageRules = { additionalProperties: false, type: "object", required: ["postage_id","zone","pace","charged_weight","rate","surcharge","total","expires_at"], properties: {
  "postage_id": { type: "string" },
  "zone": { type: "string" },
  "pace": paceRules,
  "charged_weight": { type: "string" },
  "rate": { type: "string" },
  "surcharge": { type: "string" },
  "total": { type: "string" },
  "expires_at": { type: "string", format: "date-time" },
} }

const boxesV1BoxRules = { additionalProperties: false, type: "object", required: ["box_id","liters","note"], properties: {
  "box_id": { type: "string" },
  "liters": { type: "string" },
  "labels": { type: "object", additionalProperties: { type: "string" } },
  "note": { type: ["string","null"] },
  "made.at": { type: "string", format: "date-time" },
} }

const boxesV1BoxesRules = { additionalProperties: false, type: "object", required: ["boxes"], properties: {
  "boxes": { type: "array", items: boxesV1BoxRules },
} }

/** Every operation of the document, by its operationId. */
const operations = {
  /** Put shelf. */
  putShelf: {
    id: "putShelf",
    method: "PUT",
    path: "/v1/shelf",
    scopes: ["warehouse:write"],
    idempotent: true,
    referenceField: undefined,
    identifier: ["shelf","id"],
    hasBody: true,
    key: undefined,
    parameters: undefined,
    request: putShelfRequestRules,
    response: putShelfResponseRules,
    errors: undefined,
    lookUp: undefined,
  },
  /** Create parcel. */
  createParcel: {
    id: "createParcel",
    method: "POST",
    path: "/v1/parcels",
    scopes: ["parcels:write"],
    idempotent: false,
    referenceField: "ref_id",
    identifier: ["id"],
    hasBody: true,
    key: undefined,
    parameters: undefined,
    request: createParcelRequestRules,
    response: parcelRules,
    errors: undefined,
    lookUp: undefined,
  },
  /** Quote postage. */
  quotePostage: {
    id: "quotePostage",
    method: "POST",
    path: "/v1/postage",
    scopes: ["postage:write"],
    idempotent: false,
    referenceField: undefined,
    identifier: ["postage_id"],
    hasBody: true,
    key: undefined,
    parameters: undefined,
    request: quotePostageRequestRules,
    response: postageRules,
    errors: undefined,
    lookUp: undefined,
  },
  /** Create box. */
  boxesCreate: {
    id: "boxesCreate",
    method: "POST",
    path: "/v1/boxes",
    scopes: ["warehouse:write"],
    idempotent: false,
    referenceField: undefined,
    identifier: ["box_id"],
    hasBody: true,
    key: undefined,
    parameters: undefined,
    request: boxesV1NewBoxRules,
    response: boxesV1BoxRules,
    errors: undefined,
    lookUp: undefined,
  },
  /** Find boxes. */
  boxesFind: {
    id: "boxesFind",
    method: "GET",
    path: "/v1/boxes",
    scopes: ["warehouse:write"],
    idempotent: true,
    referenceField: undefined,
    identifier: undefined,
    hasBody: false,
    key: undefined,
    parameters: /* @__PURE__ */ createParameters([{"in":"query","name":"ids"},{"in":"query","name":"made_at.lt"},{"in":"query","name":"limit"}]),
    request: boxesFindRequestRules,
    response: boxesV1BoxesRules,
    errors: undefined,
    lookUp: undefined,
  },
  /** Update box. */
  boxesUpdate: {
    id: "boxesUpdate",
    method: "PATCH",
    path: "/v1/boxes/{box_id}",
    scopes: ["warehouse:write"],
    idempotent: false,
    referenceField: undefined,
    identifier: undefined,
    hasBody: true,
    key: undefined,
    parameters: /* @__PURE__ */ createParameters([{"in":"path","name":"box_id"}]),
    request: boxesUpdateRequestRules,
    response: boxesV1BoxRules,
    errors: undefined,
    lookUp: undefined,
  },
  /** Remove box. */
  boxesRemove: {
    id: "boxesRemove",
    method: "DELETE",
    path: "/v1/boxes/{box_id}",
    scopes: ["warehouse:write"],
    idempotent: true,
    referenceField: undefined,
    identifier: undefined,
    hasBody: false,
    key: undefined,
    parameters: /* @__PURE__ */ createParameters([{"in":"path","name":"box_id"}]),
    request: boxesRemoveRequestRules,
    response: undefined,
    errors: undefined,
    lookUp: undefined,
  },
}

/** Every scope that the document names. */
const scopes: readonly string[] = ["warehouse:write","parcels:write","postage:write"]

/** How each operation is answered where there is no service. */
const exampleAnswers = {
  putShelf: {
    status: 200,
    examples: [
      {"request":{"room":"ATTIC","place":"B-12","label":"Fragile","contents":{"box":{"id":"box-4410"}}},"response":{"shelf":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","room":"ATTIC","place":"B-12","label":"Fragile","status":"EMPTY","created_at":"2026-03-02T09:15:30.123456Z","pinned":false}}},
      {"request":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","label":"Sturdy","pinned_status":true},"response":{"shelf":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","room":"ATTIC","place":"B-12","label":"Sturdy","status":"EMPTY","created_at":"2026-03-02T09:15:30.123456Z","pinned":true}}},
    ],
    base: {"shelf":{"id":"7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11","room":"ATTIC","place":"B-12","label":"Fragile","status":"EMPTY","created_at":"2026-03-02T09:15:30.123456Z","pinned":false}},
    members: [
      {"path":["shelf","id"],"required":true,"source":{"newId":true}},
      {"path":["shelf","room"],"required":true,"source":{"sent":"room"}},
      {"path":["shelf","place"],"required":true,"source":{"sent":"place"}},
      {"path":["shelf","label"],"required":true,"source":{"sent":"label"}},
      {"path":["shelf","created_at"],"required":true,"source":{"now":0}},
      {"path":["shelf","pinned"],"required":true,"source":{"sent":"pinned_status"}},
    ],
    resource: {"kind":"Shelf","path":["shelf"],"isMade":true,"keys":[{"room":"room","place":"place"},{"id":"id"}]},
  },
  createParcel: {
    status: 200,
    examples: [
      {"request":{"depot_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","weight":"10.25","from_town":"Ulm","to_town":"Bonn","ref_id":"order-0001"},"response":{"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","depot_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","weight":"10.25","from_town":"Ulm","to_town":"Bonn","status":"TAKEN","ref_id":"order-0001","created_at":"2026-03-02T09:16:02.481930Z","updated_at":"2026-03-02T09:16:02.481930Z"}},
      {"request":{"depot_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","weight":"2.5","from_town":"Ulm","to_town":"Bonn","ref_id":"order-0002","sender_id":"c2a6a7a4-5d3d-4b6f-b3a8-2f7f0c9e4b10","counter_id":"9d3b6c0f-1e2a-4f5b-8c7d-6e5f4a3b2c1d","metadata":{"invoice":"INV-2041"},"recipient_depot_id":"e4d909c2-90d0-4b1c-a068-ffaddf22cbd0"},"response":{"id":"8d5f0a52-3c1b-4d1e-b1f7-2f0b6f8f9a42","depot_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","weight":"2.5","from_town":"Ulm","to_town":"Bonn","status":"DELIVERED","ref_id":"order-0002","sender_id":"c2a6a7a4-5d3d-4b6f-b3a8-2f7f0c9e4b10","counter_id":"9d3b6c0f-1e2a-4f5b-8c7d-6e5f4a3b2c1d","created_at":"2026-03-02T09:16:40.118204Z","updated_at":"2026-03-02T09:16:43.900311Z","delivered_at":"2026-03-02T09:16:43.900311Z","metadata":{"invoice":"INV-2041"},"recipient_depot_id":"e4d909c2-90d0-4b1c-a068-ffaddf22cbd0"}},
    ],
    base: {"id":"3f2504e0-4f89-41d3-9a0c-0305e82c3301","depot_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","weight":"10.25","from_town":"Ulm","to_town":"Bonn","status":"TAKEN","ref_id":"order-0001","created_at":"2026-03-02T09:16:02.481930Z","updated_at":"2026-03-02T09:16:02.481930Z"},
    members: [
      {"path":["id"],"required":true,"source":{"newId":true}},
      {"path":["depot_id"],"required":true,"source":{"sent":"depot_id"}},
      {"path":["weight"],"required":true,"source":{"sent":"weight"}},
      {"path":["from_town"],"required":true,"source":{"sent":"from_town"}},
      {"path":["to_town"],"required":true,"source":{"sent":"to_town"}},
      {"path":["ref_id"],"required":false,"source":{"sent":"ref_id"}},
      {"path":["sender_id"],"required":false,"source":{"sent":"sender_id"}},
      {"path":["counter_id"],"required":false,"source":{"sent":"counter_id"}},
      {"path":["created_at"],"required":true,"source":{"now":0}},
      {"path":["updated_at"],"required":true,"source":{"now":0}},
      {"path":["delivered_at"],"required":false,"source":{"now":0}},
      {"path":["returned_at"],"required":false,"source":{"now":0}},
      {"path":["metadata"],"required":false,"source":{"sent":"metadata"}},
      {"path":["recipient_depot_id"],"required":false,"source":{"sent":"recipient_depot_id"}},
    ],
  },
  quotePostage: {
    status: 200,
    examples: [
      {"request":{"depot_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","zone":"INLAND","pace":"SLOW","gross_weight":"2.5"},"response":{"postage_id":"5a1f8a4e-7d0c-4a53-8a39-4d6d1f2b9c08","zone":"INLAND","pace":"SLOW","charged_weight":"2.5","rate":"4.10","surcharge":"5.00","total":"10.25","expires_at":"2026-03-02T09:18:40.750000Z"}},
      {"request":{"depot_id":"0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77","zone":"INLAND","pace":"FAST","gross_weight":"1"},"response":{"postage_id":"1c9e6b1d-0f4b-4f1b-9c62-7a6a3b5d8e20","zone":"INLAND","pace":"FAST","charged_weight":"1","rate":"9.40","surcharge":"2.00","total":"9.40","expires_at":"2026-03-02T09:25:10.200000Z"}},
    ],
    base: {"postage_id":"5a1f8a4e-7d0c-4a53-8a39-4d6d1f2b9c08","zone":"INLAND","pace":"SLOW","charged_weight":"2.5","rate":"4.10","surcharge":"5.00","total":"10.25","expires_at":"2026-03-02T09:18:40.750000Z"},
    members: [
      {"path":["postage_id"],"required":true,"source":{"newId":true}},
      {"path":["zone"],"required":true,"source":{"sent":"zone"}},
      {"path":["pace"],"required":true,"source":{"sent":"pace"}},
      {"path":["charged_weight"],"required":true,"source":{"sent":"gross_weight"}},
      {"path":["total"],"required":true,"source":{"product":["charged_weight","rate"]}},
      {"path":["expires_at"],"required":true,"source":{"now":60}},
    ],
  },
  boxesCreate: {
    status: 201,
    examples: [],
    base: {"box_id":"text","liters":"text","note":"text"},
    members: [
      {"path":["box_id"],"required":true,"source":{"newId":true}},
      {"path":["liters"],"required":true,"source":{"sent":"liters"}},
      {"path":["labels"],"required":false,"source":{"sent":"labels"}},
      {"path":["made.at"],"required":false,"source":{"now":0}},
    ],
    resource: {"kind":"BoxesV1Box","path":[],"isMade":true,"keys":[]},
  },
  boxesFind: {
    status: 200,
    examples: [],
    base: {"boxes":[{"box_id":"text","liters":"text","note":"text"}]},
    members: [],
    resource: {"kind":"BoxesV1Box","path":["boxes"],"isMade":true,"keys":[],"filters":{},"list":{"limit":{"parameter":"limit"}}},
  },
  boxesUpdate: {
    status: 202,
    examples: [],
    base: {"box_id":"text","liters":"text","note":"text"},
    members: [
      {"path":["box_id"],"required":true,"source":{"sent":"box_id"}},
      {"path":["labels"],"required":false,"source":{"sent":"labels"}},
      {"path":["made.at"],"required":false,"source":{"now":0}},
    ],
    named: {"kind":"BoxesV1Box","key":{"box_id":"box_id"}},
    resource: {"kind":"BoxesV1Box","path":[],"isMade":true,"keys":[]},
  },
  boxesRemove: {
    status: 204,
    examples: [],
    members: [],
    named: {"kind":"BoxesV1Box","key":{"box_id":"box_id"}},
  },
}

/**
 * The values that the document lists, by the name of their type; by the type and the field where they have no name
 * of their own. An answer may carry others.
 */
export const enums = {
  /** A room. */
  "Room": ["CELLAR","ATTIC","GARAGE","HALL"],
  /** Where it goes. */
  "QuotePostageRequest.zone": ["INLAND"],
  /** How soon a parcel arrives. */
  "Pace": ["SLOW","FAST"],
} as const

/** A method for each operation of the document. */
export interface Methods {
  /**
    * Put shelf.
    *
    * `PUT /v1/shelf`
    *
    * Scope: `warehouse:write`.
    */
  putShelf(this: void, body: ShelfById | ShelfByRoomPlace, options?: CallOptions): Call<PutShelfResponse>

  /**
    * Create parcel.
    *
    * `POST /v1/parcels`
    *
    * Scope: `parcels:write`.
    */
  createParcel(this: void, body: CreateParcelRequest, options?: CallOptions): Call<Parcel>

  /**
    * Quote postage.
    *
    * `POST /v1/postage`
    *
    * Scope: `postage:write`.
    */
  quotePostage(this: void, body: QuotePostageRequest, options?: CallOptions): Call<Postage>

  /**
    * Create box.
    *
    * `POST /v1/boxes`
    *
    * Scope: `warehouse:write`.
    */
  boxesCreate(this: void, body: BoxesV1NewBox, options?: CallOptions): Call<BoxesV1Box>

  /**
    * Find boxes.
    *
    * `GET /v1/boxes`
    *
    * Scope: `warehouse:write`.
    *
    * @deprecated The document says so.
    */
  boxesFind(this: void, parameters?: BoxesFindParameters, options?: CallOptions): Call<BoxesV1Boxes>

  /**
    * Update box.
    *
    * `PATCH /v1/boxes/{box_id}`
    *
    * Scope: `warehouse:write`.
    */
  boxesUpdate(this: void, body: BoxesV1Marks & BoxesUpdateParameters, options?: CallOptions): Call<BoxesV1Box>

  /**
    * Remove box.
    *
    * `DELETE /v1/boxes/{box_id}`
    *
    * Scope: `warehouse:write`.
    */
  boxesRemove(this: void, parameters: BoxesRemoveParameters, options?: CallOptions): Call<undefined>
}

/** The documented bodies of refusals, by the operation and the status. */
export interface ErrorBodies {

}

/** What each method takes, as a Standard Schema. */
export interface Schemas {
  /** What `putShelf` takes. */
  readonly putShelf: StandardSchema<PutShelfRequest>
  /** What `createParcel` takes. */
  readonly createParcel: StandardSchema<CreateParcelRequest>
  /** What `quotePostage` takes. */
  readonly quotePostage: StandardSchema<QuotePostageRequest>
  /** What `boxesCreate` takes. */
  readonly boxesCreate: StandardSchema<BoxesV1NewBox>
  /** What `boxesFind` takes. */
  readonly boxesFind: StandardSchema<BoxesFindParameters>
  /** What `boxesUpdate` takes. */
  readonly boxesUpdate: StandardSchema<BoxesV1Marks & BoxesUpdateParameters>
  /** What `boxesRemove` takes. */
  readonly boxesRemove: StandardSchema<BoxesRemoveParameters>
}

/** Only for the compiler. */
export interface Types {
  /** What each method takes and gives. */
  readonly methods: Methods
  /** In the shape of openapi-typescript. */
  readonly paths: paths
  /** The documented bodies of refusals. */
  readonly errors: ErrorBodies
  /** What each method takes, as a Standard Schema. */
  readonly schemas: Schemas
}

/** The document, for the option `provider`. */
export const provider: Provider<Types> = { operations, scopes, exampleAnswers }
