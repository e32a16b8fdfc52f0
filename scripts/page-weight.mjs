/**
 * The most that the home, list and vehicle pages may load on a first visit: kB of scripts, compressed with Brotli. The
 * browser tests enforce it, and npm run bench -- page-weight shows how much is used.
 */
export const MAX_SCRIPT_KB = 112
