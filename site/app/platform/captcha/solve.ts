import { type Challenge, solveChallenge } from 'altcha-lib'
import { sha256 } from './sha256.ts'

const TIMEOUT_MS = 60_000

/** Finds the counter that the server chose and returns the token it expects. */
export async function solve(challenge: Challenge): Promise<string> {
  if (challenge.parameters.algorithm !== 'SHA-256') throw new Error('This challenge uses an unsupported algorithm')
  const solution = await solveChallenge({ challenge, deriveKey: deriveWithSha256, timeout: TIMEOUT_MS })
  if (!solution) throw new Error('The challenge took too long')
  return btoa(JSON.stringify({ challenge, solution }))
}

async function deriveWithSha256(
  { cost, keyLength }: Challenge['parameters'],
  salt: Uint8Array,
  password: Uint8Array,
): Promise<{ derivedKey: Uint8Array }> {
  const message = new Uint8Array(salt.length + password.length)
  message.set(salt)
  message.set(password, salt.length)
  return { derivedKey: sha256(message, cost).subarray(0, keyLength) }
}
