import type { Challenge } from 'altcha-lib'
import type { SolverAnswer } from './solver.worker.ts'

export function solveInWorker(challenge: Challenge): Promise<string> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' })
  const solved = new Promise<string>((resolve, reject) => {
    worker.addEventListener('error', () => reject(new Error('The bot check could not be run')))
    worker.addEventListener('message', ({ data }: MessageEvent<SolverAnswer>) => {
      if ('token' in data) resolve(data.token)
      else reject(new Error(data.error))
    })
  })
  worker.postMessage(challenge)
  return solved.finally(() => worker.terminate())
}
