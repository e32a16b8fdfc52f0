import { beforeEach, expect, test } from 'vitest'
import { HUMAN_CHECKS_PER_NETWORK_AND_HOUR } from '../_shared/limits.ts'
import { humanCheck } from './handler.ts'

let left: string[]
let used: number

beforeEach(() => {
  left = []
  used = 0
})

const call = (body: unknown, method = 'POST') =>
  humanCheck({
    callerKey: async () => 'someone',
    takeLimit: async (_key, max) => {
      used += 1
      return used <= max
    },
    createPass: async (token, action) => {
      if (token !== 'human') return false
      left.push(action)
      return true
    },
  })(new Request('https://cars.example/', { method, ...(method === 'POST' && { body: JSON.stringify(body) }) }))

test('a token that Google accepts creates a pass for its form', async () => {
  expect((await call({ action: 'enquiry', recaptchaToken: 'human' })).status).toBe(200)
  expect(left).toEqual(['enquiry'])
})

test('a token that Google rejects creates no pass', async () => {
  expect((await call({ action: 'enquiry', recaptchaToken: 'robot' })).status).toBe(403)
  expect(left).toEqual([])
})

test('a malformed request is refused', async () => {
  expect((await call({ action: 'anything', recaptchaToken: 'human' })).status).toBe(400)
  expect((await call({ action: 'enquiry' })).status).toBe(400)
  expect((await call(null, 'GET')).status).toBe(405)
})

test('requests from one network are limited', async () => {
  used = HUMAN_CHECKS_PER_NETWORK_AND_HOUR

  expect((await call({ action: 'enquiry', recaptchaToken: 'human' })).status).toBe(429)
})
