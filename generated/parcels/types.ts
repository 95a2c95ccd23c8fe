// Made by stablecoin-issuer-overlay from parcels.overlay.yaml. Do not edit.
/** Which fields exclude the one that has this type. */
declare enum NotTogetherWith {
  /** Is given already. */
  id = "id",
  /** Is given already. */
  room_and_place = "room and place",
}

export interface paths {
    "/v1/shelf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Put shelf */
        put: operations["putShelf"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/parcels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Create parcel */
        post: operations["createParcel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/postage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Quote postage */
        post: operations["quotePostage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boxes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Find boxes
         * @deprecated
         */
        get: operations["boxesFind"];
        put?: never;
        /** Create box */
        post: operations["boxesCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/boxes/{box_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                box_id: string;
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Remove box */
        delete: operations["boxesRemove"];
        options?: never;
        head?: never;
        /** Update box */
        patch: operations["boxesUpdate"];
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** A shelf, by its room and place or by its id. */
        PutShelfRequest: components["schemas"]["ShelfById"] | components["schemas"]["ShelfByRoomPlace"];
        /** A shelf that exists, by its id. */
        ShelfById: {
            /** Selects the shelf. */
            id: string;
            /** What is written on it. */
            label?: string | undefined;
            /** The answer calls it `pinned`. */
            pinned_status?: boolean | undefined;
            /** What is on it. */
            contents?: components["schemas"]["ShelfContents"] | undefined;
            /** Not together with `id`: exactly one of the alternatives is given. */
            room?: components["schemas"]["Room"];
            /** Not together with `id`: exactly one of the alternatives is given. */
            place?: NotTogetherWith.id;
        };
        /** A shelf to create or update, by its room and place. */
        ShelfByRoomPlace: {
            /** Room of the shelf. */
            room: components["schemas"]["Room"];
            /** Place in the room. */
            place: string;
            /** What is written on it. */
            label?: string | undefined;
            /** The answer calls it `pinned`. */
            pinned_status?: boolean | undefined;
            /** What is on it. */
            contents?: components["schemas"]["ShelfContents"] | undefined;
            /** Not together with `room` and `place`: exactly one of the alternatives is given. */
            id?: NotTogetherWith.room_and_place;
        };
        /**
         * A room.
         * @enum {string}
         */
        Room: "CELLAR" | "ATTIC" | "GARAGE" | "HALL";
        /** What is on a shelf. */
        ShelfContents: {
            /** Of any fields. */
            owner?: {
                [key: string]: unknown;
            } | undefined;
            /** A box, by its id. */
            box?: {
                /** Identifier of the box. */
                id?: string | undefined;
            } | undefined;
        };
        /** The shelf that was created or updated. */
        PutShelfResponse: {
            /** The shelf. */
            shelf: components["schemas"]["Shelf"];
        };
        /** A shelf. */
        Shelf: {
            /** Identifier of the shelf. */
            id: string;
            /** Room of the shelf. */
            room: components["schemas"]["Room"] | string;
            /** Place in the room. */
            place: string;
            /** What is written on it. */
            label: string;
            /** Status of the shelf. */
            status: string;
            /**
             * When it was made.
             * Format: date-time
             */
            created_at: string;
            /** Whether it stays. */
            pinned: boolean;
        };
        /** A parcel to bring from one town to another. */
        CreateParcelRequest: {
            /** Depot of the parcel. */
            depot_id: string;
            /** What it weighs. */
            weight: string;
            /** Town that it leaves. */
            from_town: string;
            /** Town that it reaches. */
            to_town: string;
            /** Your own reference. */
            ref_id?: string;
            /** Who sends it. */
            sender_id?: string | undefined;
            /** Counter that takes it. */
            counter_id?: string | undefined;
            /** Of any fields. */
            metadata?: {
                [key: string]: unknown;
            } | undefined;
            /** Depot that it reaches. */
            recipient_depot_id?: string | undefined;
        };
        /** A parcel and its status. */
        Parcel: {
            /**
             * Identifier of the parcel.
             * Format: uuid
             */
            id: string;
            /** Depot of the parcel. */
            depot_id: string;
            /** What it weighs. */
            weight: string;
            /** Town that it leaves. */
            from_town: string;
            /** Town that it reaches. */
            to_town: string;
            /** Status of the parcel. */
            status: string;
            /** Your own reference. */
            ref_id?: string;
            /** Who sends it. */
            sender_id?: string;
            /** Counter that takes it. */
            counter_id?: string;
            /**
             * When it was taken.
             * Format: date-time
             */
            created_at: string;
            /**
             * When it was seen last.
             * Format: date-time
             */
            updated_at: string;
            /**
             * When it arrived.
             * Format: date-time
             */
            delivered_at?: string;
            /**
             * When it came back.
             * Format: date-time
             */
            returned_at?: string;
            /** As it was sent. */
            metadata?: {
                [key: string]: unknown;
            };
            /** Depot that it reaches. */
            recipient_depot_id?: string;
        };
        /** The postage to quote. */
        QuotePostageRequest: {
            /** Depot of the parcel. */
            depot_id: string;
            /**
             * Where it goes.
             * @enum {string}
             */
            zone: "INLAND";
            /** How soon it arrives. */
            pace: components["schemas"]["Pace"];
            /** What it weighs with its box. */
            gross_weight: string;
        };
        /**
         * How soon a parcel arrives.
         * @enum {string}
         */
        Pace: "SLOW" | "FAST";
        /** Postage that is held. */
        Postage: {
            /** Identifier of the postage. */
            postage_id: string;
            /** Where it goes. */
            zone: string;
            /** How soon it arrives. */
            pace: components["schemas"]["Pace"] | string;
            /** What is paid for. */
            charged_weight: string;
            /** What a unit of weight costs. */
            rate: string;
            /** What comes on top. */
            surcharge: string;
            /** What it costs. */
            total: string;
            /**
             * When it is held no longer.
             * Format: date-time
             */
            expires_at: string;
        };
        /** What is to be on a box. A mark that is not listed is written on it as well. */
        BoxesV1Marks: {
            /** Each a line on the box. */
            labels?: {
                [key: string]: string;
            } | undefined;
            /**
             * @deprecated
             * Where it stood.
             */
            room?: string | undefined;
        };
        /** A box to make. */
        BoxesV1NewBox: {
            /** Each a line on the box. */
            labels?: {
                [key: string]: string;
            } | undefined;
            /**
             * @deprecated
             * Where it stood.
             */
            room?: string | undefined;
            /**
             * How much fits.
             * Format: decimal
             */
            liters: string;
        };
        /** A box. */
        BoxesV1Box: {
            /** Identifier of the box. */
            box_id: string;
            /**
             * How much fits.
             * Format: decimal
             */
            liters: string;
            /** Each a line. */
            labels?: {
                [key: string]: string;
            };
            /** What somebody wrote on it. */
            note: string | null;
            /**
             * When it was made.
             * Format: date-time
             */
            "made.at"?: string;
        };
        /** Boxes. */
        BoxesV1Boxes: {
            boxes: components["schemas"]["BoxesV1Box"][];
        };
    };
    responses: {
        /** The box. */
        Box: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BoxesV1Box"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type PutShelfRequest = components['schemas']['PutShelfRequest'];
export type ShelfById = components['schemas']['ShelfById'];
export type ShelfByRoomPlace = components['schemas']['ShelfByRoomPlace'];
export type Room = components['schemas']['Room'];
export type ShelfContents = components['schemas']['ShelfContents'];
export type PutShelfResponse = components['schemas']['PutShelfResponse'];
export type Shelf = components['schemas']['Shelf'];
export type CreateParcelRequest = components['schemas']['CreateParcelRequest'];
export type Parcel = components['schemas']['Parcel'];
export type QuotePostageRequest = components['schemas']['QuotePostageRequest'];
export type Pace = components['schemas']['Pace'];
export type Postage = components['schemas']['Postage'];
export type BoxesV1Marks = components['schemas']['BoxesV1Marks'];
export type BoxesV1NewBox = components['schemas']['BoxesV1NewBox'];
export type BoxesV1Box = components['schemas']['BoxesV1Box'];
export type BoxesV1Boxes = components['schemas']['BoxesV1Boxes'];
export type ResponseBox = components['responses']['Box'];
export type $defs = Record<string, never>;
export interface operations {
    putShelf: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PutShelfRequest"];
            };
        };
        responses: {
            /** The shelf. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PutShelfResponse"];
                };
            };
        };
    };
    createParcel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateParcelRequest"];
            };
        };
        responses: {
            /** The parcel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Parcel"];
                };
            };
        };
    };
    quotePostage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotePostageRequest"];
            };
        };
        responses: {
            /** The postage. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Postage"];
                };
            };
        };
    };
    boxesFind: {
        parameters: {
            query?: {
                ids?: string[];
                "made_at.lt"?: string;
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** The boxes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BoxesV1Boxes"];
                };
            };
        };
    };
    boxesCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoxesV1NewBox"];
            };
        };
        responses: {
            201: components["responses"]["Box"];
        };
    };
    boxesRemove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                box_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** It is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    boxesUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                box_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BoxesV1Marks"];
            };
        };
        responses: {
            202: components["responses"]["Box"];
        };
    };
}
