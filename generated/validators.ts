// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
// @ts-nocheck Ajv writes plain JavaScript, whose variables have no types to check.
// <stdin>
var putCryptoDestinationAddressRequest = validate20;
var func0 = Object.prototype.hasOwnProperty;
function validate20(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (!(data && typeof data == "object" && !Array.isArray(data))) {
    vErrors = fail(vErrors, instancePath, "#/type");
errors++;
  }
  const _errs1 = errors;
  let valid0 = false;
  let passing0 = null;
  const _errs2 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.crypto_network === void 0 || !func0.call(data, "crypto_network")) {
      vErrors = fail(vErrors, instancePath, "#/oneOf/0/required", { missingProperty: "crypto_network" });
errors++;
    }
    if (data.address === void 0 || !func0.call(data, "address")) {
      vErrors = fail(vErrors, instancePath, "#/oneOf/0/required", { missingProperty: "address" });
errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "crypto_network" || key0 === "address" || key0 === "nickname" || key0 === "bookmarked_status" || key0 === "travelrule_metadata" || key0 === "id")) {
        vErrors = fail(vErrors, instancePath, "#/oneOf/0/additionalProperties", { additionalProperty: key0 });
errors++;
      }
    }
    if (data.crypto_network !== void 0 && func0.call(data, "crypto_network")) {
      let data0 = data.crypto_network;
      if (typeof data0 !== "string") {
        vErrors = fail(vErrors, instancePath + "/crypto_network", "#/oneOf/0/properties/crypto_network/type");
errors++;
      }
      if (!(data0 === "BITCOIN" || data0 === "ETHEREUM" || data0 === "BITCOIN_CASH" || data0 === "LITECOIN" || data0 === "SOLANA" || data0 === "POLYGON_POS" || data0 === "BASE" || data0 === "ARBITRUM_ONE" || data0 === "STELLAR" || data0 === "INK" || data0 === "XLAYER")) {
        vErrors = fail(vErrors, instancePath + "/crypto_network", "#/oneOf/0/properties/crypto_network/enum");
errors++;
      }
    }
    if (data.address !== void 0 && func0.call(data, "address")) {
      if (typeof data.address !== "string") {
        vErrors = fail(vErrors, instancePath + "/address", "#/oneOf/0/properties/address/type");
errors++;
      }
    }
    if (data.nickname !== void 0 && func0.call(data, "nickname")) {
      if (typeof data.nickname !== "string") {
        vErrors = fail(vErrors, instancePath + "/nickname", "#/oneOf/0/properties/nickname/type");
errors++;
      }
    }
    if (data.bookmarked_status !== void 0 && func0.call(data, "bookmarked_status")) {
      if (typeof data.bookmarked_status !== "boolean") {
        vErrors = fail(vErrors, instancePath + "/bookmarked_status", "#/oneOf/0/properties/bookmarked_status/type");
errors++;
      }
    }
    if (data.travelrule_metadata !== void 0 && func0.call(data, "travelrule_metadata")) {
      let data4 = data.travelrule_metadata;
      if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
        for (const key1 of Object.keys(data4)) {
          if (!(key1 === "beneficiary" || key1 === "vasp")) {
            vErrors = fail(vErrors, instancePath + "/travelrule_metadata", "#/oneOf/0/properties/travelrule_metadata/additionalProperties", { additionalProperty: key1 });
errors++;
          }
        }
        if (data4.beneficiary !== void 0 && func0.call(data4, "beneficiary")) {
          let data5 = data4.beneficiary;
          if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
          } else {
            vErrors = fail(vErrors, instancePath + "/travelrule_metadata/beneficiary", "#/oneOf/0/properties/travelrule_metadata/properties/beneficiary/type");
errors++;
          }
        }
        if (data4.vasp !== void 0 && func0.call(data4, "vasp")) {
          let data6 = data4.vasp;
          if (data6 && typeof data6 == "object" && !Array.isArray(data6)) {
            for (const key2 of Object.keys(data6)) {
              if (!(key2 === "id")) {
                vErrors = fail(vErrors, instancePath + "/travelrule_metadata/vasp", "#/oneOf/0/properties/travelrule_metadata/properties/vasp/additionalProperties", { additionalProperty: key2 });
errors++;
              }
            }
            if (data6.id !== void 0 && func0.call(data6, "id")) {
              if (typeof data6.id !== "string") {
                vErrors = fail(vErrors, instancePath + "/travelrule_metadata/vasp/id", "#/oneOf/0/properties/travelrule_metadata/properties/vasp/properties/id/type");
errors++;
              }
            }
          } else {
            vErrors = fail(vErrors, instancePath + "/travelrule_metadata/vasp", "#/oneOf/0/properties/travelrule_metadata/properties/vasp/type");
errors++;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/travelrule_metadata", "#/oneOf/0/properties/travelrule_metadata/type");
errors++;
      }
    }
    if (data.id !== void 0 && func0.call(data, "id")) {
      vErrors = fail(vErrors, instancePath + "/id", "#/oneOf/0/properties/id/false schema");
errors++;
    }
  } else {
    vErrors = fail(vErrors, instancePath, "#/oneOf/0/type");
errors++;
  }
  var _valid0 = _errs2 === errors;
  if (_valid0) {
    valid0 = true;
    passing0 = 0;
    var props0 = true;
  }
  const _errs24 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0 || !func0.call(data, "id")) {
      vErrors = fail(vErrors, instancePath, "#/oneOf/1/required", { missingProperty: "id" });
errors++;
    }
    for (const key3 of Object.keys(data)) {
      if (!(key3 === "id" || key3 === "nickname" || key3 === "bookmarked_status" || key3 === "travelrule_metadata" || key3 === "crypto_network" || key3 === "address")) {
        vErrors = fail(vErrors, instancePath, "#/oneOf/1/additionalProperties", { additionalProperty: key3 });
errors++;
      }
    }
    if (data.id !== void 0 && func0.call(data, "id")) {
      if (typeof data.id !== "string") {
        vErrors = fail(vErrors, instancePath + "/id", "#/oneOf/1/properties/id/type");
errors++;
      }
    }
    if (data.nickname !== void 0 && func0.call(data, "nickname")) {
      if (typeof data.nickname !== "string") {
        vErrors = fail(vErrors, instancePath + "/nickname", "#/oneOf/1/properties/nickname/type");
errors++;
      }
    }
    if (data.bookmarked_status !== void 0 && func0.call(data, "bookmarked_status")) {
      if (typeof data.bookmarked_status !== "boolean") {
        vErrors = fail(vErrors, instancePath + "/bookmarked_status", "#/oneOf/1/properties/bookmarked_status/type");
errors++;
      }
    }
    if (data.travelrule_metadata !== void 0 && func0.call(data, "travelrule_metadata")) {
      let data12 = data.travelrule_metadata;
      if (data12 && typeof data12 == "object" && !Array.isArray(data12)) {
        for (const key4 of Object.keys(data12)) {
          if (!(key4 === "beneficiary" || key4 === "vasp")) {
            vErrors = fail(vErrors, instancePath + "/travelrule_metadata", "#/oneOf/1/properties/travelrule_metadata/additionalProperties", { additionalProperty: key4 });
errors++;
          }
        }
        if (data12.beneficiary !== void 0 && func0.call(data12, "beneficiary")) {
          let data13 = data12.beneficiary;
          if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
          } else {
            vErrors = fail(vErrors, instancePath + "/travelrule_metadata/beneficiary", "#/oneOf/1/properties/travelrule_metadata/properties/beneficiary/type");
errors++;
          }
        }
        if (data12.vasp !== void 0 && func0.call(data12, "vasp")) {
          let data14 = data12.vasp;
          if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
            for (const key5 of Object.keys(data14)) {
              if (!(key5 === "id")) {
                vErrors = fail(vErrors, instancePath + "/travelrule_metadata/vasp", "#/oneOf/1/properties/travelrule_metadata/properties/vasp/additionalProperties", { additionalProperty: key5 });
errors++;
              }
            }
            if (data14.id !== void 0 && func0.call(data14, "id")) {
              if (typeof data14.id !== "string") {
                vErrors = fail(vErrors, instancePath + "/travelrule_metadata/vasp/id", "#/oneOf/1/properties/travelrule_metadata/properties/vasp/properties/id/type");
errors++;
              }
            }
          } else {
            vErrors = fail(vErrors, instancePath + "/travelrule_metadata/vasp", "#/oneOf/1/properties/travelrule_metadata/properties/vasp/type");
errors++;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/travelrule_metadata", "#/oneOf/1/properties/travelrule_metadata/type");
errors++;
      }
    }
    if (data.crypto_network !== void 0 && func0.call(data, "crypto_network")) {
      vErrors = fail(vErrors, instancePath + "/crypto_network", "#/oneOf/1/properties/crypto_network/false schema");
errors++;
    }
    if (data.address !== void 0 && func0.call(data, "address")) {
      vErrors = fail(vErrors, instancePath + "/address", "#/oneOf/1/properties/address/false schema");
errors++;
    }
  } else {
    vErrors = fail(vErrors, instancePath, "#/oneOf/1/type");
errors++;
  }
  var _valid0 = _errs24 === errors;
  if (_valid0 && valid0) {
    valid0 = false;
    passing0 = [passing0, 1];
  } else {
    if (_valid0) {
      valid0 = true;
      passing0 = 1;
      if (props0 !== true) {
        props0 = true;
      }
    }
  }
  if (!valid0) {
    vErrors = fail(vErrors, instancePath, "#/oneOf");
errors++;
  } else {
    errors = _errs1;
    if (vErrors !== null) {
      if (_errs1) {
        vErrors.length = _errs1;
      } else {
        vErrors = null;
      }
    }
  }
  validate20.errors = vErrors;
  return errors === 0;
}
var putCryptoDestinationAddressResponse = validate21;
var formats0 = /^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i;
function validate21(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.address === void 0 || !func0.call(data, "address")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "address" });
errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "address")) {
        vErrors = fail(vErrors, instancePath, "#/additionalProperties", { additionalProperty: key0 });
errors++;
      }
    }
    if (data.address !== void 0 && func0.call(data, "address")) {
      let data0 = data.address;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0 || !func0.call(data0, "id")) {
          vErrors = fail(vErrors, instancePath + "/address", "#/properties/address/required", { missingProperty: "id" });
errors++;
        }
        if (data0.crypto_network === void 0 || !func0.call(data0, "crypto_network")) {
          vErrors = fail(vErrors, instancePath + "/address", "#/properties/address/required", { missingProperty: "crypto_network" });
errors++;
        }
        if (data0.address === void 0 || !func0.call(data0, "address")) {
          vErrors = fail(vErrors, instancePath + "/address", "#/properties/address/required", { missingProperty: "address" });
errors++;
        }
        if (data0.nickname === void 0 || !func0.call(data0, "nickname")) {
          vErrors = fail(vErrors, instancePath + "/address", "#/properties/address/required", { missingProperty: "nickname" });
errors++;
        }
        if (data0.status === void 0 || !func0.call(data0, "status")) {
          vErrors = fail(vErrors, instancePath + "/address", "#/properties/address/required", { missingProperty: "status" });
errors++;
        }
        if (data0.created_at === void 0 || !func0.call(data0, "created_at")) {
          vErrors = fail(vErrors, instancePath + "/address", "#/properties/address/required", { missingProperty: "created_at" });
errors++;
        }
        if (data0.bookmarked === void 0 || !func0.call(data0, "bookmarked")) {
          vErrors = fail(vErrors, instancePath + "/address", "#/properties/address/required", { missingProperty: "bookmarked" });
errors++;
        }
        for (const key1 of Object.keys(data0)) {
          if (!(key1 === "id" || key1 === "crypto_network" || key1 === "address" || key1 === "nickname" || key1 === "status" || key1 === "created_at" || key1 === "bookmarked")) {
            vErrors = fail(vErrors, instancePath + "/address", "#/properties/address/additionalProperties", { additionalProperty: key1 });
errors++;
          }
        }
        if (data0.id !== void 0 && func0.call(data0, "id")) {
          if (typeof data0.id !== "string") {
            vErrors = fail(vErrors, instancePath + "/address/id", "#/properties/address/properties/id/type");
errors++;
          }
        }
        if (data0.crypto_network !== void 0 && func0.call(data0, "crypto_network")) {
          let data2 = data0.crypto_network;
          if (typeof data2 !== "string") {
            vErrors = fail(vErrors, instancePath + "/address/crypto_network", "#/properties/address/properties/crypto_network/type");
errors++;
          }
          if (!(data2 === "BITCOIN" || data2 === "ETHEREUM" || data2 === "BITCOIN_CASH" || data2 === "LITECOIN" || data2 === "SOLANA" || data2 === "POLYGON_POS" || data2 === "BASE" || data2 === "ARBITRUM_ONE" || data2 === "STELLAR" || data2 === "INK" || data2 === "XLAYER")) {
            vErrors = fail(vErrors, instancePath + "/address/crypto_network", "#/properties/address/properties/crypto_network/enum");
errors++;
          }
        }
        if (data0.address !== void 0 && func0.call(data0, "address")) {
          if (typeof data0.address !== "string") {
            vErrors = fail(vErrors, instancePath + "/address/address", "#/properties/address/properties/address/type");
errors++;
          }
        }
        if (data0.nickname !== void 0 && func0.call(data0, "nickname")) {
          if (typeof data0.nickname !== "string") {
            vErrors = fail(vErrors, instancePath + "/address/nickname", "#/properties/address/properties/nickname/type");
errors++;
          }
        }
        if (data0.status !== void 0 && func0.call(data0, "status")) {
          if (typeof data0.status !== "string") {
            vErrors = fail(vErrors, instancePath + "/address/status", "#/properties/address/properties/status/type");
errors++;
          }
        }
        if (data0.created_at !== void 0 && func0.call(data0, "created_at")) {
          let data6 = data0.created_at;
          if (typeof data6 === "string") {
            if (!formats0.test(data6)) {
              vErrors = fail(vErrors, instancePath + "/address/created_at", "#/properties/address/properties/created_at/format");
errors++;
            }
          } else {
            vErrors = fail(vErrors, instancePath + "/address/created_at", "#/properties/address/properties/created_at/type");
errors++;
          }
        }
        if (data0.bookmarked !== void 0 && func0.call(data0, "bookmarked")) {
          if (typeof data0.bookmarked !== "boolean") {
            vErrors = fail(vErrors, instancePath + "/address/bookmarked", "#/properties/address/properties/bookmarked/type");
errors++;
          }
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/address", "#/properties/address/type");
errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "#/type");
errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
var createStablecoinConversionRequest = validate22;
var schema33 = { properties: { "profile_id": 0, "amount": 0, "source_asset": 0, "target_asset": 0, "ref_id": 0, "identity_id": 0, "account_id": 0, "metadata": 0, "recipient_profile_id": 0 } };
var pattern4 = new RegExp("^(?:[0-9]+|[0-9]*\\.[0-9]+)$", "u");
function validate22(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.profile_id === void 0 || !func0.call(data, "profile_id")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "profile_id" });
errors++;
    }
    if (data.amount === void 0 || !func0.call(data, "amount")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "amount" });
