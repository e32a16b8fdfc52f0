import { expect, test } from 'vitest'
import { readStartArguments } from './start-arguments.mjs'

test('--empty begins without the demo', () => {
  expect(readStartArguments([])).toEqual({ env: {} })
  expect(readStartArguments(['--empty'])).toEqual({ env: { START_EMPTY: '1' } })
})

test.each(['--emtpy', '-e', 'empty', 'toString'])('a word that means nothing stops the start: %s', (word) => {
  expect(readStartArguments([word])).toEqual({ problem: `npm start knows --empty; not ${word}.` })
})
