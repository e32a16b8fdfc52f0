// How often one network may call send-email and human-check. The limits are here because the functions also run on a
// hosted project, without the backend.

const HOUR_SECONDS = 3600

export const SEND_EMAIL_LIMITS = {
  callsPerNetworkAndHour: 60,
  contactsPerNetworkAndHour: 10,
  contactsPerNetworkAndDay: 30,
} as const

/** Applies to hosted projects only. */
export const HUMAN_CHECKS_PER_NETWORK_AND_HOUR = 60

export const SEND_EMAIL_WINDOW_SECONDS = { hour: HOUR_SECONDS, day: 24 * HOUR_SECONDS } as const
