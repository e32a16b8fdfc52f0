import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { STORED } from './stored.ts'

const app = resolve(import.meta.dirname, '../../..')
const STORAGE = /storage\b/i
const OWN_KEY = /['`](forecourt-[a-z-]+)/g

/** The id of an element, and a key that the auth client needs but keeps in memory. */
const NOT_STORED = ['forecourt-backend', 'forecourt-temporary']

const isListed = (key: string) =>
  STORED.some(({ name }) => (name.endsWith('…') ? key.startsWith(name.slice(0, -1)) : name === key))

test('the cookie policy lists every key of ours that code in the browser stores', () => {
  const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => readFileSync(join(app, file), 'utf8'))
    .filter((source) => STORAGE.test(source))
  const keys = new Set(sources.flatMap((source) => [...source.matchAll(OWN_KEY)].map(([, key]) => key ?? '')))

  expect(keys).toContain('forecourt-draft-')
  expect(keys).toContain('forecourt-scroll-')
  expect([...keys].filter((key) => !NOT_STORED.includes(key) && !isListed(key))).toEqual([])
})
