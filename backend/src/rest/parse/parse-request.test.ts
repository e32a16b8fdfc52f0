import { describe, expect, test, vi } from 'vitest'
import { parseRequest } from './parse-request.ts'

const parse = (method: string, path: string, headers: Record<string, string> = {}, body: string | null = null) => {
  const [pathname = '', search = ''] = path.split('?')
  return parseRequest({ method, path: pathname, search, headers: new Headers(headers) }, body, ['public'])
}

describe('parseRequest', () => {
  test('a path names a relation or a function', () => {
    expect(parse('GET', '/vehicles')).toMatchObject({ kind: 'relation', name: 'vehicles', schema: 'public' })
    expect(parse('GET', '/rpc/has_role')).toMatchObject({ kind: 'routine', name: 'has_role' })
    expect(() => parse('GET', '/')).toThrow('disabled')
    expect(() => parse('GET', '/a/b')).toThrow('Invalid path')
    expect(() => parse('GET', '/%E0%A4%A')).toThrow('Invalid path')
  })

  test('the Range header is intersected with limit and offset, on GET only', () => {
    expect(parse('GET', '/v', { range: '0-9' }).range).toEqual({ offset: 0, limit: 10 })
    expect(parse('GET', '/v?offset=5&limit=20', { range: '2-9' }).range).toEqual({ offset: 5, limit: 5 })
    expect(parse('GET', '/v', { range: '7-' }).range).toEqual({ offset: 7, limit: null })
    expect(parse('HEAD', '/v', { range: '0-9' }).range).toEqual({ offset: 0, limit: null })
    expect(() => parse('GET', '/v', { range: '5-2' })).toThrow('Requested range not satisfiable')
  })

  test('preferences may be in one header or several, and unknown preferences are refused under strict handling', () => {
    expect(parse('GET', '/v', { prefer: 'count=exact, return=minimal' }).preferences).toMatchObject({
      count: 'exact',
      return: 'minimal',
    })
    expect(parse('GET', '/v', { prefer: 'odd=1' }).preferences.invalid).toEqual(['odd=1'])
    expect(() => parse('GET', '/v', { prefer: 'handling=strict, odd=1' })).toThrow('Invalid preferences')
  })

  test('only the first of many time zones in a Prefer header is looked up', () => {
    const lookUp = vi.spyOn(Intl, 'DateTimeFormat')

    const prefer = `timezone=Europe/London, ${Array.from({ length: 1000 }, (_, index) => `timezone=a${index}`).join()}`

    expect(parse('GET', '/v', { prefer }).preferences).toMatchObject({ timezone: 'Europe/London', invalid: [] })
    expect(lookUp).toHaveBeenCalledTimes(1)
  })

  test('the best supported media type is chosen', () => {
    expect(parse('GET', '/v', { accept: 'text/html,*/*;q=0.8' }).accept.format).toBe('json')
    expect(parse('GET', '/v', { accept: 'application/vnd.pgrst.object+json;nulls=stripped' }).accept).toEqual({
      format: 'object',
      isStripped: true,
    })
    expect(() => parse('GET', '/v', { accept: 'image/png' })).toThrow('None of these media types are available')
  })

  test('a JSON body is kept as text, and all its objects must have the same keys', () => {
    expect(parse('POST', '/v', {}, '[{"a":1},{"a":2}]').payload).toMatchObject({ keys: ['a'], isArray: true, rows: 2 })
    expect(() => parse('POST', '/v', {}, '[{"a":1},{"b":2}]')).toThrow('All object keys must match')
    expect(parse('POST', '/v?columns=a', {}, '[{"a":1},{"b":2}]').payload).toMatchObject({ rows: 2 })
    expect(() => parse('POST', '/v', {}, '{')).toThrow('Empty or invalid json')
    expect(() => parse('POST', '/v', { 'content-type': 'image/png' }, '')).toThrow('Content-Type not acceptable')
  })

  test('CSV and forms are converted to JSON', () => {
    const csv = 'id,note\r\n1,"a ""b"", c"\r\n2,NULL\r\n'

    expect(parse('POST', '/v', { 'content-type': 'text/csv' }, csv).payload).toMatchObject({
      text: '[{"id":"1","note":"a \\"b\\", c"},{"id":"2","note":null}]',
      keys: ['id', 'note'],
    })
    expect(
      parse('POST', '/v', { 'content-type': 'application/x-www-form-urlencoded' }, 'a=1&b=x+y').payload,
    ).toMatchObject({ text: '{"a":"1","b":"x y"}' })
  })

  test('other schemas, unknown methods, null bytes and long URLs are refused', () => {
    expect(() => parse('GET', '/v', { 'accept-profile': 'auth' })).toThrow('Invalid schema: auth')
    expect(() => parse('TRACE', '/v')).toThrow('Unsupported HTTP method')
    expect(() => parse('DELETE', '/rpc/f')).toThrow('Cannot use the DELETE method on RPC')
    expect(() => parse('GET', '/v?a=eq.%00')).toThrow('zero byte')
    expect(() => parse('GET', `/v?a=eq.${'x'.repeat(20_000)}`)).toThrow('too long')
  })
})