errors++;
    }
    if (data.source_asset === void 0 || !func0.call(data, "source_asset")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "source_asset" });
errors++;
    }
    if (data.target_asset === void 0 || !func0.call(data, "target_asset")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "target_asset" });
errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!func0.call(schema33.properties, key0)) {
        vErrors = fail(vErrors, instancePath, "#/additionalProperties", { additionalProperty: key0 });
errors++;
      }
    }
    if (data.profile_id !== void 0 && func0.call(data, "profile_id")) {
      if (typeof data.profile_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/profile_id", "#/properties/profile_id/type");
errors++;
      }
    }
    if (data.amount !== void 0 && func0.call(data, "amount")) {
      let data1 = data.amount;
      if (typeof data1 === "string") {
        if (!pattern4.test(data1)) {
          vErrors = fail(vErrors, instancePath + "/amount", "#/properties/amount/pattern");
errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/amount", "#/properties/amount/type");
errors++;
      }
    }
    if (data.source_asset !== void 0 && func0.call(data, "source_asset")) {
      if (typeof data.source_asset !== "string") {
        vErrors = fail(vErrors, instancePath + "/source_asset", "#/properties/source_asset/type");
errors++;
      }
    }
    if (data.target_asset !== void 0 && func0.call(data, "target_asset")) {
      if (typeof data.target_asset !== "string") {
        vErrors = fail(vErrors, instancePath + "/target_asset", "#/properties/target_asset/type");
errors++;
      }
    }
    if (data.ref_id !== void 0 && func0.call(data, "ref_id")) {
      if (typeof data.ref_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/ref_id", "#/properties/ref_id/type");
errors++;
      }
    }
    if (data.identity_id !== void 0 && func0.call(data, "identity_id")) {
      if (typeof data.identity_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/identity_id", "#/properties/identity_id/type");
errors++;
      }
    }
    if (data.account_id !== void 0 && func0.call(data, "account_id")) {
      if (typeof data.account_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/account_id", "#/properties/account_id/type");
errors++;
      }
    }
    if (data.metadata !== void 0 && func0.call(data, "metadata")) {
      let data7 = data.metadata;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
      } else {
        vErrors = fail(vErrors, instancePath + "/metadata", "#/properties/metadata/type");
errors++;
      }
    }
    if (data.recipient_profile_id !== void 0 && func0.call(data, "recipient_profile_id")) {
      if (typeof data.recipient_profile_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/recipient_profile_id", "#/properties/recipient_profile_id/type");
errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "#/type");
errors++;
  }
  validate22.errors = vErrors;
  return errors === 0;
}
var createStablecoinConversionResponse = validate23;
var schema34 = { properties: { "id": 0, "profile_id": 0, "amount": 0, "source_asset": 0, "target_asset": 0, "status": 0, "ref_id": 0, "identity_id": 0, "account_id": 0, "created_at": 0, "updated_at": 0, "settled_at": 0, "cancelled_at": 0, "metadata": 0, "recipient_profile_id": 0 } };
var formats2 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate23(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0 || !func0.call(data, "id")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "id" });
errors++;
    }
    if (data.profile_id === void 0 || !func0.call(data, "profile_id")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "profile_id" });
