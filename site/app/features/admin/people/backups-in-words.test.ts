import { expect, test } from 'vitest'
import { backupsInWords } from './backups-in-words.ts'

const now = new Date('2026-11-18T12:00:00Z')

test('with nightly backups, the date is when the month’s last backup is pushed out', () => {
  expect(backupsInWords({ hasNightlyBackups: true, backupMonths: 6 }, null, now)).toContain('by 1 May 2027')
})

test.each([
  [
    'nightly backups are off',
    { hasNightlyBackups: false, backupMonths: 6 },
    '2026-11-01T03:00:00Z',
    'made on 01/11/2026',
  ],
  ['there are none', { hasNightlyBackups: false, backupMonths: 6 }, null, 'has made no backups'],
  ['they are not known', null, null, 'We don’t know'],
] as const)('no date is promised if %s', (_name, facts, madeAt, words) => {
  const text = backupsInWords(facts, madeAt, now)
  expect(text).toContain(words)
  expect(text).not.toContain('2027')
})
