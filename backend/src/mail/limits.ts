/** The timeout for a request to Twilio. */
export const TWILIO_TIMEOUT_MS = 10_000
/** How long the address of a sent email is kept in the outbox. */
export const SENT_EMAIL_RETENTION_DAYS = 30
/** How long an email that could not be delivered is kept in the outbox. */
export const FAILED_EMAIL_RETENTION_DAYS = 90
