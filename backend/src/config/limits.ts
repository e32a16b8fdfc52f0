import { MIB } from '../lib/units.ts'

/** The largest number of proxies that TRUST_PROXY may specify. */
export const MAX_PROXY_HOPS = 10
/** Worker processes. Each has its own database connections, of which a PostgreSQL server allows 100 by default. */
export const MAX_WORKERS = 16
/** The memory assumed for each worker when the number of workers is chosen automatically. */
export const WORKER_MEMORY_BYTES = 384 * MIB
