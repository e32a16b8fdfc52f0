import { HOUR, MIB, MINUTE, SECOND_MS } from '../lib/units.ts'

/** The maximum size of a file in a bucket that does not hold pictures. */
export const MAX_DOCUMENT_BYTES = 20 * MIB
/** How many documents are read at once. Each is read into memory as a whole. */
export const MAX_DOCUMENTS_AT_ONCE = 4
/** The maximum size of a form field sent with an uploaded file. */
export const MAX_UPLOAD_FIELD_BYTES = 16 * 1024
/** The maximum length of an object's full name, and of each segment between slashes. */
export const MAX_OBJECT_NAME_CHARACTERS = 500
export const MAX_OBJECT_NAME_PART_CHARACTERS = 200
/** How many objects one request may remove. */
export const MAX_OBJECTS_REMOVED = 1000
export const MAX_OBJECTS_LISTED = 1000
export const MAX_URLS_SIGNED = 1000
/** The longest time for which a signed download URL can be valid. */
export const MAX_SIGNED_SECONDS = 366 * 24 * HOUR
/** How long a signed upload URL stays valid. */
export const SIGNED_UPLOAD_SECONDS = 2 * HOUR
export const MAX_BUCKET_NAME_CHARACTERS = 100
export const MAX_BUCKETS_LISTED = 1000
/** The number of MIME types that one bucket may allow. */
export const MAX_MIME_TYPES = 100
export const MAX_MIME_TYPE_CHARACTERS = 200
/**
 * How long a lock on an object's name is valid. This is longer than any write or removal takes, so a lock expires only
 * after a crash.
 */
export const LOCK_SECONDS = 2 * MINUTE
/** How long a request waits for a lock. */
export const LOCK_WAIT_MS = 10 * SECOND_MS
