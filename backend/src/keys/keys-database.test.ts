import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPostgresDatabase, engines, testDirectory } from '../../test/engines.ts'
import { createAccessTokens } from '../auth/access-tokens.ts'
import type { Database } from '../db/database.ts'
import { openPostgres } from '../db/postgres.ts'
import { loadKeys } from './keys.ts'
import { changeSealedKeys, watchSealedKeys } from './keys-database.ts'
import { rotateSealedSigningKey } from './rotate-keys.ts'

const SECRET = 'a secret of at least thirty-two characters'
const CLAIMS = {
  sub: randomUUID(),
  email: 'a@example.com',
  phone: '',
  role: 'authenticated',
  aal: 'aal1',
  amr: [],
  session_id: randomUUID(),
  is_anonymous: false,
  app_metadata: {},
  user_metadata: {},
}

const newFolder = () => {
  const dataDir = join(testDirectory(), randomUUID())
  mkdirSync(dataDir)
  return dataDir
}
const configOf = (keysSecret: string | null, dataDir = newFolder()) => ({
  dataDir,
  keysSecret,
  publishableKey: null,
  secretKey: null,
})
const silent = { error: () => {} }

describe.runIf(engines.some(({ name }) => name === 'postgres'))('keys in the database', () => {
  let db: Database
  let other: Database

  beforeAll(async () => {
    const { url } = await createPostgresDatabase()
    db = await openPostgres({ connectionString: url, maxConnections: 4 })
    other = await openPostgres({ connectionString: url, maxConnections: 4 })
  })

  afterAll(async () => {
    await db.close()
    await other.close()
  })

  const empty = () => db.query('delete from forecourt.sealed_keys')

  test('eight machines that start at once have the same keys', async () => {
    await empty()

    const loaded = await Promise.all(
      Array.from({ length: 8 }, (_, i) => loadKeys(configOf(SECRET), i % 2 ? db : other)),
    )

    expect(new Set(loaded.map((keys) => JSON.stringify(keys))).size).toBe(1)
  })

  test('a warning is logged if two machines each have their own keys.json', async () => {
    await empty()
    let warnings = 0
    const start = (dataDir: string) => loadKeys(configOf(null, dataDir), db, () => warnings++)
    const [one, another] = [newFolder(), newFolder()]

    await start(one)
    await start(one)
    expect(warnings).toBe(0)
    await start(another)
    expect(warnings).toBe(1)
  })

  test('the keys in keys.json are moved to the database once', async () => {
    await empty()
    const dataDir = newFolder()
    const fromFile = await loadKeys(configOf(null, dataDir), null)

    expect(await loadKeys(configOf(SECRET, dataDir), db)).toEqual(fromFile)
    const machineWithAnotherFile = newFolder()
    await loadKeys(configOf(null, machineWithAnotherFile), null)
    expect(await loadKeys(configOf(SECRET, machineWithAnotherFile), other)).toEqual(fromFile)
  })

  test('a copy of the database does not reveal the keys', async () => {
    const keys = await loadKeys(configOf(SECRET), db)
    const { rows } = await db.query<{ sealed: string }>('select sealed from forecourt.sealed_keys')

    const readable = Buffer.from(rows[0]?.sealed ?? '', 'base64').toString('latin1')
    for (const secret of [keys.secretKey, keys.hmacSecret, String(keys.signing.privateJwk.d)]) {
      expect(readable).not.toContain(secret)
    }
  })

  test('a machine that does not have the secret, or has a different secret, does not start', async () => {
    await loadKeys(configOf(SECRET), db)

    await expect(loadKeys(configOf(null), db)).rejects.toThrow(/^KEYS_SECRET: must be set/)
    await expect(loadKeys(configOf(`${SECRET}!`), db)).rejects.toThrow(/^KEYS_SECRET: must be the secret/)
  })

  test('a new signing key reaches running processes, and no token is refused in the meantime', async () => {
    const loaded = await loadKeys(configOf(SECRET), db)
    const here = await watchSealedKeys({ db, secret: SECRET, keys: loaded, log: silent })
    // This process gets no notifications, so it discovers the change when it sees the first token signed with the new key.
    const deaf = { ...other, engine: other.engine, query: other.query.bind(other), listen: async () => async () => {} }
    const there = await watchSealedKeys({ db: deaf as Database, secret: SECRET, keys: loaded, log: silent })
    const issuer = 'https://cars.example/auth/v1'
    const [tokens, tokensThere] = [createAccessTokens(here, issuer), createAccessTokens(there, issuer)]
    const before = await tokens.issue(CLAIMS)

    const kid = await rotateSealedSigningKey(other, SECRET)
    await expect.poll(() => here.signing.kid).toBe(kid)

    const after = await tokens.issue(CLAIMS)
    await expect(tokensThere.verify(after.token)).resolves.toMatchObject({ sub: CLAIMS.sub })
    await expect(tokensThere.verify(before.token)).resolves.toMatchObject({ sub: CLAIMS.sub })
    await expect(tokens.verify(before.token)).resolves.toMatchObject({ sub: CLAIMS.sub })
    expect(tokens.publicKeys().map((key) => key.kid)).toEqual([kid, loaded.signing.kid])
  })

  test('invented tokens do not cause database queries', async () => {
    const loaded = await loadKeys(configOf(SECRET), db)
    let queries = 0
    const counting = {
      engine: 'postgres',
      listen: async () => async () => {},
      query: (text: string) => {
        queries++
        return db.query(text)
      },
    } as unknown as Database
    const keys = await watchSealedKeys({ db: counting, secret: SECRET, keys: loaded, log: silent })
    const { verify } = createAccessTokens(keys, 'https://cars.example/auth/v1')

    for (let i = 0; i < 20; i++) {
      const header = Buffer.from(JSON.stringify({ alg: 'ES256', kid: randomUUID() })).toString('base64url')
      await verify(`${header}.e30.AA`).catch(() => {})
    }

    expect(queries).toBe(1)
  })

  test('the secret that protects the keys can be changed', async () => {
    const keys = await loadKeys(configOf(SECRET), db)

    await changeSealedKeys(db, { secret: SECRET, next: `${SECRET} 2` }, (same) => same)

    expect(await loadKeys(configOf(`${SECRET} 2`), db)).toEqual(keys)
    await expect(loadKeys(configOf(SECRET), db)).rejects.toThrow(/must be the secret/)
  })
})
