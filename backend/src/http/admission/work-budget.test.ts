import { expect, test } from 'vitest'
import { MAX_NETWORKS_REMEMBERED, WORK_PER_NETWORK } from './limits.ts'
import { WorkBudget } from './work-budget.ts'

const { milliseconds, seconds } = WORK_PER_NETWORK

test('a network that has used up its database time must wait, but other networks need not', () => {
  const clock = { ms: 0 }
  const budget = new WorkBudget(() => clock.ms)

  budget.spend('192.0.2.1', milliseconds)
  expect(budget.waitSeconds('192.0.2.1')).toBe(0)
  budget.spend('192.0.2.1', milliseconds)

  expect(budget.waitSeconds('192.0.2.1')).toBe(seconds)
  expect(budget.waitSeconds('192.0.2.2')).toBe(0)
  clock.ms += seconds * 1000
  expect(budget.waitSeconds('192.0.2.1')).toBe(0)
})

test('the number of remembered networks is limited', () => {
  const budget = new WorkBudget(() => 0)
  budget.spend('first', 2 * milliseconds)

  for (let i = 0; i < MAX_NETWORKS_REMEMBERED; i++) budget.spend(`network ${i}`, 1)

  expect(budget.waitSeconds('first')).toBe(0)
})
