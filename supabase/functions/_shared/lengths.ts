// Length limits of what people type about themselves, and dealers about vehicles and their site. The database checks the
// same numbers, which supabase/tests/lengths.test.ts compares; the forms and functions are kind first.

/** The whole name, on an enquiry, a test drive or a message. */
export const NAME_LENGTH = 200
/** One of an account's two names. Its forms hold the whole name to it, so that it fits wherever it is split. */
export const ACCOUNT_NAME_LENGTH = 100
export const EMAIL_LENGTH = 320
/** An account's address: GoTrue stores no longer one. */
export const ACCOUNT_EMAIL_LENGTH = 255
export const PHONE_LENGTH = 50
export const MESSAGE_LENGTH = 5000
export const VEHICLE_TITLE_LENGTH = 200
export const MAKE_LENGTH = 100
export const MODEL_LENGTH = 100
export const DESCRIPTION_LENGTH = 20_000
export const FEATURE_LENGTH = 200
export const SPECIFICATION_NAME_LENGTH = 100
export const SPECIFICATION_VALUE_LENGTH = 500
/** The text of a whole page, or a list. */
export const SETTING_LENGTH = 40_000

export const MIN_PASSWORD_LENGTH = 6
/** Of people who work in the back office. */
export const MIN_STAFF_PASSWORD_LENGTH = 10
/** What GoTrue can hash; of longer ones the rest would not count. */
export const MAX_PASSWORD_BYTES = 72