errors++;
    }
    if (data.amount === void 0 || !func0.call(data, "amount")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "amount" });
errors++;
    }
    if (data.source_asset === void 0 || !func0.call(data, "source_asset")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "source_asset" });
errors++;
    }
    if (data.target_asset === void 0 || !func0.call(data, "target_asset")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "target_asset" });
errors++;
    }
    if (data.status === void 0 || !func0.call(data, "status")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "status" });
errors++;
    }
    if (data.created_at === void 0 || !func0.call(data, "created_at")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "created_at" });
errors++;
    }
    if (data.updated_at === void 0 || !func0.call(data, "updated_at")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "updated_at" });
errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!func0.call(schema34.properties, key0)) {
        vErrors = fail(vErrors, instancePath, "#/additionalProperties", { additionalProperty: key0 });
errors++;
      }
    }
    if (data.id !== void 0 && func0.call(data, "id")) {
      let data0 = data.id;
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          vErrors = fail(vErrors, instancePath + "/id", "#/properties/id/format");
errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/id", "#/properties/id/type");
errors++;
      }
    }
    if (data.profile_id !== void 0 && func0.call(data, "profile_id")) {
      if (typeof data.profile_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/profile_id", "#/properties/profile_id/type");
errors++;
      }
    }
    if (data.amount !== void 0 && func0.call(data, "amount")) {
      if (typeof data.amount !== "string") {
        vErrors = fail(vErrors, instancePath + "/amount", "#/properties/amount/type");
errors++;
      }
    }
    if (data.source_asset !== void 0 && func0.call(data, "source_asset")) {
      if (typeof data.source_asset !== "string") {
        vErrors = fail(vErrors, instancePath + "/source_asset", "#/properties/source_asset/type");
errors++;
      }
    }
    if (data.target_asset !== void 0 && func0.call(data, "target_asset")) {
      if (typeof data.target_asset !== "string") {
        vErrors = fail(vErrors, instancePath + "/target_asset", "#/properties/target_asset/type");
errors++;
      }
    }
    if (data.status !== void 0 && func0.call(data, "status")) {
      if (typeof data.status !== "string") {
        vErrors = fail(vErrors, instancePath + "/status", "#/properties/status/type");
errors++;
      }
    }
    if (data.ref_id !== void 0 && func0.call(data, "ref_id")) {
      if (typeof data.ref_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/ref_id", "#/properties/ref_id/type");
errors++;
      }
    }
    if (data.identity_id !== void 0 && func0.call(data, "identity_id")) {
      if (typeof data.identity_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/identity_id", "#/properties/identity_id/type");
errors++;
      }
    }
    if (data.account_id !== void 0 && func0.call(data, "account_id")) {
      if (typeof data.account_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/account_id", "#/properties/account_id/type");
errors++;
      }
    }
    if (data.created_at !== void 0 && func0.call(data, "created_at")) {
      let data9 = data.created_at;
      if (typeof data9 === "string") {
        if (!formats0.test(data9)) {
          vErrors = fail(vErrors, instancePath + "/created_at", "#/properties/created_at/format");
errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/created_at", "#/properties/created_at/type");
errors++;
      }
    }
    if (data.updated_at !== void 0 && func0.call(data, "updated_at")) {
      let data10 = data.updated_at;
      if (typeof data10 === "string") {
        if (!formats0.test(data10)) {
          vErrors = fail(vErrors, instancePath + "/updated_at", "#/properties/updated_at/format");
errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/updated_at", "#/properties/updated_at/type");
errors++;
      }
    }
    if (data.settled_at !== void 0 && func0.call(data, "settled_at")) {
      let data11 = data.settled_at;
      if (typeof data11 === "string") {
        if (!formats0.test(data11)) {
          vErrors = fail(vErrors, instancePath + "/settled_at", "#/properties/settled_at/format");
errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/settled_at", "#/properties/settled_at/type");
errors++;
      }
    }
    if (data.cancelled_at !== void 0 && func0.call(data, "cancelled_at")) {
      let data12 = data.cancelled_at;
      if (typeof data12 === "string") {
        if (!formats0.test(data12)) {
          vErrors = fail(vErrors, instancePath + "/cancelled_at", "#/properties/cancelled_at/format");
errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/cancelled_at", "#/properties/cancelled_at/type");
errors++;
      }
    }
    if (data.metadata !== void 0 && func0.call(data, "metadata")) {
      let data13 = data.metadata;
      if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
      } else {
        vErrors = fail(vErrors, instancePath + "/metadata", "#/properties/metadata/type");
errors++;
      }
    }
    if (data.recipient_profile_id !== void 0 && func0.call(data, "recipient_profile_id")) {
      if (typeof data.recipient_profile_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/recipient_profile_id", "#/properties/recipient_profile_id/type");
errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "#/type");
errors++;
  }
  validate23.errors = vErrors;
  return errors === 0;
}
var createIssuerQuoteRequest = validate24;
function validate24(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.profile_id === void 0 || !func0.call(data, "profile_id")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "profile_id" });
errors++;
    }
    if (data.market === void 0 || !func0.call(data, "market")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "market" });
