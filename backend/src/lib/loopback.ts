/** Names of the owner's own machine. The IPv6 address is listed both as a socket and as a URL writes it. */
const LOOPBACK_NAMES = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

export const isLoopback = (host: string): boolean => LOOPBACK_NAMES.has(host)
