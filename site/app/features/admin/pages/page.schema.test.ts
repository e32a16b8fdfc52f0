import { expect, test } from 'vitest'
import { NEW_PAGE, type PageValues, pageSchema, toContent, toValues } from './page.schema.ts'

const page = (values: Partial<PageValues>) => pageSchema.safeParse({ ...NEW_PAGE, title: 'A title', ...values })
const problems = (values: Partial<PageValues>) =>
  page(values).error?.issues.map(({ path, message }) => `${path.join()}: ${message}`) ?? []
const pathOf = (values: Partial<PageValues>) => {
  const { data } = page(values)
  return data && toContent(data).path
}

test.each([
  ['guide', 'buying-a-car', '/guides/buying-a-car'],
  ['guide', ' Buying-A-Car ', '/guides/buying-a-car'],
  ['guide', '/guides/buying-a-car/', '/guides/buying-a-car'],
  ['guide', 'https://cars.example/guides/buying-a-car', '/guides/buying-a-car'],
  ['list', 'https://cars.example/vehicles/make/bmw/3-series?x=1', '/vehicles/make/bmw/3-series'],
  ['list', 'vehicles/body/estate', '/vehicles/body/estate'],
  ['list', '/vehicles/under/20000/', '/vehicles/under/20000'],
  ['list', '/vehicles/fuel/electric', '/vehicles/fuel/electric'],
] as const)('the address of a %s, typed as %j, becomes %s', (kind, address, path) => {
  expect(pathOf({ kind, address })).toBe(path)
})

test.each([
  ['guide', ''],
  ['guide', 'two words'],
  ['guide', 'a/b'],
  ['guide', '-a'],
  ['guide', '../admin'],
  ['list', '/vehicles'],
  ['list', '/vehicles/make/bmw/3-series/x'],
  ['list', '/vehicles/body/a/b'],
  ['list', '/vehicles/under/cheap'],
  ['list', '/guides/buying-a-car'],
  ['list', '/about'],
] as const)('the address of a %s may not be %j', (kind, address) => {
  expect(problems({ kind, address })).toEqual([expect.stringMatching(/^address: (?:Use|Enter)/)])
})

test('a title is needed, and no field may be too long', () => {
  const address = 'a'
  expect(problems({ address, title: ' ' })).toEqual(['title: Enter a title.'])
  expect(problems({ address, title: 'a'.repeat(121) })).toEqual(['title: Please shorten this to 120 characters.'])
  expect(problems({ address, summary: 'a'.repeat(301) })).toEqual(['summary: Please shorten this to 300 characters.'])
  expect(problems({ address, body: 'a'.repeat(20_001) })).toEqual(['body: Please shorten this to 20,000 characters.'])
})

test('a page is opened in the form as it was saved', () => {
  const content = { path: '/guides/buying-a-car', title: 'T', summary: 'S', body: 'B' }
  expect(toContent(toValues(content))).toEqual(content)
  expect(toValues({ ...content, path: '/vehicles/make/bmw' })).toMatchObject({
    kind: 'list',
    address: '/vehicles/make/bmw',
  })
})
