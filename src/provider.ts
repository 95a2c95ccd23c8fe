// What the folders import that `stablecoin-issuer-overlay` writes.

import { createKey as key } from './document/key.js'
import { createLimits as limits } from './document/limits.js'
import { createLink as link } from './document/link.js'
import { createParameters as writer } from './document/parameters.js'

/** Makes the key of requests that may be sent again, from what the document says of it. */
export const createKey = key as (rule: object) => object

/** Makes what checks the limits of a value, such as `minLength`, from the keywords of its schema. */
export const createLimits = limits as (keywords: object) => object

/** Makes what follows a link of the document, from its rule and the documented body of a 404. */
export const createLink = link as (rule: object, notFound?: object) => object

/** Makes what writes the parameters of an operation, from their places and names. */
export const createParameters = writer as (list: readonly object[]) => object
