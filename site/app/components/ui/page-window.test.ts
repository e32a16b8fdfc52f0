import { expect, test } from 'vitest'
import { pageWindow } from './page-window.ts'

test('a short list of pages is shown in full', () => {
  expect(pageWindow(1, 3)).toEqual([1, 2, 3])
})

test('a page in the middle of a long list has gaps on both sides', () => {
  expect(pageWindow(10, 20)).toEqual([1, null, 8, 9, 10, 11, 12, null, 20])
})

test('the first page shows links to the next two pages and the last page', () => {
  expect(pageWindow(1, 9)).toEqual([1, 2, 3, null, 9])
})

test('the last page shows links to the first page and the two pages before it', () => {
  expect(pageWindow(9, 9)).toEqual([1, null, 7, 8, 9])
})
