import { expect, test } from 'vitest'
import { toCalendar } from './calendar.ts'

const visit = {
  uid: 'one@cars.example',
  date: '2026-11-05',
  time: '09:00',
  title: 'Test drive: Škoda, the “blue” one; 2021\\22\r\nBEGIN:VEVENT',
  location: 'Halden & Rowe, Peterborough',
  organiser: { name: 'Halden "&" Rowe', email: 'sales@haldenrowe.example' },
  createdAt: new Date('2026-11-01T10:20:30.456Z'),
}

test('calendar lines are at most 75 bytes long, end with CRLF and unfold to the original text', () => {
  const calendar = toCalendar(visit)

  for (const line of calendar.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const unfolded = calendar.replaceAll('\r\n ', '').split('\r\n')
  expect(unfolded).toContain('DTSTART;TZID=Europe/London:20261105T090000')
  expect(unfolded).toContain('DTSTAMP:20261101T102030Z')
  expect(unfolded).toContain('SUMMARY:Test drive: Škoda\\, the “blue” one\\; 2021\\\\22\\nBEGIN:VEVENT')
  expect(unfolded).toContain(`ORGANIZER;CN="Halden '&' Rowe":mailto:sales@haldenrowe.example`)
  expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
})
