import { expect, test } from 'vitest'
import { readBody, SignupBody } from './body.ts'

const read = (body: string) => readBody(new Request('http://site.example/', { method: 'POST', body }), SignupBody)

test.each([
  '{"data": {"first_name": "\\u0000"}}',
  '{"data": {"first_name": "\\ud800"}}',
  '{"data": {"first_name": "\\udc00x"}}',
  '{"data": {"a": [{"b\\ud800": 1}]}}',
  '{"email": "a\\u0000@example.com"}',
])('%s is rejected as bad JSON because it contains text that cannot be stored', async (body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'bad_json', status: 400 })
})

test('a body with surrogate pairs is accepted', async () => {
  const body = { data: { first_name: 'Zoë 🚗' } }

  expect(await read(JSON.stringify(body))).toEqual(body)
})

test('the error for user data that is nested too deeply names the limit', async () => {
  const body = `{"data": {"a": ${'['.repeat(200)}${']'.repeat(200)}}}`

  await expect(read(body)).rejects.toMatchObject({
    status: 400,
    message: 'The body can be nested at most 100 levels deep',
  })
})

test('a body of more than 64 KB is rejected before it is parsed', async () => {
  const long = (length: number) => read(`{"data": {"a": "${'x'.repeat(length)}"}}`)

  await expect(long(60_000)).resolves.toMatchObject({ data: { a: expect.any(String) } })
  await expect(long(66_000)).rejects.toMatchObject({ code: 'request_entity_too_large', status: 413 })
})
