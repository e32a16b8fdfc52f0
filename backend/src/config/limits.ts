import { MIB } from '../lib/units.ts'

/** The largest number of proxies that TRUST_PROXY may give. */
export const MAX_PROXY_HOPS = 10
/** Worker processes. Each has connections to the database, of which a PostgreSQL server allows 100 by default. */
export const MAX_WORKERS = 16
/** Memory assumed per worker when their number is chosen automatically. */
export const WORKER_MEMORY_BYTES = 384 * MIB
