import { createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/sha'
import { expect, test } from 'vitest'
import { solve } from './solve.ts'

const options = { deriveKey, hmacSignatureSecret: 'a secret' }

test('a challenge is solved with the counter that the server expects', async () => {
  const challenge = await createChallenge({ algorithm: 'SHA-256', cost: 20, counter: 37, ...options })

  const { solution } = JSON.parse(atob(await solve(challenge))) as Payload

  expect(solution.counter).toBe(37)
  expect((await verifySolution({ challenge, solution, ...options })).verified).toBe(true)
})

test('a challenge with an unknown algorithm is rejected', async () => {
  const challenge = await createChallenge({ algorithm: 'SHA-512', cost: 1, counter: 1, ...options })

  await expect(solve(challenge)).rejects.toThrow('unsupported algorithm')
})
