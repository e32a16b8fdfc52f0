import { isIPv6 } from 'node:net'

/** The /64 of an IPv6 address, because one customer usually has a whole /64. Anything else is returned unchanged. */
export function networkOf(key: string): string {
  const mapped = toIPv4(key)
  if (mapped !== null || !isIPv6(key)) return mapped ?? key
  return groupsOf(key)
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')
}

/**
 * The IPv4 address in an IPv4-mapped IPv6 address, as dual-stack sockets report it. Such an address can be written in two ways.
 */
function toIPv4(address: string): string | null {
  if (!isIPv6(address) || !/^[0:]*:ffff:/i.test(address)) return null
  const dotted = address.split('%', 1)[0]?.split(':').at(-1) ?? ''
  if (dotted.includes('.')) return dotted
  const groups = groupsOf(address)
  if (groups.slice(0, 5).some(Boolean) || groups[5] !== 0xffff) return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? []
  const before = head.split(':').filter(Boolean)
  const after = tail?.split(':').filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  return [...before, ...Array<string>(Math.max(missing, 0)).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  )
}
