import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { findDataFolder, loadSettings } from './settings-file.mjs'

afterEach(() => vi.unstubAllEnvs())

test('settings in .env are read, and the environment takes precedence', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'env-')), '.env')
  writeFileSync(file, 'FORECOURT_TEST_ONE=from the file\nFORECOURT_TEST_TWO=from the file\n')
  vi.stubEnv('FORECOURT_TEST_ONE', undefined)
  vi.stubEnv('FORECOURT_TEST_TWO', 'from the environment')
  loadSettings(file)

  expect(process.env.FORECOURT_TEST_ONE).toBe('from the file')
  expect(process.env.FORECOURT_TEST_TWO).toBe('from the environment')
  expect(() => loadSettings(`${file}.missing`)).not.toThrow()
})

test('a command uses the folder of the last started site only if the settings and the default lead to none', () => {
  const base = mkdtempSync(join(tmpdir(), 'base-'))
  const site = mkdtempSync(join(tmpdir(), 'site-'))
  const places = { base, lastFolder: join(base, 'last') }
  expect(findDataFolder({}, places)).toBeNull()

  writeFileSync(places.lastFolder, site)
  expect(findDataFolder({}, places)).toBeNull()

  mkdirSync(join(site, 'database'))
  expect(findDataFolder({}, places)).toBe(site)
  expect(findDataFolder({ DATA_DIR: '/elsewhere' }, places)).toBeNull()
  expect(findDataFolder({ DATABASE_URL: 'postgres://x' }, places)).toBeNull()

  mkdirSync(join(base, 'data/database'), { recursive: true })
  expect(findDataFolder({}, places)).toBeNull()
})
