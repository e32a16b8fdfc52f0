import { HOUR, MINUTE } from '../lib/units.ts'

export const CHALLENGE_MINUTES = 5
/** Rounds of SHA-256 for one try, and the tries: together a blink on a laptop, half a second on an old phone. */
export const PROOF_ROUNDS = 200
export const PROOF_TRIES = { min: 400, max: 1200 }
/** Where reCAPTCHA is in force, a proof in its place costs eight times as much, and each network has so many. */
export const PROOF_TRIES_BESIDE_RECAPTCHA = { min: 3200, max: 9600 }
export const PROOFS_BESIDE_RECAPTCHA_PER_NETWORK = { points: 20, seconds: HOUR }
/** After one refusal by Google a network's proofs are not taken for this long; after so many, Google is not asked either. */
export const RECAPTCHA_REFUSALS_PER_NETWORK = { points: 20, seconds: 10 * MINUTE }
// The database also limits passes: a verified proof is valid for two minutes, once for each call of one submission.
