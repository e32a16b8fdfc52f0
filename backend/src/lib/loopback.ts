/**
 * Names of the owner's own machine. The IPv6 address is listed in two forms: as reported by sockets and as written in
 * URLs.
 */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

export const isLoopback = (host: string): boolean => LOOPBACK_NAMES.has(host)
