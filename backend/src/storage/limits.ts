import { HOUR, MIB, MINUTE, SECOND_MS } from '../lib/units.ts'

/** A file in a bucket that is not for pictures. */
export const MAX_DOCUMENT_BYTES = 20 * MIB
/** Documents that are read at once, as each is read whole into memory. */
export const MAX_DOCUMENTS_AT_ONCE = 4
/** A form field sent with an uploaded file. */
export const MAX_UPLOAD_FIELD_BYTES = 16 * 1024
/** An object's whole name, and each part between its slashes. */
export const MAX_OBJECT_NAME_CHARACTERS = 500
export const MAX_OBJECT_NAME_PART_CHARACTERS = 200
/** Objects in one request. */
export const MAX_OBJECTS_REMOVED = 1000
export const MAX_OBJECTS_LISTED = 1000
export const MAX_URLS_SIGNED = 1000
/** The longest validity that can be requested for a signed download URL. */
export const MAX_SIGNED_SECONDS = 366 * 24 * HOUR
/** The validity of every signed upload URL. */
export const SIGNED_UPLOAD_SECONDS = 2 * HOUR
export const MAX_BUCKET_NAME_CHARACTERS = 100
export const MAX_BUCKETS_LISTED = 1000
/** Allowed MIME types of one bucket. */
export const MAX_MIME_TYPES = 100
export const MAX_MIME_TYPE_CHARACTERS = 200
/** Validity of a lock on an object's name: longer than any write or removal takes, so that it only expires after a crash. */
export const LOCK_SECONDS = 2 * MINUTE
/** How long a request waits for a lock. */
export const LOCK_WAIT_MS = 10 * SECOND_MS
