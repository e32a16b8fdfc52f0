import { expect, test } from 'vitest'
import type { FirstStepFacts, TestMail } from './first-step-queries.ts'
import { testMailInWords, toFirstSteps } from './first-steps.ts'

const NEW: FirstStepFacts = {
  isHidden: false,
  hasName: false,
  hasLogo: false,
  hasAddress: false,
  hasHours: false,
  hasVehicle: false,
  demoVehicles: 20,
  admins: 1,
  hasBackup: false,
  hasSentMail: false,
  testMail: null,
}
const SENT: TestMail = { to: 'ann@example.com', status: 'sent', error: null, at: '2026-11-16T10:00:00Z' }
const DONE: FirstStepFacts = {
  ...NEW,
  hasName: true,
  hasLogo: true,
  hasAddress: true,
  hasHours: true,
  hasVehicle: true,
  demoVehicles: 0,
  admins: 2,
  hasBackup: true,
  hasSentMail: true,
  testMail: SENT,
}

const open = (facts: Partial<FirstStepFacts>, site: { mailConfigured?: boolean } = { mailConfigured: true }) =>
  toFirstSteps({ ...DONE, ...facts }, site.mailConfigured)
    .filter(({ isDone }) => !isDone)
    .map(({ id }) => id)

test('a new demo has everything before it, and a dealer who did it all nothing', () => {
  expect(open(NEW)).toEqual(['name', 'address', 'mail', 'vehicle', 'demo', 'colleague', 'backup'])
  expect(open(DONE)).toEqual([])
})

test.each<[string, Partial<FirstStepFacts>, string[]]>([
  ['a name without a logo', { hasLogo: false }, ['name']],
  ['no logo where none can be set', { hasLogo: null }, []],
  ['an address without hours', { hasHours: false }, ['address']],
  ['hours without an address', { hasAddress: false }, ['address']],
  ['one demo vehicle', { demoVehicles: 1 }, ['demo']],
  ['nobody else', { admins: 1 }, ['colleague']],
  ['mail that was never sent', { hasSentMail: false }, ['mail']],
  ['a test mail that failed after others had left', { testMail: { ...SENT, status: 'failed' } }, ['mail']],
  ['no test mail where others have left', { testMail: null }, []],
])('%s', (_what, facts, expected) => {
  expect(open(facts)).toEqual(expected)
})

test('mail counts only where it is set up now, and known to be', () => {
  expect(open({}, { mailConfigured: false })).toEqual(['mail'])
  expect(open({}, {})).toEqual(['mail'])
})

test('a step leads to what it lacks', () => {
  const [name] = toFirstSteps({ ...DONE, hasName: false }, true)
  const [logo] = toFirstSteps({ ...DONE, hasLogo: false }, true)

  expect([name?.to, logo?.to]).toEqual(['/admin/settings', '/admin/settings/brand'])
})

test.each<[Partial<TestMail>, string]>([
  [{}, 'Sent to ann@example.com. Look whether it is there.'],
  [{ status: 'pending' }, 'On its way to ann@example.com …'],
  [{ status: 'pending', error: 'No route.' }, 'Waiting for the next try. No route.'],
  [{ status: 'failed', error: 'No such user.' }, 'Failed. No such user.'],
])('a test mail that is %o', (mail, words) => {
  expect(testMailInWords({ ...SENT, ...mail })).toBe(words)
})
