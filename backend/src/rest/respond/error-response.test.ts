import { describe, expect, test } from 'vitest'
import { DatabaseError, DatabaseUnavailable } from '../../db/database.ts'
import { InvalidCredentialError } from '../../http/caller/identify.ts'
import { RestError } from '../errors.ts'
import { statusOf, toErrorResponse } from './error-response.ts'

describe('statusOf', () => {
  test.each([
    ['23505', 409],
    ['23503', 409],
    ['22P02', 400],
    ['42P01', 404],
    ['25006', 405],
    ['57014', 400],
    ['53300', 503],
    ['55000', 405],
    ['P0001', 400],
    ['PT409', 409],
    ['PTxyz', 500],
  ])('SQLSTATE %s gets status %i', (code, status) => {
    expect(statusOf(code, 'anon')).toBe(status)
  })

  test('a caller without permission gets a 401 if anonymous and a 403 if signed in', () => {
    expect(statusOf('42501', 'anon')).toBe(401)
    expect(statusOf('42501', 'authenticated')).toBe(403)
  })
})

describe('toErrorResponse', () => {
  test('an error has all four fields', async () => {
    const response = toErrorResponse(new DatabaseError('duplicate key', '23505', 'Key exists.'), 'anon')

    expect(await response?.json()).toEqual({
      code: '23505',
      message: 'duplicate key',
      details: 'Key exists.',
      hint: null,
    })
    expect(response?.headers.get('proxy-status')).toBe('PostgREST; error=23505')
  })

  test('an unreachable database gets a 503 with Retry-After', () => {
    const response = toErrorResponse(new DatabaseUnavailable('gone'), 'anon')

    expect(response?.status).toBe(503)
    expect(response?.headers.get('retry-after')).toBe('1')
  })

  test('a full disk gets a 503 with Retry-After', () => {
    const response = toErrorResponse(new DatabaseError('No space left on device', '53100'), 'anon')

    expect(response?.status).toBe(503)
    expect(response?.headers.get('retry-after')).toBe('1')
  })

  test('an invalid token gets a 401 with a challenge', async () => {
    const response = toErrorResponse(new InvalidCredentialError('expired-token'), 'anon')

    expect(response?.status).toBe(401)
    expect(response?.headers.get('www-authenticate')).toContain('invalid_token')
    expect(await response?.json()).toMatchObject({ code: 'PGRST303', message: 'JWT expired' })
  })

  test("raise sqlstate 'PGRST' defines the whole response", async () => {
    const message = JSON.stringify({ code: '123', message: 'Pay first', details: 'Ten pounds' })
    const detail = JSON.stringify({ status: 402, headers: { 'x-price': '10' } })
    const response = toErrorResponse(new DatabaseError(message, 'PGRST', detail), 'anon')

    expect(response?.status).toBe(402)
    expect(response?.headers.get('x-price')).toBe('10')
    expect(await response?.json()).toEqual({ code: '123', message: 'Pay first', details: 'Ten pounds', hint: null })
    expect(toErrorResponse(new DatabaseError('no json', 'PGRST'), 'anon')?.status).toBe(500)
  })

  test('an unexpected error is not turned into a response', () => {
    expect(toErrorResponse(new TypeError('bug'), 'anon')).toBeNull()
    expect(toErrorResponse(new RestError('PGRST116', 'x'), 'anon')?.status).toBe(406)
  })
})
