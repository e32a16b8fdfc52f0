import { HOUR } from '../lib/units.ts'

/** How many enquiries and test drive requests, taken together, a network may send. */
export const LEADS_PER_NETWORK = { points: 60, seconds: HOUR }
// The database enforces the other limits for every caller (forecourt.lead_kinds): leads a day and open test drives for
// one email address from one network, and confirmations a day to one address and in total.
