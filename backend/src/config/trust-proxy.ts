// The trusted proxies, given as a number of hops or as their networks.
import { BlockList, isIP, isIPv6 } from 'node:net'
import { MAX_PROXY_HOPS } from './limits.ts'

export type TrustProxy = { hops: number } | { networks: readonly string[] }

const NONE = new Set(['', 'off', '0', 'false'])
/** Values recommended by older instructions, which did not give a number of proxies. */
const ONE_HOP = new Set(['true', 'on'])

/** Whether the value says that there is a proxy, but not how many there are or where. */
export const isVagueTrust = (value: string | undefined): boolean => ONE_HOP.has(normal(value))

/** Parses TRUST_PROXY, and returns undefined if it is invalid. */
export function parseTrustProxy(value: string | undefined): TrustProxy | null | undefined {
  const text = normal(value)
  if (NONE.has(text)) return null
  if (ONE_HOP.has(text)) return { hops: 1 }
  if (/^\d+$/.test(text)) return Number(text) <= MAX_PROXY_HOPS ? { hops: Number(text) } : undefined
  const networks = text.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? { networks } : undefined
}

/** Whether the address that is `index` hops from the socket is a trusted proxy. */
export function createIsProxy(trust: TrustProxy | null): (address: string, index: number) => boolean {
  if (!trust) return () => false
  if ('hops' in trust) return (_address, index) => index < trust.hops
  return createIsIn(trust.networks)
}

export function createIsIn(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  // The list also matches IPv4 addresses in their IPv6 form.
  return (address) => isIP(address) !== 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const normal = (value: string | undefined) => (value ?? '').trim().toLowerCase()

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  if (isIP(address) === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIPv6(address) ? 128 : 32))
}
