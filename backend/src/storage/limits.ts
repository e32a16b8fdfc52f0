import { HOUR, MIB, MINUTE, SECOND_MS } from '../lib/units.ts'

/** A file of a bucket that is not for pictures of vehicles; read whole, so only a few at once. */
export const MAX_DOCUMENT_BYTES = 20 * MIB
export const MAX_DOCUMENTS_AT_ONCE = 4
/** A field beside the picture in an upload's form. */
export const MAX_UPLOAD_FIELD_BYTES = 16 * 1024
export const MAX_OBJECT_NAME_CHARACTERS = 500
export const MAX_OBJECT_NAME_PART_CHARACTERS = 200
export const MAX_OBJECTS_REMOVED = 1000
export const MAX_OBJECTS_LISTED = 1000
export const MAX_URLS_SIGNED = 1000
/** How long an address can be signed for, and how long one for an upload is good. */
export const MAX_SIGNED_SECONDS = 366 * 24 * HOUR
export const SIGNED_UPLOAD_SECONDS = 2 * HOUR
export const MAX_BUCKET_NAME_CHARACTERS = 100
export const MAX_BUCKETS_LISTED = 1000
export const MAX_MIME_TYPES = 100
export const MAX_MIME_TYPE_CHARACTERS = 200
/** Whoever writes or removes a file holds its name; longer than any of it takes, and no longer after a crash. */
export const LOCK_SECONDS = 2 * MINUTE
/** How long another waits for it. */
export const LOCK_WAIT_MS = 10 * SECOND_MS
