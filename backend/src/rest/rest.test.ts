import { describe, expect, test } from 'vitest'
import { ANONYMOUS, type Database, DatabaseUnavailable } from '../db/database.ts'
import { InvalidCredentialError } from '../http/identify.ts'
import { createRest } from './rest.ts'

/** A database that is not there. */
const gone = new Proxy({} as Database, {
  get: (_, name) => (name === 'then' ? undefined : () => Promise.reject(new DatabaseUnavailable('connection refused'))),
})

const identify = async () => ANONYMOUS

describe('createRest', () => {
  test('without a database every request is told to come back', async () => {
    const response = await createRest({ db: gone, identify }).request('/rest/v1/vehicles')

    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('1')
    expect(await response.json()).toMatchObject({ code: 'PGRST000', hint: null })
  })

  test('a caller who cannot be identified never reaches the database', async () => {
    const refuse = async () => {
      throw new InvalidCredentialError('invalid-token')
    }
    const response = await createRest({ db: gone, identify: refuse }).request('/rest/v1/vehicles')

    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ code: 'PGRST301' })
  })

  test('a bug is left to whoever logs it', async () => {
    const app = createRest({
      db: gone,
      identify: async () => {
        throw new TypeError('bug')
      },
    })
    app.onError((error) => new Response(error.message, { status: 500 }))

    const response = await app.request('/rest/v1/vehicles')
    expect([response.status, await response.text()]).toEqual([500, 'bug'])
  })
})
