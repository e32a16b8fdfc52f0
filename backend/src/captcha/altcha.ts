// ALTCHA's proof of work: the browser searches for the counter that this server picked. Nothing is remembered until
// a solution comes back, because the challenge carries its own signature and end.

import { createHmac } from 'node:crypto'
import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { z } from 'zod'

export const CHALLENGE_MINUTES = 5
/** Rounds of SHA-256 for one try, and the tries: together a blink on a laptop, half a second on an old phone. */
const ROUNDS = 200
const TRIES = { min: 400, max: 1200 }
const MAX_TOKEN_LENGTH = 4096

const Payload = z.object({
  challenge: z.object({ parameters: z.looseObject({}), signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

export interface Altcha {
  challenge(): Promise<Challenge>
  /** The name of the solved challenge, the same for every way of writing its token; nothing for a wrong one. */
  solvedChallenge(token: string): Promise<string | undefined>
}

export function createAltcha(hmacSecret: string, tries = TRIES): Altcha {
  const secrets = {
    hmacSignatureSecret: deriveSecret(hmacSecret, 'captcha challenge'),
    hmacKeySignatureSecret: deriveSecret(hmacSecret, 'captcha key'),
  }

  return {
    challenge: () =>
      createChallenge({
        algorithm: 'SHA-256',
        cost: ROUNDS,
        counter: randomInt(tries.max, tries.min),
        deriveKey,
        expiresAt: new Date(Date.now() + CHALLENGE_MINUTES * 60_000),
        ...secrets,
      }),

    async solvedChallenge(token) {
      const payload = parseToken(token)
      if (!payload) return undefined
      const challenge = payload.challenge as unknown as Challenge
      const solution: Solution = payload.solution
      try {
        const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
        return verified ? challenge.signature : undefined
      } catch {
        return undefined // parameters of a shape that the library does not expect
      }
    },
  }
}

export const isAltchaToken = (token: string): boolean => parseToken(token) !== undefined

function parseToken(token: string) {
  if (token.length > MAX_TOKEN_LENGTH) return undefined
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(token, 'base64').toString())).data
  } catch {
    return undefined
  }
}

const deriveSecret = (secret: string, purpose: string) => createHmac('sha256', secret).update(purpose).digest('hex')
