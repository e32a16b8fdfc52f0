import { HOUR } from '../lib/units.ts'

/** Enquiries and test drives together. */
export const LEADS_PER_NETWORK = { points: 60, seconds: HOUR }
// The database enforces the rest (forecourt.lead_kinds), so that it holds for every caller: leads a day and open test drives
// for one email address from one network, and confirmations a day to one address and in total.
