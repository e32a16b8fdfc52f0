// How often one network may call send-email and human-check. The limits are here because the functions also run on a
// hosted project, without the backend. The privacy policy quotes how long personal data is kept.

const HOUR_SECONDS = 3600

export const SEND_EMAIL_LIMITS = {
  callsPerNetworkAndHour: 60,
  contactsPerNetworkAndHour: 10,
  contactsPerNetworkAndDay: 30,
} as const

/** Applies to hosted projects only. */
export const HUMAN_CHECKS_PER_NETWORK_AND_HOUR = 60

export const SEND_EMAIL_WINDOW_SECONDS = { hour: HOUR_SECONDS, day: 24 * HOUR_SECONDS } as const

/** How long a session is kept after it was last used. */
export const SESSION_RETENTION_DAYS = 180
/** How long a sent email is kept in the outbox. */
export const SENT_EMAIL_RETENTION_DAYS = 30
/** How long an email that could not be delivered, or that is held, is kept in the outbox. */
export const FAILED_EMAIL_RETENTION_DAYS = 90
