// ALTCHA's proof of work: the browser searches for a counter that this server picked. Nothing is stored until a solution
// comes back, because the challenge itself contains its signature, expiry and purpose.

import { createHmac } from 'node:crypto'
import { type Challenge, createChallenge, randomInt, type Solution, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { z } from 'zod'
import type { CaptchaAction } from '../../../supabase/functions/_shared/human-check.ts'
import { CHALLENGE_MINUTES, PROOF_ROUNDS, PROOF_TRIES, PROOF_TRIES_BESIDE_RECAPTCHA } from './limits.ts'

const MAX_TOKEN_LENGTH = 4096

const Payload = z.object({
  challenge: z.object({ parameters: z.looseObject({}), signature: z.string() }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** Signed with the challenge. `isHard` marks a challenge that replaces reCAPTCHA. */
interface ChallengeFor {
  action: CaptchaAction
  isHard: boolean
}

export interface Solved {
  /** The same for every encoding of the token. */
  name: string
  action: unknown
  isHard: boolean
}

export interface Altcha {
  challenge(purpose: ChallengeFor): Promise<Challenge>
  /** Undefined if the solution is wrong. */
  solved(token: string): Promise<Solved | undefined>
}

export function createAltcha(hmacSecret: string, easyTries = PROOF_TRIES): Altcha {
  const secrets = {
    hmacSignatureSecret: deriveSecret(hmacSecret, 'captcha challenge'),
    hmacKeySignatureSecret: deriveSecret(hmacSecret, 'captcha key'),
  }
  const factor = PROOF_TRIES_BESIDE_RECAPTCHA.max / PROOF_TRIES.max

  return {
    challenge({ action, isHard }) {
      const times = isHard ? factor : 1
      return createChallenge({
        algorithm: 'SHA-256',
        cost: PROOF_ROUNDS,
        counter: randomInt(easyTries.max * times, easyTries.min * times),
        deriveKey,
        expiresAt: new Date(Date.now() + CHALLENGE_MINUTES * 60_000),
        data: { action, isHard },
        ...secrets,
      })
    },

    async solved(token) {
      const payload = parseToken(token)
      if (!payload) return undefined
      const challenge = payload.challenge as unknown as Challenge
      const solution: Solution = payload.solution
      try {
        const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets })
        if (!verified || !challenge.signature) return undefined
        const { action, isHard } = challenge.parameters.data ?? {}
        return { name: challenge.signature, action, isHard: isHard === true }
      } catch {
        return undefined // the parameters have a shape that the library does not expect
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
