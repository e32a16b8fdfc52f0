import { expect, test } from 'vitest'
import {
  ageInWords,
  attentionInWords,
  incidentInWords,
  kindInWords,
  mailsInWords,
  subjectInWords,
  timesInWords,
} from './status-words.ts'

const NOW = Date.parse('2026-11-16T12:00:00Z')
const calm = { waiting: 0, stuck: 0, failed: 0, lastError: null }
const noMails = { ...calm, held: 0 }
const status = { mails: noMails, listings: calm, incidents: 0 }

test.each([
  ['2026-11-16T11:59:40Z', 'just now'],
  ['2026-11-16T11:59:00Z', '1 minute ago'],
  ['2026-11-16T09:10:00Z', '2 hours ago'],
  ['2026-11-15T11:00:00Z', 'yesterday'],
  ['2026-11-10T12:00:00Z', '6 days ago'],
  ['2026-11-16T12:00:05Z', 'just now'],
])('the time %s is shown as "%s"', (since, words) => {
  expect(ageInWords(since, NOW)).toBe(words)
})

test('a rejected mail server password is reported first, with the reason and the number of queued emails', () => {
  const mails = {
    waiting: 3,
    stuck: 1,
    failed: 2,
    held: 1,
    lastError: 'The mail server rejected the username and password: 535 5.7.8 no',
  }

  expect(attentionInWords({ ...status, mails, incidents: 1 })).toEqual({
    title: 'Emails aren’t being sent.',
    text: 'The mail server rejected the username and password. 3 emails are queued. Nothing has been lost.',
  })
})

test('failed emails, emails on hold, failed listings and incidents are reported next, and emails that are only waiting are not reported', () => {
  expect(attentionInWords({ ...status, mails: { ...noMails, failed: 1, held: 2 } })?.title).toBe(
    '1 email couldn’t be delivered.',
  )
  expect(attentionInWords({ ...status, mails: { ...noMails, held: 2 } })?.title).toBe('2 emails are on hold.')
  expect(attentionInWords({ ...status, listings: { ...calm, stuck: 1, failed: 1 } })?.title).toBe(
    '2 listings couldn’t be updated on AutoTrader.',
  )
  expect(attentionInWords({ ...status, incidents: 2 })).not.toBeNull()
  expect(attentionInWords({ ...status, mails: { ...noMails, waiting: 9 } })).toBeNull()
})

test('items of an unknown kind or without a subject are still described', () => {
  expect(kindInWords('part-exchange')).toBe('part-exchange')
  expect(incidentInWords('roof-leaks').advice).toContain('roof-leaks')
  expect(subjectInWords({ queue: 'mail', subject: null })).toBe('Your dealership')
  expect([1, 2, 1200].map(timesInWords)).toEqual(['once', 'twice', '1,200 times'])
})

test.each([
  [0, 0, 'No emails queued.'],
  [1, 0, '1 email queued.'],
  [1200, 2, '1,200 emails queued, 2 failed.'],
  [0, 1, 'No emails queued, 1 failed.'],
])('a queue with %i emails waiting and %i failed is described as: %s', (waiting, failed, words) => {
  expect(mailsInWords({ ...calm, waiting, failed })).toBe(words)
})