errors++;
    }
    if (data.side === void 0 || !func0.call(data, "side")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "side" });
errors++;
    }
    if (data.base_amount === void 0 || !func0.call(data, "base_amount")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "base_amount" });
errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "profile_id" || key0 === "market" || key0 === "side" || key0 === "base_amount")) {
        vErrors = fail(vErrors, instancePath, "#/additionalProperties", { additionalProperty: key0 });
errors++;
      }
    }
    if (data.profile_id !== void 0 && func0.call(data, "profile_id")) {
      if (typeof data.profile_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/profile_id", "#/properties/profile_id/type");
errors++;
      }
    }
    if (data.market !== void 0 && func0.call(data, "market")) {
      let data1 = data.market;
      if (typeof data1 !== "string") {
        vErrors = fail(vErrors, instancePath + "/market", "#/properties/market/type");
errors++;
      }
      if (!(data1 === "PAXGUSD")) {
        vErrors = fail(vErrors, instancePath + "/market", "#/properties/market/enum");
errors++;
      }
    }
    if (data.side !== void 0 && func0.call(data, "side")) {
      let data2 = data.side;
      if (typeof data2 !== "string") {
        vErrors = fail(vErrors, instancePath + "/side", "#/properties/side/type");
errors++;
      }
      if (!(data2 === "BUY" || data2 === "SELL")) {
        vErrors = fail(vErrors, instancePath + "/side", "#/properties/side/enum");
errors++;
      }
    }
    if (data.base_amount !== void 0 && func0.call(data, "base_amount")) {
      if (typeof data.base_amount !== "string") {
        vErrors = fail(vErrors, instancePath + "/base_amount", "#/properties/base_amount/type");
errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "#/type");
errors++;
  }
  validate24.errors = vErrors;
  return errors === 0;
}
var createIssuerQuoteResponse = validate25;
function validate25(data, { instancePath = "" } = {}) {
  let vErrors = null;
  let errors = 0;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.quote_id === void 0 || !func0.call(data, "quote_id")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "quote_id" });
