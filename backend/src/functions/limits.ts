import { HOUR } from '../lib/units.ts'

/** How many enquiries and test drive requests, taken together, a network may send. */
export const LEADS_PER_NETWORK = { points: 60, seconds: HOUR }
// The database enforces the other limits for every caller (forecourt.lead_kinds): daily leads and open test drives per
// email address and network, and daily confirmations, both per address and in total.
