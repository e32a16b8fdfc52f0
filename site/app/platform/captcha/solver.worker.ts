// A file of our own, so that the page's policy needs no blob: addresses.
import type { Challenge } from 'altcha-lib'
import { solve } from './solve.ts'

export type SolverAnswer = { token: string } | { error: string }

self.addEventListener('message', async ({ data }: MessageEvent<Challenge>) => {
  const answer: SolverAnswer = await solve(data).then(
    (token) => ({ token }),
    (error: unknown) => ({ error: String(error) }),
  )
  self.postMessage(answer)
})
