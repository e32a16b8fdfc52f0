import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

function queueOf(...names: string[]) {
  const queue = new FairQueue<string>()
  for (const name of names) queue.enqueue(name.slice(0, 1), name)
  return queue
}

test('networks take turns, each network’s requests stay in order, and a network that cannot start yet keeps its turn', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'c1')

  expect([queue.dequeue(), queue.dequeue((network) => network !== 'b'), queue.dequeue()]).toEqual(['a1', 'c1', 'b1'])
  expect([queue.dequeue(), queue.dequeue(), queue.dequeue()]).toEqual(['a2', 'a3', undefined])
  expect([queue.waiting, [...queue.networks()]]).toEqual([0, []])
})

test('the network with the longest queue gives up its last place to a network with a shorter queue', () => {
  const queue = queueOf('a1', 'a2', 'a3', 'b1', 'b2')

  expect(queue.evictFor('a')).toBeUndefined()
  expect(queue.evictFor('b')).toBeUndefined()
  expect(queue.evictFor('c')).toBe('a3')
  expect([queue.lengthOf('a'), queue.waiting]).toEqual([2, 4])
})

test('a waiter is removed only once, and a network is removed with its last waiter', () => {
  const queue = queueOf('a1', 'b1')
  queue.remove('a', 'a1')
  queue.remove('a', 'a1')

  expect([queue.waiting, [...queue.networks()], queue.dequeue()]).toEqual([1, ['b'], 'b1'])
})
