import { HOUR } from '../lib/units.ts'

/** The timeout for a request to Twilio. */
export const TWILIO_TIMEOUT_MS = 10_000
/** How often admins may try to connect a mail server, all of them together. */
export const MAIL_SERVER_TESTS = { _max: 20, _seconds: HOUR }
