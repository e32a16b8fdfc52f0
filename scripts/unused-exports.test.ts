// What is exported and named nowhere else is dead, or need not be exported. Types may be: they say what a function takes.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Their exports are called by a framework. */
const ENTRIES = /^site\/app\/(routes\/|routes\.ts|root\.tsx|entry\.)|\.config\.ts$/
const EXPORTED = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm

test('every exported value is used by another file', () => {
  const root = new URL('..', import.meta.url)
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const files = listed
    .toString()
    .split('\0')
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && existsSync(new URL(path, root)))
    .map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }))
  const places = new Map<string, number>()
  for (const { text } of files) {
    for (const word of new Set(text.match(/\w+/g))) places.set(word, (places.get(word) ?? 0) + 1)
  }

  const unused = files
    .filter(({ path }) => !ENTRIES.test(path))
    .flatMap(({ path, text }) => [...text.matchAll(EXPORTED)].map(([, name = '']) => ({ path, name })))
    .filter(({ name }) => places.get(name) === 1)

  expect(unused.map(({ path, name }) => `${path}: ${name}`)).toEqual([])
})
