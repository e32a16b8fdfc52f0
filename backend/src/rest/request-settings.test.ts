import { expect, test } from 'vitest'
import { requestSettings } from './request-settings.ts'

const cookiesOf = (cookie: string) =>
  requestSettings({ method: 'GET', path: '/vehicles', search: '', headers: new Headers({ cookie }) }).cookies

test.each([
  ['a=1; b=2', { a: '1', b: '2' }],
  [' a = 1 ;b= x y ', { a: '1', b: 'x y' }],
  ['token=abc==', { token: 'abc==' }],
  ['empty=', { empty: '' }],
  ['no value; =no name; ;', {}],
  [`a${' '.repeat(3000)}=${' '.repeat(1000)}b`, { a: 'b' }],
  [`a;${' '.repeat(4000)}b`, {}],
])('a function can read the cookies in %j', (header, cookies) => {
  expect(cookiesOf(header)).toEqual(cookies)
})
