import { expect, test } from 'vitest'
import { servedType } from './served-type.ts'

test.each([
  ['image/jpeg', { contentType: 'image/jpeg', isInline: true }],
  ['text/plain; charset=UTF-8', { contentType: 'text/plain;charset=utf-8', isInline: true }],
  ['application/pdf', { contentType: 'application/pdf', isInline: false }],
  [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    {
      contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      isInline: false,
    },
  ],
])('%s is served as %o', (mimetype, expected) => {
  expect(servedType(mimetype)).toEqual(expected)
})

test.each([
  'text/html',
  'TEXT/HTML; charset=utf-8',
  'image/svg+xml',
  'application/xhtml+xml',
  'application/vnd.mozilla.xul+xml',
  'text/xml',
  'text/javascript',
  'application/javascript',
  'text/plain, text/html',
  'text/plain\n',
  'text/css',
  'application/wasm',
  'multipart/x-mixed-replace',
  '',
  undefined,
])('%j is served as a download without its type', (mimetype) => {
  const { contentType, isInline } = servedType(mimetype)

  expect([contentType, isInline]).toEqual(
    mimetype === 'text/plain\n' ? ['text/plain', true] : ['application/octet-stream', false],
  )
})
