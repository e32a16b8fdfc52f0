import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadKeys } from './keys.ts'
import { rotateSigningKey } from './rotate-keys.ts'

const keysOf = (dataDir: string) => loadKeys({ dataDir, publishableKey: null, secretKey: null, keysSecret: null })

test('creating a signing key retires the old one and does not change the other secrets', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'forecourt-keys-'))
  const before = await keysOf(dataDir)

  const kid = await rotateSigningKey(dataDir)

  const after = await keysOf(dataDir)
  expect(after.signing.kid).toBe(kid)
  expect(after.retired).toEqual([before.signing.publicJwk])
  expect(after.retired[0]).not.toHaveProperty('d')
  expect(after).toMatchObject({ secretKey: before.secretKey, hmacSecret: before.hmacSecret })
  expect((await stat(join(dataDir, 'keys.json'))).mode & 0o777).toBe(0o600)
  await rm(dataDir, { recursive: true })
})
