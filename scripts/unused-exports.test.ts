// An exported value that no other file mentions is dead code, or need not be exported. Types are exempt, because they
// document functions.

import { expect, test } from 'vitest'
import { readSourceFiles } from './source-files.ts'

/** A framework calls these files' exports. */
const ENTRIES = /^site\/app\/(routes\/|routes\.ts|root\.tsx|entry\.)|\.config\.ts$/
const EXPORTED = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm

test('every exported value is used by another file', () => {
  const files = readSourceFiles()
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
