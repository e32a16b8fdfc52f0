import { HOUR } from '../lib/units.ts'

/** The timeout for a request to Twilio. */
export const TWILIO_TIMEOUT_MS = 10_000
/** How long the address of a sent email is kept in the outbox. */
export const SENT_EMAIL_RETENTION_DAYS = 30
/** How long an email that could not be delivered, or that is held, is kept in the outbox. */
export const FAILED_EMAIL_RETENTION_DAYS = 90
/** How often admins may try to connect a mail server, all of them together. */
export const MAIL_SERVER_TESTS = { _max: 20, _seconds: HOUR }
