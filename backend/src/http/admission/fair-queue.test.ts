import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function linesOf(...names: string[]) {
  const lines = new FairQueue<string>()
  for (const name of names) lines.add(name.slice(0, 1), name)
  return lines
}

test('the lines take turns, each in its own order, and those that may not start keep theirs', () => {
  const lines = linesOf('a1', 'a2', 'a3', 'b1', 'c1')

  expect([lines.takeNext(), lines.takeNext((network) => network !== 'b'), lines.takeNext()]).toEqual(['a1', 'c1', 'b1'])
  expect([lines.takeNext(), lines.takeNext(), lines.takeNext()]).toEqual(['a2', 'a3', undefined])
  expect([lines.waiting, [...lines.networks()]]).toEqual([0, []])
})

test('whoever has most of the room gives the last of it to a network that has less', () => {
  const lines = linesOf('a1', 'a2', 'a3', 'b1', 'b2')

  expect(lines.takeFromLongest('a')).toBeUndefined()
  expect(lines.takeFromLongest('b')).toBeUndefined()
  expect(lines.takeFromLongest('c')).toBe('a3')
  expect([lines.lengthOf('a'), lines.waiting]).toEqual([2, 4])
})

test('who leaves is gone once, and an empty line with them', () => {
  const lines = linesOf('a1', 'b1')
  lines.remove('a', 'a1')
  lines.remove('a', 'a1')

  expect([lines.waiting, [...lines.networks()], lines.takeNext()]).toEqual([1, ['b'], 'b1'])
})
