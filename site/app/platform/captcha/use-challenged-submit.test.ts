import { expect, test, vi } from 'vitest'
import { challengedSubmit } from './use-challenged-submit.ts'

const REFUSED = 'refused'

test('each submission has its own token', async () => {
  const tokens = ['token 1', 'token 2']
  const submit = challengedSubmit(async () => tokens.shift() ?? '')

  expect(await submit(async (token) => token, REFUSED)).toBe('token 1')
  expect(await submit(async (token) => token, REFUSED)).toBe('token 2')
})

test('nothing is sent without a token, and the next attempt can succeed', async () => {
  const challenge = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('down')).mockResolvedValue('token')
  const submit = challengedSubmit(challenge)
  const send = vi.fn(async (token: string) => token)

  expect(await submit(send, REFUSED)).toBe(REFUSED)
  expect(send).not.toHaveBeenCalled()
  expect(await submit(send, REFUSED)).toBe('token')
})

test('an error while sending is not reported as a failed bot check', async () => {
  const submit = challengedSubmit(async () => 'token')

  await expect(submit(() => Promise.reject(new Error('down')), REFUSED)).rejects.toThrow('down')
})
