// Length limits for text that customers and dealers enter. The database enforces the same numbers, and
// supabase/tests/lengths.test.ts compares them. Forms and functions check first, to give a better message.

/** A full name in an enquiry, a test drive request or a message. */
export const NAME_LENGTH = 200
/** An account's first or last name. Forms apply this limit to the full name, so that it fits wherever it is split. */
export const ACCOUNT_NAME_LENGTH = 100
export const EMAIL_LENGTH = 320
/** GoTrue's limit for an account's email address. */
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
export const CAPTION_LENGTH = 200
/** A setting can hold the text of a whole page, or a list. */
export const SETTING_LENGTH = 40_000

export const MIN_PASSWORD_LENGTH = 6
/** For admins. */
export const MIN_STAFF_PASSWORD_LENGTH = 10
/** GoTrue's hash ignores everything after this many bytes. */
export const MAX_PASSWORD_BYTES = 72

export const ADDRESS_LENGTH = 500
/** What staff note about a person or a lead, and what they write to customers. */
export const NOTE_LENGTH = 5000
export const NEXT_STEP_LENGTH = 500
export const SUBJECT_LENGTH = 200
/** Of a guide or a text for a list of cars. */
export const PAGE_TITLE_LENGTH = 120
export const PAGE_SUMMARY_LENGTH = 300
export const PAGE_TEXT_LENGTH = 20_000
