// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
// @ts-nocheck Ajv writes plain JavaScript, whose variables have no types to check.
// <stdin>
var putCryptoDestinationAddressRequest = validate20;
var func0 = Object.prototype.hasOwnProperty;
function validate20(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate20.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  const _errs0 = errors;
  let valid0 = false;
  let passing0 = null;
  const _errs1 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0 || !func0.call(data, "id")) {
      const err0 = { instancePath, schemaPath: "#/oneOf/0/required", keyword: "required", params: { missingProperty: "id" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "id" || key0 === "nickname" || key0 === "bookmarked_status" || key0 === "travelrule_metadata" || key0 === "crypto_network" || key0 === "address")) {
        const err1 = { instancePath, schemaPath: "#/oneOf/0/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.id !== void 0 && func0.call(data, "id")) {
      if (typeof data.id !== "string") {
        const err2 = { instancePath: instancePath + "/id", schemaPath: "#/oneOf/0/properties/id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err2];
        } else {
          vErrors.push(err2);
        }
        errors++;
      }
    }
    if (data.nickname !== void 0 && func0.call(data, "nickname")) {
      if (typeof data.nickname !== "string") {
        const err3 = { instancePath: instancePath + "/nickname", schemaPath: "#/oneOf/0/properties/nickname/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err3];
        } else {
          vErrors.push(err3);
        }
        errors++;
      }
    }
    if (data.bookmarked_status !== void 0 && func0.call(data, "bookmarked_status")) {
      if (typeof data.bookmarked_status !== "boolean") {
        const err4 = { instancePath: instancePath + "/bookmarked_status", schemaPath: "#/oneOf/0/properties/bookmarked_status/type", keyword: "type", params: { type: "boolean" } };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.travelrule_metadata !== void 0 && func0.call(data, "travelrule_metadata")) {
      let data3 = data.travelrule_metadata;
      if (data3 && typeof data3 == "object" && !Array.isArray(data3)) {
        for (const key1 of Object.keys(data3)) {
          if (!(key1 === "beneficiary" || key1 === "vasp")) {
            const err5 = { instancePath: instancePath + "/travelrule_metadata", schemaPath: "#/oneOf/0/properties/travelrule_metadata/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
            if (vErrors === null) {
              vErrors = [err5];
            } else {
              vErrors.push(err5);
            }
            errors++;
          }
        }
        if (data3.beneficiary !== void 0 && func0.call(data3, "beneficiary")) {
          let data4 = data3.beneficiary;
          if (data4 && typeof data4 == "object" && !Array.isArray(data4)) {
          } else {
            const err6 = { instancePath: instancePath + "/travelrule_metadata/beneficiary", schemaPath: "#/oneOf/0/properties/travelrule_metadata/properties/beneficiary/type", keyword: "type", params: { type: "object" } };
            if (vErrors === null) {
              vErrors = [err6];
            } else {
              vErrors.push(err6);
            }
            errors++;
          }
        }
        if (data3.vasp !== void 0 && func0.call(data3, "vasp")) {
          let data5 = data3.vasp;
          if (data5 && typeof data5 == "object" && !Array.isArray(data5)) {
            for (const key2 of Object.keys(data5)) {
              if (!(key2 === "id")) {
                const err7 = { instancePath: instancePath + "/travelrule_metadata/vasp", schemaPath: "#/oneOf/0/properties/travelrule_metadata/properties/vasp/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 } };
                if (vErrors === null) {
                  vErrors = [err7];
                } else {
                  vErrors.push(err7);
                }
                errors++;
              }
            }
            if (data5.id !== void 0 && func0.call(data5, "id")) {
              if (typeof data5.id !== "string") {
                const err8 = { instancePath: instancePath + "/travelrule_metadata/vasp/id", schemaPath: "#/oneOf/0/properties/travelrule_metadata/properties/vasp/properties/id/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err8];
                } else {
                  vErrors.push(err8);
                }
                errors++;
              }
            }
          } else {
            const err9 = { instancePath: instancePath + "/travelrule_metadata/vasp", schemaPath: "#/oneOf/0/properties/travelrule_metadata/properties/vasp/type", keyword: "type", params: { type: "object" } };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
      } else {
        const err10 = { instancePath: instancePath + "/travelrule_metadata", schemaPath: "#/oneOf/0/properties/travelrule_metadata/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.crypto_network !== void 0 && func0.call(data, "crypto_network")) {
      const err11 = { instancePath: instancePath + "/crypto_network", schemaPath: "#/oneOf/0/properties/crypto_network/false schema", keyword: "false schema", params: {} };
      if (vErrors === null) {
        vErrors = [err11];
      } else {
        vErrors.push(err11);
      }
      errors++;
    }
    if (data.address !== void 0 && func0.call(data, "address")) {
      const err12 = { instancePath: instancePath + "/address", schemaPath: "#/oneOf/0/properties/address/false schema", keyword: "false schema", params: {} };
      if (vErrors === null) {
        vErrors = [err12];
      } else {
        vErrors.push(err12);
      }
      errors++;
    }
  } else {
    const err13 = { instancePath, schemaPath: "#/oneOf/0/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err13];
    } else {
      vErrors.push(err13);
    }
    errors++;
  }
  var _valid0 = _errs1 === errors;
  if (_valid0) {
    valid0 = true;
    passing0 = 0;
    var props0 = true;
  }
  const _errs21 = errors;
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.crypto_network === void 0 || !func0.call(data, "crypto_network")) {
      const err14 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "crypto_network" } };
      if (vErrors === null) {
        vErrors = [err14];
      } else {
        vErrors.push(err14);
      }
      errors++;
    }
    if (data.address === void 0 || !func0.call(data, "address")) {
      const err15 = { instancePath, schemaPath: "#/oneOf/1/required", keyword: "required", params: { missingProperty: "address" } };
      if (vErrors === null) {
        vErrors = [err15];
      } else {
        vErrors.push(err15);
      }
      errors++;
    }
    for (const key3 of Object.keys(data)) {
      if (!(key3 === "crypto_network" || key3 === "address" || key3 === "nickname" || key3 === "bookmarked_status" || key3 === "travelrule_metadata" || key3 === "id")) {
        const err16 = { instancePath, schemaPath: "#/oneOf/1/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key3 } };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
    if (data.crypto_network !== void 0 && func0.call(data, "crypto_network")) {
      let data9 = data.crypto_network;
      if (typeof data9 !== "string") {
        const err17 = { instancePath: instancePath + "/crypto_network", schemaPath: "#/oneOf/1/properties/crypto_network/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
      if (!(data9 === "BITCOIN" || data9 === "ETHEREUM" || data9 === "BITCOIN_CASH" || data9 === "LITECOIN" || data9 === "SOLANA" || data9 === "POLYGON_POS" || data9 === "BASE" || data9 === "ARBITRUM_ONE" || data9 === "STELLAR" || data9 === "INK" || data9 === "XLAYER")) {
        const err18 = { instancePath: instancePath + "/crypto_network", schemaPath: "#/oneOf/1/properties/crypto_network/enum", keyword: "enum", params: {} };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.address !== void 0 && func0.call(data, "address")) {
      if (typeof data.address !== "string") {
        const err19 = { instancePath: instancePath + "/address", schemaPath: "#/oneOf/1/properties/address/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
    if (data.nickname !== void 0 && func0.call(data, "nickname")) {
      if (typeof data.nickname !== "string") {
        const err20 = { instancePath: instancePath + "/nickname", schemaPath: "#/oneOf/1/properties/nickname/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
    if (data.bookmarked_status !== void 0 && func0.call(data, "bookmarked_status")) {
      if (typeof data.bookmarked_status !== "boolean") {
        const err21 = { instancePath: instancePath + "/bookmarked_status", schemaPath: "#/oneOf/1/properties/bookmarked_status/type", keyword: "type", params: { type: "boolean" } };
        if (vErrors === null) {
          vErrors = [err21];
        } else {
          vErrors.push(err21);
        }
        errors++;
      }
    }
    if (data.travelrule_metadata !== void 0 && func0.call(data, "travelrule_metadata")) {
      let data13 = data.travelrule_metadata;
      if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
        for (const key4 of Object.keys(data13)) {
          if (!(key4 === "beneficiary" || key4 === "vasp")) {
            const err22 = { instancePath: instancePath + "/travelrule_metadata", schemaPath: "#/oneOf/1/properties/travelrule_metadata/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key4 } };
            if (vErrors === null) {
              vErrors = [err22];
            } else {
              vErrors.push(err22);
            }
            errors++;
          }
        }
        if (data13.beneficiary !== void 0 && func0.call(data13, "beneficiary")) {
          let data14 = data13.beneficiary;
          if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
          } else {
            const err23 = { instancePath: instancePath + "/travelrule_metadata/beneficiary", schemaPath: "#/oneOf/1/properties/travelrule_metadata/properties/beneficiary/type", keyword: "type", params: { type: "object" } };
            if (vErrors === null) {
              vErrors = [err23];
            } else {
              vErrors.push(err23);
            }
            errors++;
          }
        }
        if (data13.vasp !== void 0 && func0.call(data13, "vasp")) {
          let data15 = data13.vasp;
          if (data15 && typeof data15 == "object" && !Array.isArray(data15)) {
            for (const key5 of Object.keys(data15)) {
              if (!(key5 === "id")) {
                const err24 = { instancePath: instancePath + "/travelrule_metadata/vasp", schemaPath: "#/oneOf/1/properties/travelrule_metadata/properties/vasp/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key5 } };
                if (vErrors === null) {
                  vErrors = [err24];
                } else {
                  vErrors.push(err24);
                }
                errors++;
              }
            }
            if (data15.id !== void 0 && func0.call(data15, "id")) {
              if (typeof data15.id !== "string") {
                const err25 = { instancePath: instancePath + "/travelrule_metadata/vasp/id", schemaPath: "#/oneOf/1/properties/travelrule_metadata/properties/vasp/properties/id/type", keyword: "type", params: { type: "string" } };
                if (vErrors === null) {
                  vErrors = [err25];
                } else {
                  vErrors.push(err25);
                }
                errors++;
              }
            }
          } else {
            const err26 = { instancePath: instancePath + "/travelrule_metadata/vasp", schemaPath: "#/oneOf/1/properties/travelrule_metadata/properties/vasp/type", keyword: "type", params: { type: "object" } };
            if (vErrors === null) {
              vErrors = [err26];
            } else {
              vErrors.push(err26);
            }
            errors++;
          }
        }
      } else {
        const err27 = { instancePath: instancePath + "/travelrule_metadata", schemaPath: "#/oneOf/1/properties/travelrule_metadata/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err27];
        } else {
          vErrors.push(err27);
        }
        errors++;
      }
    }
    if (data.id !== void 0 && func0.call(data, "id")) {
      const err28 = { instancePath: instancePath + "/id", schemaPath: "#/oneOf/1/properties/id/false schema", keyword: "false schema", params: {} };
      if (vErrors === null) {
        vErrors = [err28];
      } else {
        vErrors.push(err28);
      }
      errors++;
    }
  } else {
    const err29 = { instancePath, schemaPath: "#/oneOf/1/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err29];
    } else {
      vErrors.push(err29);
    }
    errors++;
  }
  var _valid0 = _errs21 === errors;
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
    const err30 = { instancePath, schemaPath: "#/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 } };
    if (vErrors === null) {
      vErrors = [err30];
    } else {
      vErrors.push(err30);
    }
    errors++;
  } else {
    errors = _errs0;
    if (vErrors !== null) {
      if (_errs0) {
        vErrors.length = _errs0;
      } else {
        vErrors = null;
      }
    }
  }
  validate20.errors = vErrors;
  evaluated0.props = props0;
  return errors === 0;
}
validate20.evaluated = { "dynamicProps": true, "dynamicItems": false };
var putCryptoDestinationAddressResponse = validate21;
var formats0 = /^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i;
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.address === void 0 || !func0.call(data, "address")) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "address" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "address")) {
        const err1 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err1];
        } else {
          vErrors.push(err1);
        }
        errors++;
      }
    }
    if (data.address !== void 0 && func0.call(data, "address")) {
      let data0 = data.address;
      if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
        if (data0.id === void 0 || !func0.call(data0, "id")) {
          const err2 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/required", keyword: "required", params: { missingProperty: "id" } };
          if (vErrors === null) {
            vErrors = [err2];
          } else {
            vErrors.push(err2);
          }
          errors++;
        }
        if (data0.crypto_network === void 0 || !func0.call(data0, "crypto_network")) {
          const err3 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/required", keyword: "required", params: { missingProperty: "crypto_network" } };
          if (vErrors === null) {
            vErrors = [err3];
          } else {
            vErrors.push(err3);
          }
          errors++;
        }
        if (data0.address === void 0 || !func0.call(data0, "address")) {
          const err4 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/required", keyword: "required", params: { missingProperty: "address" } };
          if (vErrors === null) {
            vErrors = [err4];
          } else {
            vErrors.push(err4);
          }
          errors++;
        }
        if (data0.nickname === void 0 || !func0.call(data0, "nickname")) {
          const err5 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/required", keyword: "required", params: { missingProperty: "nickname" } };
          if (vErrors === null) {
            vErrors = [err5];
          } else {
            vErrors.push(err5);
          }
          errors++;
        }
        if (data0.status === void 0 || !func0.call(data0, "status")) {
          const err6 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/required", keyword: "required", params: { missingProperty: "status" } };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
        if (data0.created_at === void 0 || !func0.call(data0, "created_at")) {
          const err7 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/required", keyword: "required", params: { missingProperty: "created_at" } };
          if (vErrors === null) {
            vErrors = [err7];
          } else {
            vErrors.push(err7);
          }
          errors++;
        }
        if (data0.bookmarked === void 0 || !func0.call(data0, "bookmarked")) {
          const err8 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/required", keyword: "required", params: { missingProperty: "bookmarked" } };
          if (vErrors === null) {
            vErrors = [err8];
          } else {
            vErrors.push(err8);
          }
          errors++;
        }
        for (const key1 of Object.keys(data0)) {
          if (!(key1 === "id" || key1 === "crypto_network" || key1 === "address" || key1 === "nickname" || key1 === "status" || key1 === "created_at" || key1 === "bookmarked")) {
            const err9 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 } };
            if (vErrors === null) {
              vErrors = [err9];
            } else {
              vErrors.push(err9);
            }
            errors++;
          }
        }
        if (data0.id !== void 0 && func0.call(data0, "id")) {
          if (typeof data0.id !== "string") {
            const err10 = { instancePath: instancePath + "/address/id", schemaPath: "#/properties/address/properties/id/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err10];
            } else {
              vErrors.push(err10);
            }
            errors++;
          }
        }
        if (data0.crypto_network !== void 0 && func0.call(data0, "crypto_network")) {
          let data2 = data0.crypto_network;
          if (typeof data2 !== "string") {
            const err11 = { instancePath: instancePath + "/address/crypto_network", schemaPath: "#/properties/address/properties/crypto_network/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err11];
            } else {
              vErrors.push(err11);
            }
            errors++;
          }
          if (!(data2 === "BITCOIN" || data2 === "ETHEREUM" || data2 === "BITCOIN_CASH" || data2 === "LITECOIN" || data2 === "SOLANA" || data2 === "POLYGON_POS" || data2 === "BASE" || data2 === "ARBITRUM_ONE" || data2 === "STELLAR" || data2 === "INK" || data2 === "XLAYER")) {
            const err12 = { instancePath: instancePath + "/address/crypto_network", schemaPath: "#/properties/address/properties/crypto_network/enum", keyword: "enum", params: {} };
            if (vErrors === null) {
              vErrors = [err12];
            } else {
              vErrors.push(err12);
            }
            errors++;
          }
        }
        if (data0.address !== void 0 && func0.call(data0, "address")) {
          if (typeof data0.address !== "string") {
            const err13 = { instancePath: instancePath + "/address/address", schemaPath: "#/properties/address/properties/address/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err13];
            } else {
              vErrors.push(err13);
            }
            errors++;
          }
        }
        if (data0.nickname !== void 0 && func0.call(data0, "nickname")) {
          if (typeof data0.nickname !== "string") {
            const err14 = { instancePath: instancePath + "/address/nickname", schemaPath: "#/properties/address/properties/nickname/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err14];
            } else {
              vErrors.push(err14);
            }
            errors++;
          }
        }
        if (data0.status !== void 0 && func0.call(data0, "status")) {
          if (typeof data0.status !== "string") {
            const err15 = { instancePath: instancePath + "/address/status", schemaPath: "#/properties/address/properties/status/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err15];
            } else {
              vErrors.push(err15);
            }
            errors++;
          }
        }
        if (data0.created_at !== void 0 && func0.call(data0, "created_at")) {
          let data6 = data0.created_at;
          if (typeof data6 === "string") {
            if (!formats0.test(data6)) {
              const err16 = { instancePath: instancePath + "/address/created_at", schemaPath: "#/properties/address/properties/created_at/format", keyword: "format", params: { format: "date-time" } };
              if (vErrors === null) {
                vErrors = [err16];
              } else {
                vErrors.push(err16);
              }
              errors++;
            }
          } else {
            const err17 = { instancePath: instancePath + "/address/created_at", schemaPath: "#/properties/address/properties/created_at/type", keyword: "type", params: { type: "string" } };
            if (vErrors === null) {
              vErrors = [err17];
            } else {
              vErrors.push(err17);
            }
            errors++;
          }
        }
        if (data0.bookmarked !== void 0 && func0.call(data0, "bookmarked")) {
          if (typeof data0.bookmarked !== "boolean") {
            const err18 = { instancePath: instancePath + "/address/bookmarked", schemaPath: "#/properties/address/properties/bookmarked/type", keyword: "type", params: { type: "boolean" } };
            if (vErrors === null) {
              vErrors = [err18];
            } else {
              vErrors.push(err18);
            }
            errors++;
          }
        }
      } else {
        const err19 = { instancePath: instancePath + "/address", schemaPath: "#/properties/address/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err19];
        } else {
          vErrors.push(err19);
        }
        errors++;
      }
    }
  } else {
    const err20 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err20];
    } else {
      vErrors.push(err20);
    }
    errors++;
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var createStablecoinConversionRequest = validate22;
var schema33 = { "type": "object", "additionalProperties": false, "required": ["profile_id", "amount", "source_asset", "target_asset"], "properties": { "profile_id": { "type": "string" }, "amount": { "type": "string", "pattern": "^(?:[0-9]+|[0-9]*\\.[0-9]+)$" }, "source_asset": { "type": "string" }, "target_asset": { "type": "string" }, "ref_id": { "type": "string" }, "identity_id": { "type": "string" }, "account_id": { "type": "string" }, "metadata": { "type": "object", "additionalProperties": true }, "recipient_profile_id": { "type": "string" } } };
var pattern4 = new RegExp("^(?:[0-9]+|[0-9]*\\.[0-9]+)$", "u");
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate22.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.profile_id === void 0 || !func0.call(data, "profile_id")) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "profile_id" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.amount === void 0 || !func0.call(data, "amount")) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "amount" } };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.source_asset === void 0 || !func0.call(data, "source_asset")) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "source_asset" } };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.target_asset === void 0 || !func0.call(data, "target_asset")) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "target_asset" } };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!func0.call(schema33.properties, key0)) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.profile_id !== void 0 && func0.call(data, "profile_id")) {
      if (typeof data.profile_id !== "string") {
        const err5 = { instancePath: instancePath + "/profile_id", schemaPath: "#/properties/profile_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.amount !== void 0 && func0.call(data, "amount")) {
      let data1 = data.amount;
      if (typeof data1 === "string") {
        if (!pattern4.test(data1)) {
          const err6 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/pattern", keyword: "pattern", params: { pattern: "^(?:[0-9]+|[0-9]*\\.[0-9]+)$" } };
          if (vErrors === null) {
            vErrors = [err6];
          } else {
            vErrors.push(err6);
          }
          errors++;
        }
      } else {
        const err7 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.source_asset !== void 0 && func0.call(data, "source_asset")) {
      if (typeof data.source_asset !== "string") {
        const err8 = { instancePath: instancePath + "/source_asset", schemaPath: "#/properties/source_asset/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.target_asset !== void 0 && func0.call(data, "target_asset")) {
      if (typeof data.target_asset !== "string") {
        const err9 = { instancePath: instancePath + "/target_asset", schemaPath: "#/properties/target_asset/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.ref_id !== void 0 && func0.call(data, "ref_id")) {
      if (typeof data.ref_id !== "string") {
        const err10 = { instancePath: instancePath + "/ref_id", schemaPath: "#/properties/ref_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.identity_id !== void 0 && func0.call(data, "identity_id")) {
      if (typeof data.identity_id !== "string") {
        const err11 = { instancePath: instancePath + "/identity_id", schemaPath: "#/properties/identity_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.account_id !== void 0 && func0.call(data, "account_id")) {
      if (typeof data.account_id !== "string") {
        const err12 = { instancePath: instancePath + "/account_id", schemaPath: "#/properties/account_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.metadata !== void 0 && func0.call(data, "metadata")) {
      let data7 = data.metadata;
      if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
      } else {
        const err13 = { instancePath: instancePath + "/metadata", schemaPath: "#/properties/metadata/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.recipient_profile_id !== void 0 && func0.call(data, "recipient_profile_id")) {
      if (typeof data.recipient_profile_id !== "string") {
        const err14 = { instancePath: instancePath + "/recipient_profile_id", schemaPath: "#/properties/recipient_profile_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
  } else {
    const err15 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err15];
    } else {
      vErrors.push(err15);
    }
    errors++;
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var createStablecoinConversionResponse = validate23;
var schema34 = { "additionalProperties": false, "type": "object", "required": ["id", "profile_id", "amount", "source_asset", "target_asset", "status", "created_at", "updated_at"], "properties": { "id": { "type": "string", "format": "uuid" }, "profile_id": { "type": "string" }, "amount": { "type": "string" }, "source_asset": { "type": "string" }, "target_asset": { "type": "string" }, "status": { "type": "string" }, "ref_id": { "type": "string" }, "identity_id": { "type": "string" }, "account_id": { "type": "string" }, "created_at": { "type": "string", "format": "date-time" }, "updated_at": { "type": "string", "format": "date-time" }, "settled_at": { "type": "string", "format": "date-time" }, "cancelled_at": { "type": "string", "format": "date-time" }, "metadata": { "type": "object", "additionalProperties": true }, "recipient_profile_id": { "type": "string" } } };
var formats2 = /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate23.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0 || !func0.call(data, "id")) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.profile_id === void 0 || !func0.call(data, "profile_id")) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "profile_id" } };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.amount === void 0 || !func0.call(data, "amount")) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "amount" } };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.source_asset === void 0 || !func0.call(data, "source_asset")) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "source_asset" } };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.target_asset === void 0 || !func0.call(data, "target_asset")) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "target_asset" } };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.status === void 0 || !func0.call(data, "status")) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" } };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.created_at === void 0 || !func0.call(data, "created_at")) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" } };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.updated_at === void 0 || !func0.call(data, "updated_at")) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "updated_at" } };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!func0.call(schema34.properties, key0)) {
        const err8 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.id !== void 0 && func0.call(data, "id")) {
      let data0 = data.id;
      if (typeof data0 === "string") {
        if (!formats2.test(data0)) {
          const err9 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/format", keyword: "format", params: { format: "uuid" } };
          if (vErrors === null) {
            vErrors = [err9];
          } else {
            vErrors.push(err9);
          }
          errors++;
        }
      } else {
        const err10 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.profile_id !== void 0 && func0.call(data, "profile_id")) {
      if (typeof data.profile_id !== "string") {
        const err11 = { instancePath: instancePath + "/profile_id", schemaPath: "#/properties/profile_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
    }
    if (data.amount !== void 0 && func0.call(data, "amount")) {
      if (typeof data.amount !== "string") {
        const err12 = { instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.source_asset !== void 0 && func0.call(data, "source_asset")) {
      if (typeof data.source_asset !== "string") {
        const err13 = { instancePath: instancePath + "/source_asset", schemaPath: "#/properties/source_asset/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.target_asset !== void 0 && func0.call(data, "target_asset")) {
      if (typeof data.target_asset !== "string") {
        const err14 = { instancePath: instancePath + "/target_asset", schemaPath: "#/properties/target_asset/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.status !== void 0 && func0.call(data, "status")) {
      if (typeof data.status !== "string") {
        const err15 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.ref_id !== void 0 && func0.call(data, "ref_id")) {
      if (typeof data.ref_id !== "string") {
        const err16 = { instancePath: instancePath + "/ref_id", schemaPath: "#/properties/ref_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
    if (data.identity_id !== void 0 && func0.call(data, "identity_id")) {
      if (typeof data.identity_id !== "string") {
        const err17 = { instancePath: instancePath + "/identity_id", schemaPath: "#/properties/identity_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err17];
        } else {
          vErrors.push(err17);
        }
        errors++;
      }
    }
    if (data.account_id !== void 0 && func0.call(data, "account_id")) {
      if (typeof data.account_id !== "string") {
        const err18 = { instancePath: instancePath + "/account_id", schemaPath: "#/properties/account_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
    if (data.created_at !== void 0 && func0.call(data, "created_at")) {
      let data9 = data.created_at;
      if (typeof data9 === "string") {
        if (!formats0.test(data9)) {
          const err19 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/format", keyword: "format", params: { format: "date-time" } };
          if (vErrors === null) {
            vErrors = [err19];
          } else {
            vErrors.push(err19);
          }
          errors++;
        }
      } else {
        const err20 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err20];
        } else {
          vErrors.push(err20);
        }
        errors++;
      }
    }
    if (data.updated_at !== void 0 && func0.call(data, "updated_at")) {
      let data10 = data.updated_at;
      if (typeof data10 === "string") {
        if (!formats0.test(data10)) {
          const err21 = { instancePath: instancePath + "/updated_at", schemaPath: "#/properties/updated_at/format", keyword: "format", params: { format: "date-time" } };
          if (vErrors === null) {
            vErrors = [err21];
          } else {
            vErrors.push(err21);
          }
          errors++;
        }
      } else {
        const err22 = { instancePath: instancePath + "/updated_at", schemaPath: "#/properties/updated_at/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err22];
        } else {
          vErrors.push(err22);
        }
        errors++;
      }
    }
    if (data.settled_at !== void 0 && func0.call(data, "settled_at")) {
      let data11 = data.settled_at;
      if (typeof data11 === "string") {
        if (!formats0.test(data11)) {
          const err23 = { instancePath: instancePath + "/settled_at", schemaPath: "#/properties/settled_at/format", keyword: "format", params: { format: "date-time" } };
          if (vErrors === null) {
            vErrors = [err23];
          } else {
            vErrors.push(err23);
          }
          errors++;
        }
      } else {
        const err24 = { instancePath: instancePath + "/settled_at", schemaPath: "#/properties/settled_at/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err24];
        } else {
          vErrors.push(err24);
        }
        errors++;
      }
    }
    if (data.cancelled_at !== void 0 && func0.call(data, "cancelled_at")) {
      let data12 = data.cancelled_at;
      if (typeof data12 === "string") {
        if (!formats0.test(data12)) {
          const err25 = { instancePath: instancePath + "/cancelled_at", schemaPath: "#/properties/cancelled_at/format", keyword: "format", params: { format: "date-time" } };
          if (vErrors === null) {
            vErrors = [err25];
          } else {
            vErrors.push(err25);
          }
          errors++;
        }
      } else {
        const err26 = { instancePath: instancePath + "/cancelled_at", schemaPath: "#/properties/cancelled_at/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err26];
        } else {
          vErrors.push(err26);
        }
        errors++;
      }
    }
    if (data.metadata !== void 0 && func0.call(data, "metadata")) {
      let data13 = data.metadata;
      if (data13 && typeof data13 == "object" && !Array.isArray(data13)) {
      } else {
        const err27 = { instancePath: instancePath + "/metadata", schemaPath: "#/properties/metadata/type", keyword: "type", params: { type: "object" } };
        if (vErrors === null) {
          vErrors = [err27];
        } else {
          vErrors.push(err27);
        }
        errors++;
      }
    }
    if (data.recipient_profile_id !== void 0 && func0.call(data, "recipient_profile_id")) {
      if (typeof data.recipient_profile_id !== "string") {
        const err28 = { instancePath: instancePath + "/recipient_profile_id", schemaPath: "#/properties/recipient_profile_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err28];
        } else {
          vErrors.push(err28);
        }
        errors++;
      }
    }
  } else {
    const err29 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err29];
    } else {
      vErrors.push(err29);
    }
    errors++;
  }
  validate23.errors = vErrors;
  return errors === 0;
}
validate23.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var createIssuerQuoteRequest = validate24;
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate24.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.profile_id === void 0 || !func0.call(data, "profile_id")) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "profile_id" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.market === void 0 || !func0.call(data, "market")) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "market" } };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.side === void 0 || !func0.call(data, "side")) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "side" } };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.base_amount === void 0 || !func0.call(data, "base_amount")) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "base_amount" } };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "profile_id" || key0 === "market" || key0 === "side" || key0 === "base_amount")) {
        const err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err4];
        } else {
          vErrors.push(err4);
        }
        errors++;
      }
    }
    if (data.profile_id !== void 0 && func0.call(data, "profile_id")) {
      if (typeof data.profile_id !== "string") {
        const err5 = { instancePath: instancePath + "/profile_id", schemaPath: "#/properties/profile_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err5];
        } else {
          vErrors.push(err5);
        }
        errors++;
      }
    }
    if (data.market !== void 0 && func0.call(data, "market")) {
      let data1 = data.market;
      if (typeof data1 !== "string") {
        const err6 = { instancePath: instancePath + "/market", schemaPath: "#/properties/market/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err6];
        } else {
          vErrors.push(err6);
        }
        errors++;
      }
      if (!(data1 === "PAXGUSD")) {
        const err7 = { instancePath: instancePath + "/market", schemaPath: "#/properties/market/enum", keyword: "enum", params: {} };
        if (vErrors === null) {
          vErrors = [err7];
        } else {
          vErrors.push(err7);
        }
        errors++;
      }
    }
    if (data.side !== void 0 && func0.call(data, "side")) {
      let data2 = data.side;
      if (typeof data2 !== "string") {
        const err8 = { instancePath: instancePath + "/side", schemaPath: "#/properties/side/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
      if (!(data2 === "BUY" || data2 === "SELL")) {
        const err9 = { instancePath: instancePath + "/side", schemaPath: "#/properties/side/enum", keyword: "enum", params: {} };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.base_amount !== void 0 && func0.call(data, "base_amount")) {
      if (typeof data.base_amount !== "string") {
        const err10 = { instancePath: instancePath + "/base_amount", schemaPath: "#/properties/base_amount/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
  } else {
    const err11 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err11];
    } else {
      vErrors.push(err11);
    }
    errors++;
  }
  validate24.errors = vErrors;
  return errors === 0;
}
validate24.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var createIssuerQuoteResponse = validate25;
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate25.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (data && typeof data == "object" && !Array.isArray(data)) {
    if (data.quote_id === void 0 || !func0.call(data, "quote_id")) {
      const err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "quote_id" } };
      if (vErrors === null) {
        vErrors = [err0];
      } else {
        vErrors.push(err0);
      }
      errors++;
    }
    if (data.market === void 0 || !func0.call(data, "market")) {
      const err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "market" } };
      if (vErrors === null) {
        vErrors = [err1];
      } else {
        vErrors.push(err1);
      }
      errors++;
    }
    if (data.side === void 0 || !func0.call(data, "side")) {
      const err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "side" } };
      if (vErrors === null) {
        vErrors = [err2];
      } else {
        vErrors.push(err2);
      }
      errors++;
    }
    if (data.quantity === void 0 || !func0.call(data, "quantity")) {
      const err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "quantity" } };
      if (vErrors === null) {
        vErrors = [err3];
      } else {
        vErrors.push(err3);
      }
      errors++;
    }
    if (data.price === void 0 || !func0.call(data, "price")) {
      const err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "price" } };
      if (vErrors === null) {
        vErrors = [err4];
      } else {
        vErrors.push(err4);
      }
      errors++;
    }
    if (data.fee === void 0 || !func0.call(data, "fee")) {
      const err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fee" } };
      if (vErrors === null) {
        vErrors = [err5];
      } else {
        vErrors.push(err5);
      }
      errors++;
    }
    if (data.quote_amount === void 0 || !func0.call(data, "quote_amount")) {
      const err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "quote_amount" } };
      if (vErrors === null) {
        vErrors = [err6];
      } else {
        vErrors.push(err6);
      }
      errors++;
    }
    if (data.expires_at === void 0 || !func0.call(data, "expires_at")) {
      const err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "expires_at" } };
      if (vErrors === null) {
        vErrors = [err7];
      } else {
        vErrors.push(err7);
      }
      errors++;
    }
    for (const key0 of Object.keys(data)) {
      if (!(key0 === "quote_id" || key0 === "market" || key0 === "side" || key0 === "quantity" || key0 === "price" || key0 === "fee" || key0 === "quote_amount" || key0 === "expires_at")) {
        const err8 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 } };
        if (vErrors === null) {
          vErrors = [err8];
        } else {
          vErrors.push(err8);
        }
        errors++;
      }
    }
    if (data.quote_id !== void 0 && func0.call(data, "quote_id")) {
      if (typeof data.quote_id !== "string") {
        const err9 = { instancePath: instancePath + "/quote_id", schemaPath: "#/properties/quote_id/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err9];
        } else {
          vErrors.push(err9);
        }
        errors++;
      }
    }
    if (data.market !== void 0 && func0.call(data, "market")) {
      if (typeof data.market !== "string") {
        const err10 = { instancePath: instancePath + "/market", schemaPath: "#/properties/market/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err10];
        } else {
          vErrors.push(err10);
        }
        errors++;
      }
    }
    if (data.side !== void 0 && func0.call(data, "side")) {
      let data2 = data.side;
      if (typeof data2 !== "string") {
        const err11 = { instancePath: instancePath + "/side", schemaPath: "#/properties/side/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err11];
        } else {
          vErrors.push(err11);
        }
        errors++;
      }
      if (!(data2 === "BUY" || data2 === "SELL")) {
        const err12 = { instancePath: instancePath + "/side", schemaPath: "#/properties/side/enum", keyword: "enum", params: {} };
        if (vErrors === null) {
          vErrors = [err12];
        } else {
          vErrors.push(err12);
        }
        errors++;
      }
    }
    if (data.quantity !== void 0 && func0.call(data, "quantity")) {
      if (typeof data.quantity !== "string") {
        const err13 = { instancePath: instancePath + "/quantity", schemaPath: "#/properties/quantity/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err13];
        } else {
          vErrors.push(err13);
        }
        errors++;
      }
    }
    if (data.price !== void 0 && func0.call(data, "price")) {
      if (typeof data.price !== "string") {
        const err14 = { instancePath: instancePath + "/price", schemaPath: "#/properties/price/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err14];
        } else {
          vErrors.push(err14);
        }
        errors++;
      }
    }
    if (data.fee !== void 0 && func0.call(data, "fee")) {
      if (typeof data.fee !== "string") {
        const err15 = { instancePath: instancePath + "/fee", schemaPath: "#/properties/fee/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err15];
        } else {
          vErrors.push(err15);
        }
        errors++;
      }
    }
    if (data.quote_amount !== void 0 && func0.call(data, "quote_amount")) {
      if (typeof data.quote_amount !== "string") {
        const err16 = { instancePath: instancePath + "/quote_amount", schemaPath: "#/properties/quote_amount/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err16];
        } else {
          vErrors.push(err16);
        }
        errors++;
      }
    }
    if (data.expires_at !== void 0 && func0.call(data, "expires_at")) {
      let data7 = data.expires_at;
      if (typeof data7 === "string") {
        if (!formats0.test(data7)) {
          const err17 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/format", keyword: "format", params: { format: "date-time" } };
          if (vErrors === null) {
            vErrors = [err17];
          } else {
            vErrors.push(err17);
          }
          errors++;
        }
      } else {
        const err18 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/type", keyword: "type", params: { type: "string" } };
        if (vErrors === null) {
          vErrors = [err18];
        } else {
          vErrors.push(err18);
        }
        errors++;
      }
    }
  } else {
    const err19 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" } };
    if (vErrors === null) {
      vErrors = [err19];
    } else {
      vErrors.push(err19);
    }
    errors++;
  }
  validate25.errors = vErrors;
  return errors === 0;
}
validate25.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
export {
  createIssuerQuoteRequest,
  createIssuerQuoteResponse,
  createStablecoinConversionRequest,
  createStablecoinConversionResponse,
  putCryptoDestinationAddressRequest,
  putCryptoDestinationAddressResponse
};

