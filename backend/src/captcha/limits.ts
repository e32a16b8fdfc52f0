import { HOUR, MINUTE } from '../lib/units.ts'

/** How long a browser has to solve a challenge. */
export const CHALLENGE_MINUTES = 5
/** Rounds of SHA-256 in one try of the proof of work. */
export const PROOF_ROUNDS = 200
/** How many tries a proof of work takes. A laptop finishes almost instantly, and an old phone in half a second. */
export const PROOF_TRIES = { min: 400, max: 1200 }
/** The number of tries while reCAPTCHA is enabled. A proof that replaces reCAPTCHA costs eight times as much. */
export const PROOF_TRIES_BESIDE_RECAPTCHA = { min: 3200, max: 9600 }
/** How many proofs a network may use in place of reCAPTCHA. */
export const PROOFS_BESIDE_RECAPTCHA_PER_NETWORK = { points: 20, seconds: HOUR }
/**
 * After Google has refused a network once, its proofs are refused for this long. After `points` refusals, Google is not
 * consulted.
 */
export const RECAPTCHA_REFUSALS_PER_NETWORK = { points: 20, seconds: 10 * MINUTE }
// The database also limits passes: a verified proof is valid for two minutes, and can be used once for each call in a
// submission.
