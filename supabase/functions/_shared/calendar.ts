// The calendar file for a test drive (RFC 5545). Times are London wall-clock times, and the file includes the rule for
// summer time, so that calendars in other time zones show them correctly.

import type { VisitTime } from './visit.ts'

const VISIT_HOURS = 1
const MAX_LINE_BYTES = 74
const encoder = new TextEncoder()

export interface Visit extends VisitTime {
  uid: string
  title: string
  location: string
  organiser: { name: string; email: string }
  createdAt: Date
}

export function toCalendar(visit: Visit): string {
  const start = `${visit.date}T${visit.time}00`.replaceAll(/[-:]/g, '')
  const { name, email } = visit.organiser
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Forecourt//Test drives//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...LONDON,
    'BEGIN:VEVENT',
    `UID:${visit.uid}`,
    `DTSTAMP:${visit.createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;TZID=Europe/London:${start}`,
    `DURATION:PT${VISIT_HOURS}H`,
    `SUMMARY:${escapeText(visit.title)}`,
    `LOCATION:${escapeText(visit.location)}`,
    ...(email ? [`ORGANIZER;CN="${name.replace(/["\r\n]/g, "'")}":mailto:${email}`] : []),
    'STATUS:TENTATIVE',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(fold)
    .join('\r\n')
}

const LONDON = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/London',
  'BEGIN:DAYLIGHT',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0100',
  'TZNAME:BST',
  'DTSTART:19700329T010000',
  'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'END:DAYLIGHT',
  'BEGIN:STANDARD',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0000',
  'TZNAME:GMT',
  'DTSTART:19701025T020000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

/** Folds lines to at most 75 bytes without splitting a character. A continuation line starts with a space. */
function fold(line: string): string {
  const parts: string[] = []
  let part = ''
  for (const character of line) {
    if (encoder.encode(part + character).length > MAX_LINE_BYTES) {
      parts.push(part)
      part = ''
    }
    part += character
  }
  return [...parts, part].join('\r\n ')
}
