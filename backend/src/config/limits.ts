import { MIB } from '../lib/units.ts'

/** Proxies in front of us that TRUST_PROXY may count. */
export const MAX_PROXY_HOPS = 10
/** Each has connections to the database; a PostgreSQL server takes 100 unless told otherwise. */
export const MAX_WORKERS = 16
/** What one is reckoned with when nobody said how many there should be. */
export const WORKER_MEMORY_BYTES = 384 * MIB
