/**
 * Declares what your provider takes beyond the document, for the compiler: by the name of a type of requests, its
 * further fields, or its further values. It merges with yours: `declare module 'stablecoin-issuer-api' { interface
 * Unlisted { CryptoNetwork: 'TRON' } }`. At run time, the option `unlisted` says the same.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- it is empty until it is merged with
export interface Unlisted {}
