import { expect, test } from 'vitest'
import { readStartArguments } from './start-arguments.mjs'

test('npm start -- --empty starts the site without the demo stock', () => {
  expect(readStartArguments([])).toEqual({ env: {} })
  expect(readStartArguments(['--empty'])).toEqual({ env: { START_EMPTY: '1' } })
})

test.each(['--emtpy', '-e', 'empty', 'toString'])('the site does not start with the unknown option %s', (option) => {
  expect(readStartArguments([option])).toEqual({ problem: `Unknown option ${option}. npm start accepts --empty.` })
})
