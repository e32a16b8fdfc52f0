import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findRunningSite, forgetRunningSite, noteRunningSite } from './running-site.ts'

const SETTINGS = { host: '127.0.0.1', port: 3000 }
const folder = () => mkdtempSync(join(tmpdir(), 'running-'))

test.each([
  ['127.0.0.1', 'http://127.0.0.1:4321'],
  ['0.0.0.0', 'http://127.0.0.1:4321'],
  ['::', 'http://[::1]:4321'],
  ['::1', 'http://[::1]:4321'],
])('a site that listens on %s is found at %s', (host, url) => {
  const dataDir = folder()
  noteRunningSite(dataDir, { host, port: 4321 })

  expect(findRunningSite(dataDir, SETTINGS)).toBe(url)
})

test('the settings are used if there is no note, or if it cannot be read', () => {
  const dataDir = folder()
  noteRunningSite(dataDir, { host: '127.0.0.1', port: 4321 })
  forgetRunningSite(dataDir)
  expect(findRunningSite(dataDir, SETTINGS)).toBe('http://127.0.0.1:3000')

  writeFileSync(join(dataDir, '.running.json'), 'x')
  expect(findRunningSite(dataDir, SETTINGS)).toBe('http://127.0.0.1:3000')
  expect(() => noteRunningSite(join(dataDir, 'missing'), SETTINGS)).not.toThrow()
})
