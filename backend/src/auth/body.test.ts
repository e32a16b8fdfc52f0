import { expect, test } from 'vitest'
import { readBody, SignupBody } from './body.ts'

const read = (body: string) => readBody(new Request('http://site.example/', { method: 'POST', body }), SignupBody)

test.each([
  '{"data": {"first_name": "\\u0000"}}',
  '{"data": {"first_name": "\\ud800"}}',
  '{"data": {"first_name": "\\udc00x"}}',
  '{"data": {"a": [{"b\\ud800": 1}]}}',
  '{"email": "a\\u0000@example.com"}',
])('%s holds what no text can, and is refused as bad JSON', async (body) => {
  await expect(read(body)).rejects.toMatchObject({ code: 'bad_json', status: 400 })
})

test('characters that take a pair are text like any other', async () => {
  const body = { data: { first_name: 'Zoë 🚗' } }

  expect(await read(JSON.stringify(body))).toEqual(body)
})

test('user data nested too deep for the database is refused by the name of the limit', async () => {
  const body = `{"data": {"a": ${'['.repeat(200)}${']'.repeat(200)}}}`

  await expect(read(body)).rejects.toMatchObject({
    status: 400,
    message: 'The body can be nested at most 100 levels deep',
  })
})

test('a long list is parsed without a look at each value, and refused if one of them might not be storable', async () => {
  const bodyOf = (value: string) =>
    readBody(
      new Request('http://localhost', { method: 'POST', body: `{"data": {"a": [${`${value},`.repeat(50_000)}1]}}` }),
      SignupBody,
    )

  expect((await bodyOf('1')).data).toMatchObject({ a: expect.any(Array) })
  // Even as a pair, which is storable: nobody sends so much.
  await expect(bodyOf('"\\ud83d\\ude00"')).rejects.toMatchObject({ code: 'bad_json' })
})
