import { expect, test } from 'vitest'
import { folderName, isUnfinished, timeOfFolder } from './format.ts'
import { BACKUP_RETENTION } from './limits.ts'
import { chooseKept } from './prune.ts'

const DAY_MS = 86_400_000
const newest = Date.parse('2026-11-16T03:00:00Z')
const days = (kept: Set<Date>) => [...kept].map((time) => (newest - time.getTime()) / DAY_MS)

test('of a year of nights a week, four weeks and six months are left, and no more', () => {
  const times = Array.from({ length: 365 }, (_, day) => new Date(newest - day * DAY_MS))

  const kept = days(chooseKept(times))

  expect(kept.filter((day) => day < 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(kept.length).toBeLessThanOrEqual(BACKUP_RETENTION.days + BACKUP_RETENTION.weeks + BACKUP_RETENTION.months)
  expect(Math.max(...kept)).toBeGreaterThan(130)
  expect(Math.max(...kept)).toBeLessThan(200)
})

test('a site that was off for months keeps what it has, the newest first of all', () => {
  const times = [0, 100, 101, 400].map((day) => new Date(newest - day * DAY_MS))

  expect(days(chooseKept(times)).sort((one, other) => one - other)).toEqual([0, 100, 101, 400])
  expect(days(chooseKept(times.slice(0, 1)))).toEqual([0])
  expect(chooseKept([]).size).toBe(0)
})

test('several of one day leave the newest of it', () => {
  const times = [0, 1, 2].map((hour) => new Date(newest - hour * 3_600_000))

  expect([...chooseKept(times)]).toEqual([times[0]])
})

test('the name of a backup says when it was made, and no other name does', () => {
  const time = new Date('2026-11-16T03:00:05.123Z')

  expect(folderName(time)).toBe('forecourt-20261116T030005Z')
  expect(timeOfFolder(folderName(time))).toEqual(new Date('2026-11-16T03:00:05Z'))
  for (const name of [
    'forecourt',
    'forecourt-20261399T030005Z',
    'forecourt-20261116T030005Z.old',
    '../forecourt-20261116T030005Z',
  ]) {
    expect(timeOfFolder(name)).toBeNull()
  }
  expect(isUnfinished('.forecourt-20261116T030005Z-0123abcd.partial')).toBe(true)
  expect(isUnfinished('.forecourt-20261116T030005Z')).toBe(false)
})
