// How guesses at a password are held off without locking out its owner. A stranger can use up only what is counted for
// his own network; an account that many networks guess at slows all unknown browsers down, and refuses none for good.
// A browser that is known (see known-devices.ts) meets none of this.

import { networkOf } from '../http/caller/client-address.ts'
import { PASSWORD_PAUSE } from './limits.ts'
import { type LimitName, type Limits, pairOf } from './rate-limits.ts'

type Taken = [name: LimitName, key: string | null]

/** Counts a guess before it is checked, so that many at once do not all slip through. Returns how to take it back. */
export async function admitAttempt(
  limits: Limits,
  email: string,
  address: string | null,
): Promise<() => Promise<void>> {
  const network = address && networkOf(address)
  const taken: Taken[] = [['passwordPair', pairOf(email, address)]]
  const giveBack = async () => {
    for (const [name, key] of taken) await limits.giveBack(name, key)
  }
  const take = async (name: LimitName, key: string, seconds?: number) => {
    await limits.take(name, key, seconds)
    taken.push([name, key])
  }

  await limits.take(...(taken[0] as Taken))
  const excess = await limits.excess('passwordAccount', email)
  taken.push(['passwordAccount', email])
  if (excess === 0) return giveBack
  try {
    await take('passwordPause', `${email} ${neighbourhoodOf(network)}`, pauseSeconds(excess))
    await take('passwordAccountSlow', email)
  } catch (refused) {
    // It was not heard, so it was no guess: only those make the pauses longer.
    await giveBack()
    throw refused
  }
  return giveBack
}

export function pauseSeconds(excess: number): number {
  const { firstSeconds, doublesEveryFailures, maxSeconds } = PASSWORD_PAUSE
  return Math.min(maxSeconds, firstSeconds * 2 ** Math.floor((excess - 1) / doublesEveryFailures))
}

/** A /24, or for IPv6 a /48: who has hundreds of networks has them side by side. */
export function neighbourhoodOf(network: string | null): string {
  if (network === null) return ''
  const separator = network.includes(':') ? ':' : '.'
  return network.split(separator).slice(0, 3).join(separator)
}
