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
  leadsGoTo: 'admin@example.com',
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
  leadsGoTo: 'ann@example.com',
  testMail: SENT,
}

const open = (facts: Partial<FirstStepFacts>, site: { mailConfigured?: boolean } = { mailConfigured: true }) =>
  toFirstSteps({ ...DONE, ...facts }, site.mailConfigured)
    .filter(({ isDone }) => !isDone)
    .map(({ id }) => id)

test('a new demo site has all steps open, and a dealer who has completed them has none open', () => {
  expect(open(NEW)).toEqual(['name', 'address', 'mail', 'vehicle', 'demo', 'colleague', 'backup'])
  expect(open(DONE)).toEqual([])
})

test.each<[string, Partial<FirstStepFacts>, string[]]>([
  ['a name without a logo', { hasLogo: false }, ['name']],
  ['no logo where none can be set', { hasLogo: null }, []],
  ['an address without hours', { hasHours: false }, ['address']],
  ['hours without an address', { hasAddress: false }, ['address']],
  ['one demo vehicle', { demoVehicles: 1 }, ['demo']],
  ['no second admin', { admins: 1 }, ['colleague']],
  ['no email sent so far', { hasSentMail: false }, ['mail']],
  ['a failed test email after other emails were sent', { testMail: { ...SENT, status: 'failed' } }, ['mail']],
  ['leads that go nowhere', { leadsGoTo: null }, ['mail']],
  ['leads that go to the default address', { leadsGoTo: 'admin@example.com' }, ['mail']],
  ['no test email, but other emails sent', { testMail: null }, []],
])('a dealer with %s has the right steps open', (_what, facts, expected) => {
  expect(open(facts)).toEqual(expected)
})

test('the email step is done only while a mail server is known to be connected', () => {
  expect(open({}, { mailConfigured: false })).toEqual(['mail'])
  expect(open({}, {})).toEqual(['mail'])
})

test('an open step links to the screen where it can be completed', () => {
  const [name] = toFirstSteps({ ...DONE, hasName: false }, true)
  const [logo] = toFirstSteps({ ...DONE, hasLogo: false }, true)

  expect([name?.to, logo?.to]).toEqual(['/admin/settings', '/admin/settings/brand'])
})

test.each<[Partial<TestMail>, string]>([
  [{}, 'Sent to ann@example.com. Check your inbox.'],
  [{ status: 'pending' }, 'Sending to ann@example.com…'],
  [{ status: 'pending', error: 'No route.' }, 'We haven’t been able to send it yet, but we’ll keep trying. No route.'],
  [{ status: 'failed', error: 'No such user.' }, 'Failed. No such user.'],
])('the progress of a test email with %o is described correctly', (mail, words) => {
  expect(testMailInWords({ ...SENT, ...mail })).toBe(words)
})
