import { expect, test } from 'vitest'
import { whenAllowed } from './when-allowed.ts'

test('a request that is refused because of its network’s load is sent again', async () => {
  const statuses = [429, 429, 200]
  const send = async () => ({ status: statuses.shift() ?? 500 })

  expect(await whenAllowed(send, new AbortController().signal, 1)).toEqual({ status: 200 })
})

test('waiting ends when the series is stopped', async () => {
  const stop = new AbortController()
  const answer = whenAllowed(async () => ({ status: 429 }), stop.signal, 1)
  stop.abort()

  await expect(answer).rejects.toThrow()
})
