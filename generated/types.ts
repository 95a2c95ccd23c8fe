// Made from openapi/openapi.yaml by `npm run generate`. Do not edit.
export interface paths {
    "/v2/transfer/crypto-destination-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Put crypto destination address
         * Registers a blockchain address as a transfer destination, or updates the nickname, the bookmark flag and the
         *     travel-rule metadata of one that exists.
         *
         *     Identify the address by exactly one of `id`, or `crypto_network` and `address` together. The service's own
         *     documentation does not say what an update does with fields that are omitted, or whether a repeated request
         *     changes anything.
         *
         *     The response carries the approval `status` of the address.
         */
        put: operations["putCryptoDestinationAddress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/conversion/stablecoins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create stablecoin conversion
         * Requests the conversion of an amount of one asset into another under a profile.
         *
         *     A 200 does not mean that the conversion settled: `settled_at` is present when it settled, `cancelled_at` when it
         *     was cancelled. Keep its `id`, which the service's Get Stablecoin Conversion operation requires.
         *
         *     Send your own `ref_id`, and store it first. The service's own documentation does not say what a repeated
         *     `ref_id` does. After a lost response, find out what happened to the conversion before you send it again. Without
         *     its answer you do not know its `id`: find it by its `ref_id`, as your provider says.
         */
        post: operations["createStablecoinConversion"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/issuer-quote": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create issuer quote
         * Requests a held quote to buy (mint) or sell (redeem) an amount of a crypto asset under a profile.
         *
         *     The quote expires at `expires_at`, and `quote_amount` excludes `fee`. The service's own documentation says neither
         *     how long a quote lives, nor the currency and sign of its `fee`. A request carries no reference of yours, so you
         *     cannot identify a quote whose response was lost.
         */
        post: operations["createIssuerQuote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** Exactly one of two ways to identify the address: its `crypto_network` and `address`, or its `id`. */
        PutCryptoDestinationAddressRequest: components["schemas"]["CryptoDestinationAddressByNetworkAddress"] | components["schemas"]["CryptoDestinationAddressById"];
        /** A destination address to create or update, identified by its network and blockchain address. */
        CryptoDestinationAddressByNetworkAddress: {
            /** Network of the address. */
            crypto_network: components["schemas"]["CryptoNetwork"];
            /**
             * Blockchain address to create or update.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            address: string;
            /**
             * New nickname of the address. On creation, one is generated when it is omitted.
             * @example Treasury vault
             */
            nickname?: string | undefined;
            /**
             * Bookmark flag. On creation, false when it is omitted. The response calls it `bookmarked`.
             * @example false
             */
            bookmarked_status?: boolean | undefined;
            /** Travel-rule metadata, only in requests. The service's own documentation does not say when it is required. */
            travelrule_metadata?: components["schemas"]["TravelRuleMetadata"] | undefined;
            id?: never;
        };
        /** An existing destination address, identified by its id, and what to change on it. */
        CryptoDestinationAddressById: {
            /**
             * Selects the existing destination address to update.
             * @example 7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11
             */
            id: string;
            /**
             * New nickname of the address.
             * @example Cold vault
             */
            nickname?: string | undefined;
            /**
             * Bookmark flag. The response calls it `bookmarked`.
             * @example true
             */
            bookmarked_status?: boolean | undefined;
            /** Travel-rule metadata, only in requests. The service's own documentation does not say when it is required. */
            travelrule_metadata?: components["schemas"]["TravelRuleMetadata"] | undefined;
            crypto_network?: never;
            address?: never;
        };
        /**
         * A crypto network.
         * @example ETHEREUM
         * @enum {string}
         */
        CryptoNetwork: "BITCOIN" | "ETHEREUM" | "BITCOIN_CASH" | "LITECOIN" | "SOLANA" | "POLYGON_POS" | "BASE" | "ARBITRUM_ONE" | "STELLAR" | "INK" | "XLAYER";
        /** Travel-rule metadata of a destination address. No response has it. */
        TravelRuleMetadata: {
            /** The beneficiary. The service's own documentation does not show its inner fields. */
            beneficiary?: {
                [key: string]: unknown;
            } | undefined;
            /** The VASP, by its id. */
            vasp?: ({
                /**
                 * Identifier of the VASP.
                 * @example vasp-4410
                 */
                id?: string | undefined;
            } & {
                [key: string]: unknown;
            }) | undefined;
        } & {
            [key: string]: unknown;
        };
        /** The destination address that was created or updated. */
        PutCryptoDestinationAddressResponse: {
            /** The destination address. */
            address: components["schemas"]["CryptoDestinationAddress"];
        };
        /** A blockchain address registered as a transfer destination. */
        CryptoDestinationAddress: {
            /**
             * Identifier of the destination address. A UUID in the service's sample.
             * @example 7c1f0c6e-52f0-4d8b-9a55-0d2a7b7f3e11
             */
            id: string;
            /** Network of the address. Accept a value that is not listed. */
            crypto_network: components["schemas"]["CryptoNetwork"] | string;
            /**
             * Blockchain address.
             * @example 0x52908400098527886E0F7030069857D2E4169EE7
             */
            address: string;
            /**
             * Label of the address.
             * @example Treasury vault
             */
            nickname: string;
            /**
             * Approval status of the address. The service's own documentation does not list its values.
             * @example PENDING
             */
            status: string;
            /**
             * Time the address was created.
             * Format: date-time
             * @example 2026-03-02T09:15:30.123456Z
             */
            created_at: string;
            /**
             * Bookmark flag. The request calls it `bookmarked_status`.
             * @example false
             */
            bookmarked: boolean;
        };
        /** An amount of one asset to convert into another under a profile. */
        CreateStablecoinConversionRequest: {
            /**
             * Profile of the conversion.
             * @example 0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77
             */
            profile_id: string;
            /**
             * Amount to convert, a non-negative decimal without sign or exponent.
             * @example 10005.25
             */
            amount: string;
            /**
             * Asset to convert from. The service's own documentation lists no values.
             * @example USDC
             */
            source_asset: string;
            /**
             * Asset to convert to. The service's own documentation lists no values.
             * @example USDG
             */
            target_asset: string;
            /**
             * Your own unique reference id, for lookup and replay protection. The service's own documentation does not say
             *     what a repeated one does.
             * @example treasury-2026-03-02-0001
             */
            ref_id?: string;
            /**
             * Identity id of the requesting user. Required only for customers with third-party integrations.
             * @example c2a6a7a4-5d3d-4b6f-b3a8-2f7f0c9e4b10
             */
            identity_id?: string | undefined;
            /**
             * Account id of the requesting user. Required only for customers with third-party integrations.
             * @example 9d3b6c0f-1e2a-4f5b-8c7d-6e5f4a3b2c1d
             */
            account_id?: string | undefined;
            /** Free-form key/value pairs that are stored with the conversion. The response carries back what was sent. */
            metadata?: {
                [key: string]: unknown;
            } | undefined;
            /**
             * For directed settlement, the id of the receiving side's profile.
             * @example e4d909c2-90d0-4b1c-a068-ffaddf22cbd0
             */
            recipient_profile_id?: string | undefined;
        };
        /** A conversion and its current status. */
        StablecoinConversion: {
            /**
             * Identifier that the service gave the conversion. Get Stablecoin Conversion requires it.
             * Format: uuid
             * @example 3f2504e0-4f89-41d3-9a0c-0305e82c3301
             */
            id: string;
            /**
             * Profile of the conversion.
             * @example 0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77
             */
            profile_id: string;
            /**
             * Amount to convert, as a decimal string.
             * @example 10005.25
             */
            amount: string;
            /**
             * Asset converted from.
             * @example USDC
             */
            source_asset: string;
            /**
             * Asset converted to.
             * @example USDG
             */
            target_asset: string;
            /**
             * Current status of the conversion. The service's own documentation does not list its values.
             * @example CREATED
             */
            status: string;
            /**
             * Your own reference id, echoed from the request.
             * @example treasury-2026-03-02-0001
             */
            ref_id?: string;
            /**
             * Identity id of the requesting user.
             * @example c2a6a7a4-5d3d-4b6f-b3a8-2f7f0c9e4b10
             */
            identity_id?: string;
            /**
             * Account id of the requesting user.
             * @example 9d3b6c0f-1e2a-4f5b-8c7d-6e5f4a3b2c1d
             */
            account_id?: string;
            /**
             * Time the conversion was requested.
             * Format: date-time
             * @example 2026-03-02T09:16:02.481930Z
             */
            created_at: string;
            /**
             * Time of the last update.
             * Format: date-time
             * @example 2026-03-02T09:16:02.481930Z
             */
            updated_at: string;
            /**
             * Time the conversion settled. Present when it settled.
             * Format: date-time
             * @example 2026-03-02T09:16:05.002118Z
             */
            settled_at?: string;
            /**
             * Time the conversion was cancelled. Present when it was cancelled.
             * Format: date-time
             * @example 2026-03-02T09:17:00.000000Z
             */
            cancelled_at?: string;
            /** Free-form key/value pairs, as they were sent with the request. */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * For directed settlement, the id of the receiving side's profile.
             * @example e4d909c2-90d0-4b1c-a068-ffaddf22cbd0
             */
            recipient_profile_id?: string;
        };
        /** The quote to hold. All fields are required. */
        CreateIssuerQuoteRequest: {
            /**
             * Profile under which the order is executed.
             * @example 0b9e1d62-8f0e-4c0f-8a1c-6a1a5a0c2d77
             */
            profile_id: string;
            /**
             * Trading pair. Only PAXGUSD is supported.
             * @example PAXGUSD
             * @enum {string}
             */
            market: "PAXGUSD";
            /** BUY to mint the crypto asset, SELL to redeem it. */
            side: components["schemas"]["Side"];
            /**
             * Amount of the crypto asset to mint or redeem, as a decimal string.
             * @example 2.5
             */
            base_amount: string;
        };
        /**
         * BUY mints the crypto asset, SELL redeems it.
         * @example BUY
         * @enum {string}
         */
        Side: "BUY" | "SELL";
        /** A held quote. */
        IssuerQuote: {
            /**
             * Identifier of the held quote.
             * @example 5a1f8a4e-7d0c-4a53-8a39-4d6d1f2b9c08
             */
            quote_id: string;
            /**
             * Trading pair.
             * @example PAXGUSD
             */
            market: string;
            /** BUY or SELL. Accept a value that is not listed. */
            side: components["schemas"]["Side"] | string;
            /**
             * Amount of the crypto asset in the quote, as a decimal string.
             * @example 2.5
             */
            quantity: string;
            /**
             * Cost per unit of the crypto asset, as a decimal string.
             * @example 4000.10
             */
            price: string;
            /**
             * Fee for the transaction, as a decimal string. The service's own documentation gives neither its currency nor
             *     its sign.
             * @example 5.00
             */
            fee: string;
            /**
             * Fiat amount to spend or acquire, excluding fees, as a decimal string.
             * @example 10000.25
             */
            quote_amount: string;
            /**
             * Time the quote expires.
             * Format: date-time
             * @example 2026-03-02T09:18:40.750000Z
             */
            expires_at: string;
        };
    };
    responses: {
        /** A failure, of which the service's own documentation shows nothing, since it shows the status 200 alone. */
        NotDocumented: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "*/*": unknown;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    putCryptoDestinationAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The address, and what to set on it. Exactly one of `id`, or `crypto_network` and `address` together,
         *     identifies it.
         */
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutCryptoDestinationAddressRequest"];
            };
        };
        responses: {
            /** The destination address. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutCryptoDestinationAddressResponse"];
                };
            };
            "5XX": components["responses"]["NotDocumented"];
        };
    };
    createStablecoinConversion: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What to convert, and under which profile. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateStablecoinConversionRequest"];
            };
        };
        responses: {
            /** The conversion that was requested. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StablecoinConversion"];
                };
            };
            "5XX": components["responses"]["NotDocumented"];
        };
    };
    createIssuerQuote: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The side, the market and the amount to quote. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateIssuerQuoteRequest"];
            };
        };
        responses: {
            /** The held quote. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuerQuote"];
                };
            };
            "5XX": components["responses"]["NotDocumented"];
        };
    };
}
