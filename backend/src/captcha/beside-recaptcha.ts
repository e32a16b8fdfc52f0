// While reCAPTCHA is enabled, the proof of work remains for visitors who did not consent to reCAPTCHA or whose browser
// cannot load it. A bot can claim the same, so the proof then costs more, is limited per network, and is not accepted
// from a network that Google has recently refused.

import type { Database } from '../db/database.ts'
import { PROOFS_BESIDE_RECAPTCHA_PER_NETWORK, RECAPTCHA_REFUSALS_PER_NETWORK } from './limits.ts'

export function createBesideRecaptcha(db: Database) {
  const take = async (key: string, { points, seconds }: { points: number; seconds: number }) => {
    const { rows } = await db.query<{ ok: boolean }>('select public.take_limit($1, $2, $3) as ok', [
      key,
      points,
      seconds,
    ])
    return rows[0]?.ok === true
  }
  const refusals = async (network: string) => {
    const { rows } = await db.query<{ used: number }>(
      'select used from public.function_limits where key = $1 and resets_at > now()',
      [`recaptcha-refused:${network}`],
    )
    return rows[0]?.used ?? 0
  }

  return {
    noteRefusal: (network: string) => take(`recaptcha-refused:${network}`, RECAPTCHA_REFUSALS_PER_NETWORK),
    /** After many refusals of a network, Google is not asked about it for a while. */
    isWorthAsking: async (network: string) => (await refusals(network)) < RECAPTCHA_REFUSALS_PER_NETWORK.points,
    mayProve: async (network: string) =>
      (await refusals(network)) === 0 && (await take(`proof:${network}`, PROOFS_BESIDE_RECAPTCHA_PER_NETWORK)),
  }
}
