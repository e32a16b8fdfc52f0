// Limits password guessing without locking out the owner. An attacker uses up only the allowance of their own network.
// When an account is attacked from many networks, all unknown browsers are slowed down, but none is blocked permanently.
// Known browsers (see known-devices.ts) are exempt.

import { networkOf } from '../http/caller/client-address.ts'
import { PASSWORD_PAUSE } from './limits.ts'
import { type LimitName, type Limits, pairOf } from './rate-limits.ts'

type Counted = [name: LimitName, key: string | null]

/**
 * Counts an attempt before the password is checked, so that parallel attempts cannot all pass. Returns a function that
 * refunds the attempt.
 */
export async function admitAttempt(
  limits: Limits,
  email: string,
  address: string | null,
): Promise<() => Promise<void>> {
  const network = address && networkOf(address)
  const counted: Counted[] = [['passwordPair', pairOf(email, address)]]
  const refund = async () => {
    for (const [name, key] of counted) await limits.refund(name, key)
  }
  const take = async (name: LimitName, key: string, seconds?: number) => {
    await limits.take(name, key, seconds)
    counted.push([name, key])
  }

  await limits.take(...(counted[0] as Counted))
  const excess = await limits.excess('passwordAccount', email)
  counted.push(['passwordAccount', email])
  if (excess === 0) return refund
  try {
    await take('passwordPause', `${email} ${widerNetworkOf(network)}`, pauseSeconds(excess))
    await take('passwordAccountSlow', email)
  } catch (refused) {
    // The password was not checked, so this attempt must not lengthen the pause.
    await refund()
    throw refused
  }
  return refund
}

export function pauseSeconds(excess: number): number {
  const { firstSeconds, doublesEveryFailures, maxSeconds } = PASSWORD_PAUSE
  return Math.min(maxSeconds, firstSeconds * 2 ** Math.floor((excess - 1) / doublesEveryFailures))
}

/** The /24 network, or /48 for IPv6, because an attacker with hundreds of networks usually has adjacent ones. */
export function widerNetworkOf(network: string | null): string {
  if (network === null) return ''
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator).slice(0, 3).join(separator)
}
