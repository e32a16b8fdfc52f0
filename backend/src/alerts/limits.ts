import { HOUR } from '../lib/units.ts'

/** How often changed vehicles are compared with the alerts. */
export const ALERTS_EVERY_SECONDS = 30
/** The changed vehicles and subscribers that one statement looks at. */
export const ALERT_BATCH = 200
/** The saved searches that one statement compares with the changed vehicles. */
export const SEARCH_BATCH = 50
/** How often a network may ask for alerts for an address that it has not proved. Each new address gets an email. */
export const ALERTS_PER_NETWORK = { points: 20, seconds: HOUR } as const
