import { expect, test } from 'vitest'
import { MAX_CACHED_HEADER_BYTES } from '../http/response-cache/limits.ts'
import { readKeyOf } from './read-key.ts'

type Headers = Record<string, string>
const keyOf = (headers: Headers) => readKeyOf((name) => headers[name])

test.each<[string, Headers, Headers]>([
  ['no Accept header and one that accepts all types', {}, { accept: '*/*' }],
  ['an unavailable type before an available type', {}, { accept: 'text/x-unique-1, application/json;q=0.9' }],
  ['CSV in a different letter case', { accept: 'text/csv' }, { accept: 'TEXT/CSV; header=present' }],
  ['an unknown preference', {}, { prefer: 'unique-1' }],
  ['a preference for writes', {}, { prefer: 'return=minimal' }],
  ['a second count preference', { prefer: 'count=exact' }, { prefer: 'x=1, count=exact, count=planned' }],
  ['a max-affected preference without strict handling', {}, { prefer: 'max-affected=7' }],
  ['leading zeros in a range', { range: '0-9' }, { range: '000-0009' }],
  ['an invalid range', {}, { range: 'items=unique' }],
])('reads that get the same response share a key: %s', (_what, one, other) => {
  expect(keyOf(other)).toBe(keyOf(one))
})

test('reads that get different responses have different keys', () => {
  const different: Headers[] = [
    {},
    { accept: 'text/csv' },
    { accept: 'application/vnd.pgrst.object+json' },
    { accept: 'application/vnd.pgrst.object+json;nulls=stripped' },
    { 'accept-profile': 'other' },
    { prefer: 'count=exact' },
    { prefer: 'handling=strict' },
    { prefer: 'handling=strict, max-affected=1' },
    { prefer: 'tx=rollback' },
    { range: '0-9' },
    { range: '0-' },
    { range: '1-9' },
  ]

  expect(new Set(different.map(keyOf)).size).toBe(different.length)
})

test.each<[string, Headers]>([
  ['accept', { accept: `application/json, ${'x'.repeat(MAX_CACHED_HEADER_BYTES)}` }],
  ['accept-profile', { 'accept-profile': 'x'.repeat(MAX_CACHED_HEADER_BYTES + 1) }],
  ['prefer', { prefer: `count=exact, ${'x'.repeat(MAX_CACHED_HEADER_BYTES)}` }],
  ['range', { range: `0-9${' '.repeat(MAX_CACHED_HEADER_BYTES)}` }],
])('a read whose %s header is long has no key', (_name, headers) => expect(keyOf(headers)).toBeNull())

test.each<[string, Headers]>([
  ['a type that is not available', { accept: 'image/png' }],
  ['a preference that strict handling refuses', { prefer: 'handling=strict, unknown' }],
  ['a time zone, which is costly to check', { prefer: 'timezone=Europe/London' }],
])('a read with %s has no key', (_what, headers) => expect(keyOf(headers)).toBeNull())
