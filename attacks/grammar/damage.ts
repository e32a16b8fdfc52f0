// Damages a valid call, to test parsers with the kind of malformed input that occurs in practice.
import type { Call } from '../harness/http.ts'
import type { Random } from '../harness/random.ts'

const FRAGMENTS = [
  '%',
  '%00',
  '%ff',
  '%c0%af',
  '%2e%2e/',
  '..;/',
  '//',
  '\\',
  '"',
  "'",
  '(',
  ')',
  '((((((((',
  ',',
  '.',
  '!',
  '->',
  '->>',
  '::',
  ':',
  '&',
  '=',
  '?',
  '#',
  '*',
  '{',
  '}',
  '[',
  '\u{1f697}',
  '\u202e',
  'A'.repeat(300),
  '-9223372036854775809',
  '1e400',
  '$1',
  ';--',
  '/*',
]

export function damage(random: Random, call: Call): Call {
  const broken = { ...call, headers: { ...call.headers } }
  for (let n = 1 + random.below(3); n > 0; n--)
    random.pick([breakPath, breakPath, breakBody, breakHeaders])(random, broken)
  return broken
}

function breakText(random: Random, text: string, from = 0): string {
  const at = from + random.below(Math.max(1, text.length - from))
  const length = 1 + random.below(12)
  const [before, cut, after] = [text.slice(0, at), text.slice(at, at + length), text.slice(at + length)]
  switch (random.below(6)) {
    case 0:
      return before + after
    case 1:
      return before + cut + cut + after
    case 2:
      return before
    case 3:
      return before + random.pick(FRAGMENTS).repeat(1 + random.below(50)) + cut + after
    default:
      return before + random.pick(FRAGMENTS) + cut + after
  }
}

function breakPath(random: Random, call: Call): void {
  // Usually keeps the first segment; otherwise nearly every request would get a 404 page.
  const from = random.chance(0.9) ? call.path.indexOf('/', 1) + 1 : 1
  call.path = breakText(random, call.path, from).slice(0, random.chance(0.02) ? 60_000 : 14_000)
}

function breakBody(random: Random, call: Call): void {
  if (call.body === undefined) {
    breakPath(random, call)
    return
  }
  const text = call.body.toString()
  const nested = random.pick(['[', '{"a":'])
  call.body = random.pick<() => string | Buffer>([
    () => breakText(random, text),
    () => breakText(random, text),
    () => nested.repeat(1 + random.below(5000)),
    () => Buffer.from([0xff, 0xfe, 0xc0, 0x80, ...Buffer.from(text).subarray(0, 50)]),
    () => '',
    () => (random.chance(0.05) ? 'x'.repeat(2 * 1024 * 1024) : 'x'.repeat(20_000)),
  ])()
}

function breakHeaders(random: Random, call: Call): void {
  const headers = call.headers as Record<string, string>
  const [name, value] = random.pick<[string, string]>([
    ['authorization', 'Bearer'],
    ['authorization', `Bearer ${random.text(20)}.${random.text(40)}.${random.text(20)}`],
    ['authorization', 'Basic Og=='],
    [
      'authorization',
      `Bearer ${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from('{"role":"service_role"}').toString('base64url')}.`,
    ],
    ['apikey', random.text(30)],
    [
      'content-type',
      random.pick(['text/plain', 'application/xml', 'multipart/form-data', 'application/json; charset=utf-7', '']),
    ],
    ['accept', random.pick(['', 'a/b/c', '*/*;q=2', ','.repeat(500)])],
    ['prefer', random.pick(['=', ','.repeat(300), 'count=', `return=${random.text(200)}`])],
    ['range', random.pick(['-', '5-1', '0-99999999999999999999', 'x', '-1--1'])],
    ['content-encoding', 'gzip'],
    ['x-upsert', 'maybe'],
    ['x-supabase-api-version', '2999-01-01'],
    ['accept-profile', random.text(30)],
    ['content-profile', 'auth'],
    ['x-request-id', 'a'.repeat(5000)],
    ['x-http-method-override', 'DELETE'],
  ])
  headers[name] = value
}
