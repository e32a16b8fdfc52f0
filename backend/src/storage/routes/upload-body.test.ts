import { expect, test } from 'vitest'
import { parseMetadata, readUpload } from './upload-body.ts'

const BOUNDARY = 'x1'
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name=""; filename="a.webp"\r\nContent-Type: image/webp\r\n\r\n`

const form = (body: string) =>
  new Request('http://site.example/', {
    method: 'POST',
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body,
  })

test('the file in a form is read', async () => {
  const upload = await readUpload(form(`${HEAD}picture\r\n--${BOUNDARY}--\r\n`), 100)

  expect([upload.bytes.toString(), upload.declaredType]).toEqual(['picture', 'image/webp'])
})

test.each([
  ['within its file', `${HEAD}half a pict`],
  ['within the headers of its file', HEAD.slice(0, 40)],
  ['before its end', `${HEAD}picture\r\n--${BOUNDARY}\r\n`],
  ['right at the start', `--${BOUNDARY}`],
])('a form that is cut off %s is refused without any other error', async (_where, body) => {
  await expect(readUpload(form(body), 100)).rejects.toMatchObject({ status: 400 })
})

test('metadata nested too deeply for the database is refused, and the error names the limit', () => {
  const metadata = `{"a": ${'['.repeat(200)}${']'.repeat(200)}}`

  expect(() => parseMetadata(metadata)).toThrow('metadata can be nested at most 100 levels deep')
})