export const phrases: Record<string, Record<string, string>> = {
  "putCryptoDestinationAddressRequest": {
    "#": "an object with exactly one of (id) or (crypto_network, address)",
    "#/oneOf/0": "an object",
    "#/oneOf/0/properties/id": "a string",
    "#/oneOf/0/properties/nickname": "a string",
    "#/oneOf/0/properties/bookmarked_status": "a boolean",
    "#/oneOf/0/properties/travelrule_metadata": "an object",
    "#/oneOf/0/properties/travelrule_metadata/properties/beneficiary": "an object",
    "#/oneOf/0/properties/travelrule_metadata/properties/vasp": "an object",
    "#/oneOf/0/properties/travelrule_metadata/properties/vasp/properties/id": "a string",
    "#/oneOf/0/properties/travelrule_metadata/properties/vasp/additionalProperties": "id",
    "#/oneOf/0/properties/travelrule_metadata/additionalProperties": "beneficiary, vasp",
    "#/oneOf/0/additionalProperties": "id, nickname, bookmarked_status, travelrule_metadata",
    "#/oneOf/1": "an object",
    "#/oneOf/1/properties/crypto_network": "one of BITCOIN, ETHEREUM, BITCOIN_CASH, LITECOIN, SOLANA, POLYGON_POS, BASE, ARBITRUM_ONE, STELLAR, INK, XLAYER",
    "#/oneOf/1/properties/address": "a string",
    "#/oneOf/1/properties/nickname": "a string",
    "#/oneOf/1/properties/bookmarked_status": "a boolean",
    "#/oneOf/1/properties/travelrule_metadata": "an object",
    "#/oneOf/1/properties/travelrule_metadata/properties/beneficiary": "an object",
    "#/oneOf/1/properties/travelrule_metadata/properties/vasp": "an object",
    "#/oneOf/1/properties/travelrule_metadata/properties/vasp/properties/id": "a string",
    "#/oneOf/1/properties/travelrule_metadata/properties/vasp/additionalProperties": "id",
    "#/oneOf/1/properties/travelrule_metadata/additionalProperties": "beneficiary, vasp",
    "#/oneOf/1/additionalProperties": "crypto_network, address, nickname, bookmarked_status, travelrule_metadata"
  },
  "putCryptoDestinationAddressResponse": {
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
  },
  "createStablecoinConversionRequest": {
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
  },
  "createStablecoinConversionResponse": {
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
  },
  "createIssuerQuoteRequest": {
    "#": "an object",
    "#/properties/profile_id": "a string",
    "#/properties/market": "PAXGUSD",
    "#/properties/side": "one of BUY, SELL",
    "#/properties/base_amount": "a decimal string such as 2.5",
    "#/additionalProperties": "profile_id, market, side, base_amount"
  },
  "createIssuerQuoteResponse": {
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
}
