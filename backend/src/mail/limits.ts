export const TWILIO_TIMEOUT_MS = 10_000
/** Mails in the outbox: the address of a sent one, and the whole of one that was given up. */
export const SENT_EMAIL_RETENTION_DAYS = 30
export const FAILED_EMAIL_RETENTION_DAYS = 90
