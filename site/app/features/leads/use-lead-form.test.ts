import { expect, test, vi } from 'vitest'
import { type SubmitFailure, toFailure } from '#app/lib/submit-error.ts'
import { sendOrGuest } from './use-lead-form.ts'

const ended = toFailure({ code: 'PT401', message: 'Your session has ended. Please sign in again.' })
type Attempt = () => Promise<SubmitFailure | null>

test('a lead refused because the session has ended is sent again', async () => {
  const attempt = vi.fn<Attempt>().mockResolvedValueOnce(ended).mockResolvedValue(null)

  expect(await sendOrGuest(attempt)).toBeNull()
  expect(attempt).toHaveBeenCalledTimes(2)
})

test('a lead refused twice is not sent a third time', async () => {
  const attempt = vi.fn<Attempt>().mockResolvedValue(ended)

  expect(await sendOrGuest(attempt)).toEqual({ kind: 'session-ended' })
  expect(attempt).toHaveBeenCalledTimes(2)
})

test('any other refusal of a lead is final', async () => {
  const attempt = vi.fn<Attempt>().mockResolvedValue({ kind: 'slot-taken' })

  expect(await sendOrGuest(attempt)).toEqual({ kind: 'slot-taken' })
  expect(attempt).toHaveBeenCalledTimes(1)
})
