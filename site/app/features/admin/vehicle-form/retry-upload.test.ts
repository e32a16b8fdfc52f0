import { expect, test } from 'vitest'
import { RETRY_PAUSES_MS, retryUpload } from './retry-upload.ts'
import { UnfitFile } from './upload-problem.ts'

const lost = new TypeError('Failed to fetch')

/** Fails with the given errors, one after another, and then succeeds. */
function attempts(errors: unknown[]) {
  const seen: boolean[] = []
  const pauses: (number | boolean)[] = []
  const result = retryUpload(
    async (isRetry) => {
      seen.push(isRetry)
      const error = errors[seen.length - 1]
      if (error) throw error
      return 'stored'
    },
    (isPaused) => pauses.push(isPaused),
    async (milliseconds) => void pauses.push(milliseconds),
  )
  return { result, seen, pauses }
}

test.each([[lost], [{ statusCode: '429' }], [{ statusCode: '503' }]])(
  'an upload that fails with %o is repeated after a pause',
  async (error) => {
    const { result, seen, pauses } = attempts([error, error])

    expect(await result).toBe('stored')
    expect(seen).toEqual([false, true, true])
    expect(pauses).toEqual([true, 2000, false, true, 5000, false])
  },
)

test.each([
  [new UnfitFile('too large')],
  [{ statusCode: '403' }],
  [{ statusCode: '415' }],
  [{ statusCode: '507' }],
  [{ status: 500, statusCode: 'XX000' }],
])('an upload that fails with %o is not repeated', async (error) => {
  const { result, seen } = attempts([error])

  await expect(result).rejects.toBe(error)
  expect(seen).toEqual([false])
})

test('an upload that keeps failing is given up in the end', async () => {
  const { result, seen } = attempts(Array.from({ length: 9 }, () => lost))

  await expect(result).rejects.toBe(lost)
  expect(seen).toHaveLength(RETRY_PAUSES_MS.length + 1)
})