errors++;
    }
    if (data.market === void 0 || !func0.call(data, "market")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "market" });
errors++;
    }
    if (data.side === void 0 || !func0.call(data, "side")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "side" });
errors++;
    }
    if (data.quantity === void 0 || !func0.call(data, "quantity")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "quantity" });
errors++;
    }
    if (data.price === void 0 || !func0.call(data, "price")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "price" });
errors++;
    }
    if (data.fee === void 0 || !func0.call(data, "fee")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "fee" });
errors++;
    }
    if (data.quote_amount === void 0 || !func0.call(data, "quote_amount")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "quote_amount" });
errors++;
    }
    if (data.expires_at === void 0 || !func0.call(data, "expires_at")) {
      vErrors = fail(vErrors, instancePath, "#/required", { missingProperty: "expires_at" });
errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "quote_id" || key0 === "market" || key0 === "side" || key0 === "quantity" || key0 === "price" || key0 === "fee" || key0 === "quote_amount" || key0 === "expires_at")) {
        vErrors = fail(vErrors, instancePath, "#/additionalProperties", { additionalProperty: key0 });
errors++;
      }
    }
    if (data.quote_id !== void 0 && func0.call(data, "quote_id")) {
      if (typeof data.quote_id !== "string") {
        vErrors = fail(vErrors, instancePath + "/quote_id", "#/properties/quote_id/type");
errors++;
      }
    }
    if (data.market !== void 0 && func0.call(data, "market")) {
      if (typeof data.market !== "string") {
        vErrors = fail(vErrors, instancePath + "/market", "#/properties/market/type");
errors++;
      }
    }
    if (data.side !== void 0 && func0.call(data, "side")) {
      let data2 = data.side;
      if (typeof data2 !== "string") {
        vErrors = fail(vErrors, instancePath + "/side", "#/properties/side/type");
errors++;
      }
      if (!(data2 === "BUY" || data2 === "SELL")) {
        vErrors = fail(vErrors, instancePath + "/side", "#/properties/side/enum");
errors++;
      }
    }
    if (data.quantity !== void 0 && func0.call(data, "quantity")) {
      if (typeof data.quantity !== "string") {
        vErrors = fail(vErrors, instancePath + "/quantity", "#/properties/quantity/type");
errors++;
      }
    }
    if (data.price !== void 0 && func0.call(data, "price")) {
      if (typeof data.price !== "string") {
        vErrors = fail(vErrors, instancePath + "/price", "#/properties/price/type");
errors++;
      }
    }
    if (data.fee !== void 0 && func0.call(data, "fee")) {
      if (typeof data.fee !== "string") {
        vErrors = fail(vErrors, instancePath + "/fee", "#/properties/fee/type");
errors++;
      }
    }
    if (data.quote_amount !== void 0 && func0.call(data, "quote_amount")) {
      if (typeof data.quote_amount !== "string") {
        vErrors = fail(vErrors, instancePath + "/quote_amount", "#/properties/quote_amount/type");
errors++;
      }
    }
    if (data.expires_at !== void 0 && func0.call(data, "expires_at")) {
      let data7 = data.expires_at;
      if (typeof data7 === "string") {
        if (!formats0.test(data7)) {
          vErrors = fail(vErrors, instancePath + "/expires_at", "#/properties/expires_at/format");
errors++;
        }
      } else {
        vErrors = fail(vErrors, instancePath + "/expires_at", "#/properties/expires_at/type");
errors++;
      }
    }
  } else {
    vErrors = fail(vErrors, instancePath, "#/type");
errors++;
  }
  validate25.errors = vErrors;
  return errors === 0;
}
export {
  createIssuerQuoteRequest,
  createIssuerQuoteResponse,
  createStablecoinConversionRequest,
  createStablecoinConversionResponse,
  putCryptoDestinationAddressRequest,
  putCryptoDestinationAddressResponse
};

