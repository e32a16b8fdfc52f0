/**
 * Names of the owner's own machine. The IPv6 address is listed in two forms: as sockets report it and as URLs write it.
 */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

export const isLoopback = (host: string): boolean => LOOPBACK_NAMES.has(host)
