// The build translates new syntax for the oldest supported browsers (docs/decisions/0014) but adds no polyfills. A page
// that calls a function missing from those browsers breaks there, and no other test would notice.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const NEWER_THAN_THE_FLOOR =
  /\b(URL\.(canParse|parse)|(Object|Map)\.groupBy|Promise\.(withResolvers|try)|AbortSignal\.any|Array\.fromAsync|Intl\.(Segmenter|DurationFormat)|RegExp\.escape|Uint8Array\.fromBase64|requestIdleCallback|isWellFormed|toWellFormed)\b|\.(values|keys|entries)\(\)\s*\.(map|filter|some|every|find|reduce|toArray)\(/

const root = resolve(import.meta.dirname, '..')
/** The code that browsers run: the site, and the files it shares with the functions. */
const FOLDERS = ['site/app', 'supabase/functions/_shared']

test('browser code does not call functions that the oldest supported browsers lack', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ).filter((name) => /\.tsx?$/.test(name) && !/\.(test|server)\.tsx?$/.test(name))

  const found = files.flatMap((file) => {
    const [call] = readFileSync(join(root, file), 'utf8').match(NEWER_THAN_THE_FLOOR) ?? []
    return call ? [`${file}: ${call}`] : []
  })

  expect(files.length).toBeGreaterThan(100)
  expect(found).toEqual([])
})
