// In a separate file, so that the content security policy need not allow blob: URLs.
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
