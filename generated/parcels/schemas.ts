// Made by stablecoin-issuer-overlay from parcels.overlay.yaml. Do not edit.
/** Which fields exclude the one that has this type. */
declare enum NotTogetherWith {
  /** Is given already. */
  id = "id",
  /** Is given already. */
  room_and_place = "room and place",
}

/** The operations of the document. */
export type OperationId = "putShelf" | "createParcel" | "quotePostage" | "boxesCreate" | "boxesFind" | "boxesUpdate" | "boxesRemove"

/** A shelf, by its room and place or by its id. */
export type PutShelfRequest = ShelfById | ShelfByRoomPlace;
/** A shelf that exists, by its id. */
export type ShelfById = {
    /** Selects the shelf. */
    id: string;
    /** What is written on it. */
    label?: string | undefined;
    /** The answer calls it `pinned`. */
    pinned_status?: boolean | undefined;
    /** What is on it. */
    contents?: ShelfContents | undefined;
    /** Not together with `id`: exactly one of the alternatives is given. */
    room?: Room;
    /** Not together with `id`: exactly one of the alternatives is given. */
    place?: NotTogetherWith.id;
};
/** A shelf to create or update, by its room and place. */
export type ShelfByRoomPlace = {
    /** Room of the shelf. */
    room: Room;
    /** Place in the room. */
    place: string;
    /** What is written on it. */
    label?: string | undefined;
    /** The answer calls it `pinned`. */
    pinned_status?: boolean | undefined;
    /** What is on it. */
    contents?: ShelfContents | undefined;
    /** Not together with `room` and `place`: exactly one of the alternatives is given. */
    id?: NotTogetherWith.room_and_place;
};
/**
 * A room.
 * @enum {string}
 */
export type Room = "CELLAR" | "ATTIC" | "GARAGE" | "HALL";
/** What is on a shelf. */
export type ShelfContents = {
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
export type PutShelfResponse = {
    /** The shelf. */
    shelf: Shelf;
};
/** A shelf. */
export type Shelf = {
    /** Identifier of the shelf. */
    id: string;
    /** Room of the shelf. */
    room: Room | (string & {});
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
export type CreateParcelRequest = {
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
export type Parcel = {
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
export type QuotePostageRequest = {
    /** Depot of the parcel. */
    depot_id: string;
    /**
     * Where it goes.
     * @enum {string}
     */
    zone: "INLAND";
    /** How soon it arrives. */
    pace: Pace;
    /** What it weighs with its box. */
    gross_weight: string;
};
/**
 * How soon a parcel arrives.
 * @enum {string}
 */
export type Pace = "SLOW" | "FAST";
/** Postage that is held. */
export type Postage = {
    /** Identifier of the postage. */
    postage_id: string;
    /** Where it goes. */
    zone: string;
    /** How soon it arrives. */
    pace: Pace | (string & {});
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
export type BoxesV1Marks = {
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
export type BoxesV1NewBox = {
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
export type BoxesV1Box = {
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
export type BoxesV1Boxes = {
    boxes: BoxesV1Box[];
};
/** What boxesFind takes in its path, query and headers. */
export type BoxesFindParameters = {
    ids?: string[] | undefined;
    /** Format: date-time */
    "made_at.lt"?: string | undefined;
    /** Format: int32 */
    limit?: number | undefined;
};
/** What boxesUpdate takes in its path, query and headers. */
export type BoxesUpdateParameters = {
    box_id: string;
};
/** What boxesRemove takes in its path, query and headers. */
export type BoxesRemoveParameters = {
    box_id: string;
};