function fail(errors, instancePath, schemaPath, params = {}) {
  const keyword = schemaPath.slice(schemaPath.lastIndexOf("/") + 1);
  const error = { instancePath, schemaPath, keyword, params };
  if (errors === null) return [error];
  errors.push(error);
  return errors;
}

export const putCryptoDestinationAddressRequestPhrases: Record<string, string> = {
  "#": "an object with exactly one of (crypto_network, address) or (id)",
  "#/oneOf/0": "an object",
  "#/oneOf/0/properties/crypto_network": "one of BITCOIN, ETHEREUM, BITCOIN_CASH, LITECOIN, SOLANA, POLYGON_POS, BASE, ARBITRUM_ONE, STELLAR, INK, XLAYER",
  "#/oneOf/0/properties/address": "a string",
  "#/oneOf/0/properties/nickname": "a string",
  "#/oneOf/0/properties/bookmarked_status": "a boolean",
  "#/oneOf/0/properties/travelrule_metadata": "an object",
  "#/oneOf/0/properties/travelrule_metadata/properties/beneficiary": "an object",
  "#/oneOf/0/properties/travelrule_metadata/properties/vasp": "an object",
  "#/oneOf/0/properties/travelrule_metadata/properties/vasp/properties/id": "a string",
  "#/oneOf/0/properties/travelrule_metadata/properties/vasp/additionalProperties": "id",
  "#/oneOf/0/properties/travelrule_metadata/additionalProperties": "beneficiary, vasp",
  "#/oneOf/0/additionalProperties": "crypto_network, address, nickname, bookmarked_status, travelrule_metadata",
  "#/oneOf/1": "an object",
  "#/oneOf/1/properties/id": "a string",
  "#/oneOf/1/properties/nickname": "a string",
  "#/oneOf/1/properties/bookmarked_status": "a boolean",
  "#/oneOf/1/properties/travelrule_metadata": "an object",
  "#/oneOf/1/properties/travelrule_metadata/properties/beneficiary": "an object",
  "#/oneOf/1/properties/travelrule_metadata/properties/vasp": "an object",
  "#/oneOf/1/properties/travelrule_metadata/properties/vasp/properties/id": "a string",
  "#/oneOf/1/properties/travelrule_metadata/properties/vasp/additionalProperties": "id",
  "#/oneOf/1/properties/travelrule_metadata/additionalProperties": "beneficiary, vasp",
  "#/oneOf/1/additionalProperties": "id, nickname, bookmarked_status, travelrule_metadata"
}
export const putCryptoDestinationAddressResponsePhrases: Record<string, string> = {
  "#": "an object",
  "#/properties/address": "an object",
  "#/properties/address/properties/id": "a string",
  "#/properties/address/properties/crypto_network": "one of BITCOIN, ETHEREUM, BITCOIN_CASH, LITECOIN, SOLANA, POLYGON_POS, BASE, ARBITRUM_ONE, STELLAR, INK, XLAYER",
  "#/properties/address/properties/address": "a string",
  "#/properties/address/properties/nickname": "a string",
  "#/properties/address/properties/status": "a string",
  "#/properties/address/properties/created_at": "a date-time string",
  "#/properties/address/properties/bookmarked": "a boolean",
  "#/properties/address/additionalProperties": "id, crypto_network, address, nickname, status, created_at, bookmarked",
  "#/additionalProperties": "address"
}
export const createStablecoinConversionRequestPhrases: Record<string, string> = {
  "#": "an object",
  "#/properties/profile_id": "a string",
  "#/properties/amount": "a decimal string such as 12.50",
  "#/properties/source_asset": "a string",
  "#/properties/target_asset": "a string",
  "#/properties/ref_id": "a string",
  "#/properties/identity_id": "a string",
  "#/properties/account_id": "a string",
  "#/properties/metadata": "an object",
  "#/properties/recipient_profile_id": "a string",
  "#/additionalProperties": "profile_id, amount, source_asset, target_asset, ref_id, identity_id, account_id, metadata, recipient_profile_id"
}
export const createStablecoinConversionResponsePhrases: Record<string, string> = {
  "#": "an object",
  "#/properties/id": "a uuid string",
  "#/properties/profile_id": "a string",
  "#/properties/amount": "a string",
  "#/properties/source_asset": "a string",
  "#/properties/target_asset": "a string",
  "#/properties/status": "a string",
  "#/properties/ref_id": "a string",
  "#/properties/identity_id": "a string",
  "#/properties/account_id": "a string",
  "#/properties/created_at": "a date-time string",
  "#/properties/updated_at": "a date-time string",
  "#/properties/settled_at": "a date-time string",
  "#/properties/cancelled_at": "a date-time string",
  "#/properties/metadata": "an object",
  "#/properties/recipient_profile_id": "a string",
  "#/additionalProperties": "id, profile_id, amount, source_asset, target_asset, status, ref_id, identity_id, account_id, created_at, updated_at, settled_at, cancelled_at, metadata, recipient_profile_id"
}
export const createIssuerQuoteRequestPhrases: Record<string, string> = {
  "#": "an object",
  "#/properties/profile_id": "a string",
  "#/properties/market": "PAXGUSD",
  "#/properties/side": "one of BUY, SELL",
  "#/properties/base_amount": "a decimal string such as 2.5",
  "#/additionalProperties": "profile_id, market, side, base_amount"
}
export const createIssuerQuoteResponsePhrases: Record<string, string> = {
  "#": "an object",
  "#/properties/quote_id": "a string",
  "#/properties/market": "a string",
  "#/properties/side": "one of BUY, SELL",
  "#/properties/quantity": "a string",
  "#/properties/price": "a string",
  "#/properties/fee": "a string",
  "#/properties/quote_amount": "a string",
  "#/properties/expires_at": "a date-time string",
  "#/additionalProperties": "quote_id, market, side, quantity, price, fee, quote_amount, expires_at"
}
