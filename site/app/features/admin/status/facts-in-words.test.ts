import { expect, test } from 'vitest'
import { databaseState, diskState, picturesState, queueState, versionInWords } from './facts-in-words.ts'

test.each([
  [50, 'success'],
  [9, 'warning'],
  [2, 'danger'],
])('a disk with %d of 100 bytes free is shown as %s', (freeBytes, tone) => {
  expect(diskState({ freeBytes, totalBytes: 100 }).tone).toBe(tone)
})

test('a read replica that is not in use is shown as a warning', () => {
  const database = { engine: 'postgres', version: '15.14', bytes: 1, isPooled: false } as const
  expect(databaseState({ ...database, replica: null }).tone).toBe('success')
  expect(databaseState({ ...database, replica: { lagSeconds: 0.2 } }).tone).toBe('success')
  expect(databaseState({ ...database, replica: { lagSeconds: null } }).tone).toBe('warning')
})

test('the status shown for the email queue depends on the mail server and on stuck and failed emails', () => {
  const queue = { waiting: 3, stuck: 0, failed: 0, lastError: null }
  const off = { tone: 'warning', label: 'Not set up' } as const
  expect(queueState(false, queue, off)).toBe(off)
  expect(queueState(true, queue, off).tone).toBe('success')
  expect(queueState(true, { ...queue, stuck: 1 }, off).tone).toBe('warning')
  expect(queueState(true, { ...queue, stuck: 1, failed: 1 }, off).tone).toBe('danger')
})

test('a build without a repository shows no commit', () => {
  const product = { version: '0.1.0', node: '20', startedAt: '', processes: 1 }
  expect(versionInWords({ ...product, commit: 'abc1234' })).toBe('0.1.0 (abc1234)')
  expect(versionInWords({ ...product, commit: 'unknown' })).toBe('0.1.0')
})

test('unavailable pictures are shown as a problem', () => {
  expect(picturesState([]).tone).toBe('success')
  expect(picturesState(['round-failed', 'pictures-unreachable']).tone).toBe('danger')
})
