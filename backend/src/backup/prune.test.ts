import { expect, test } from 'vitest'
import { folderName, isUnfinished, timeOfFolder } from './format.ts'
import { BACKUP_RETENTION } from './limits.ts'
import { chooseRetained } from './prune.ts'

const DAY_MS = 86_400_000
const newest = Date.parse('2026-11-16T03:00:00Z')
const days = (kept: Set<Date>) => [...kept].map((time) => (newest - time.getTime()) / DAY_MS)

test('a year of nightly backups is pruned to seven daily, four weekly and six monthly backups', () => {
  const times = Array.from({ length: 365 }, (_, day) => new Date(newest - day * DAY_MS))

  const kept = days(chooseRetained(times))

  expect(kept.filter((day) => day < 7)).toEqual([0, 1, 2, 3, 4, 5, 6])
  expect(kept.length).toBeLessThanOrEqual(BACKUP_RETENTION.days + BACKUP_RETENTION.weeks + BACKUP_RETENTION.months)
  expect(Math.max(...kept)).toBeGreaterThan(130)
  expect(Math.max(...kept)).toBeLessThan(200)
})

test('a site that was off for months keeps its old backups, and the newest backup is always kept', () => {
  const times = [0, 100, 101, 400].map((day) => new Date(newest - day * DAY_MS))

  expect(days(chooseRetained(times)).sort((one, other) => one - other)).toEqual([0, 100, 101, 400])
  expect(days(chooseRetained(times.slice(0, 1)))).toEqual([0])
  expect(chooseRetained([]).size).toBe(0)
})

test('only the newest of several backups from one day is kept', () => {
  const times = [0, 1, 2].map((hour) => new Date(newest - hour * 3_600_000))

  expect([...chooseRetained(times)]).toEqual([times[0]])
})

test('a folder name is read as a time only if it is a backup’s folder name', () => {
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
