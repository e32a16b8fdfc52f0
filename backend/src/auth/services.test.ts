import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { quietly } from './services.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** When the answer came, by a clock that only the test moves. */
async function answeredAfter(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  const answered = quietly({ quietAnswerMs: 300 }, work).then(
    () => performance.now() - startedAt,
    () => performance.now() - startedAt,
  )
  await vi.advanceTimersByTimeAsync(2000)
  return answered
}

test.each([
  ['without any work', 0, 300],
  ['with a little work', 120, 300],
  ['with more work than fits into one step', 340, 600],
])('an answer %s leaves at the end of a step', async (_, workMs, answeredMs) => {
  expect(await answeredAfter(() => wait(workMs))).toBe(answeredMs)
})

test('a refusal leaves at the end of a step, too', async () => {
  const refused = async () => {
    await wait(10)
    throw new Error('refused')
  }

  expect(await answeredAfter(refused)).toBe(300)
})
