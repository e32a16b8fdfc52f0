// A mail server that an admin enters must be on the internet. An admin of a hosted site could otherwise probe the
// provider's internal network. The check is made on the address that the socket connects to, because a name can resolve
// to another address the next time.

import { type LookupAddress, lookup } from 'node:dns'
import { BlockList, connect, isIP, type LookupFunction, type Socket } from 'node:net'
import { isLoopback } from '../lib/loopback.ts'

export class PrivateAddress extends Error {
  readonly code = 'EPRIVATE'
  constructor() {
    super('the address is not on the internet')
  }
}

/** Networks that are not on the public internet (RFC 6890). */
const PRIVATE_IPV4: [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
const privateIpv4 = new BlockList()
for (const [network, prefix] of PRIVATE_IPV4) privateIpv4.addSubnet(network, prefix, 'ipv4')

// Everything outside 2000::/3 is private, and these parts of it are documentation or contain IPv4 addresses.
const globalIpv6 = new BlockList()
globalIpv6.addSubnet('2000::', 3, 'ipv6')
const specialIpv6 = new BlockList()
specialIpv6.addSubnet('2001::', 23, 'ipv6')
specialIpv6.addSubnet('2001:db8::', 32, 'ipv6')
specialIpv6.addSubnet('2002::', 16, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !privateIpv4.check(address, 'ipv4')
  return family === 6 && globalIpv6.check(address, 'ipv6') && !specialIpv6.check(address, 'ipv6')
}

export interface ConnectOptions {
  host: string
  port: number
  /** Whether the server may be on this machine. */
  allowLoopback: boolean
}

/** Opens a connection, but only to a public address. */
export function connectPublicly({ host, port, allowLoopback }: ConnectOptions): Socket {
  const isAllowed = (address: string) => isPublicAddress(address) || (allowLoopback && isLoopback(address))
  // Node does not look up a host that is an address.
  if (isIP(host) && !isAllowed(host)) throw new PrivateAddress()
  const check: LookupFunction = (name, options, done) => {
    lookup(name, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return done(error, [])
      if (!found.every(({ address }) => isAllowed(address))) return done(new PrivateAddress(), [])
      if (options.all) return done(null, found)
      done(null, found[0]?.address ?? '', found[0]?.family)
    })
  }
  return connect({ host, port, lookup: check })
}
