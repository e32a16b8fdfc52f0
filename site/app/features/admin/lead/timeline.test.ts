import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { InboxItem } from '#app/features/admin/enquiries/inbox-queries.ts'
import type { LeadEvent } from './lead-queries.ts'
import { deliveryInWords, timelineOf } from './timeline.ts'

const lead = {
  kind: 'enquiry',
  created_at: '2026-11-18T09:00:00Z',
  preferred_date: null,
} as InboxItem
const sam = { first_name: 'Sam', last_name: 'Sales', email: 'sam@example.com' }
const event = (kind: LeadEvent['event'], body = '', rest: Partial<LeadEvent> = {}): LeadEvent => ({
  id: `${kind} ${body}`,
  event: kind,
  body,
  subject: '',
  delivery: null,
  problem: null,
  created_at: '2026-11-18T10:00:00Z',
  actor: sam,
  ...rest,
})
const titles = (...events: LeadEvent[]) => timelineOf(lead, { source: 'website', events }).map(({ title }) => title)

test('the timeline starts at the bottom with the lead’s arrival, and names who did what', () => {
  const entries = timelineOf(lead, {
    source: 'website',
    events: [event('note', 'Wants blue', { actor: null }), event('call', 'Agreed')],
  })

  expect(entries.map(({ title, text, by }) => [title, text, by])).toEqual([
    ['Call', 'Agreed', 'Sam Sales'],
    ['Note', 'Wants blue', null],
    ['Enquiry arrived from the website', undefined, null],
  ])
})

test.each([
  ['website', {}, 'Enquiry arrived from the website'],
  ['telephone', { kind: 'desk' }, 'Telephone call entered'],
  ['walk-in', { kind: 'desk' }, 'Visit entered'],
  [
    'website',
    { kind: 'test-drive', preferred_date: '2026-11-19T14:00:00' },
    'Test drive requested for 19/11/2026 at 14:00',
  ],
])('a lead from the source %s (%j) arrives as “%s”', (source, changes, title) => {
  expect(timelineOf({ ...lead, ...changes } as InboxItem, { source, events: [] })[0]?.title).toBe(title)
})

test('a lead that leaves Closed was reopened, unless it was set back to New', () => {
  const [reopened, closed, opened] = titles(
    event('status', 'Responded'),
    event('status', 'Closed'),
    event('status', 'Responded', { id: 'again' }),
  )
  expect([opened, closed, reopened]).toEqual(['Status set to Responded', 'Closed', 'Reopened'])
  expect(titles(event('status', 'Closed'), event('status', 'New'))[0]).toBe('Set back to New')
})

test.each([
  ['planned', '2026-11-20 | Call back | after six', 'Next step: Call back | after six, due on 20/11/2026'],
  ['planned', 'Call back', 'Next step: Call back'],
  ['planned', '2026-11-20', 'Next step: due on 20/11/2026'],
  ['planned', '', 'Next step done or removed'],
  ['assigned', 'Ben', 'Assigned to Ben'],
  ['assigned', '', 'No longer assigned to anyone'],
  ['email', 'enquiry', 'Enquiry acknowledgement sent'],
  ['answered', '', 'Marked as answered'],
  ['cancelled', '', 'Customer cancelled the test drive'],
  ['asked', 'Friday after five', 'Customer asked for another time'],
] as const)('the event %s %j reads “%s”', (kind, body, title) => {
  expect(titles(event(kind, body))[0]).toBe(title)
})

test('every event that the database can store has an entry', () => {
  const schema = readFileSync('supabase/schemas/lead-desk.sql', 'utf8')
  const [, list = ''] = /check \(event in \(([^)]*)\)\)/.exec(schema) ?? []
  const events = [...list.matchAll(/'(\w+)'/g)].map(([, name]) => name as LeadEvent['event'])

  expect(events).toContain('note')
  for (const name of events) expect(titles(event(name))[0], name).toBeTruthy()
})

test('a reply says whether it was delivered and, if not, why', () => {
  expect(deliveryInWords({ delivery: 'pending', problem: null })).toBe('Waiting to be sent')
  expect(deliveryInWords({ delivery: 'failed', problem: 'The mail server rejected this address: 550' })).toBe(
    'Not delivered. The mail server rejected this address: 550.',
  )
  expect(deliveryInWords({ delivery: 'sent', problem: 'an old one' })).toBe('Sent')
})
