// Opening hours are one line of text, such as 'Mon-Fri: 9am-6pm, Sat-Sun: 9am-4pm'. Search engines want them as data.

export const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export interface OpeningHours {
  days: (typeof DAYS)[number][]
  /** 09:00 */
  opens: string
  closes: string
}

const STRETCH = /^([a-z]{3})[a-z]*(?:\s*[-–]\s*([a-z]{3})[a-z]*)?\s*:?\s*(\S+?)\s*[-–]\s*(\S+)$/i
const TIME = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/i

function toTime(text: string): string | null {
  const [, hour, minute = '00', half] = TIME.exec(text) ?? []
  if (hour === undefined) return null
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  return hours < 24 && Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : null
}

const toDay = (text: string): number => DAYS.findIndex((day) => day.toLowerCase().startsWith(text.toLowerCase()))

/** Null when any part cannot be read: half-understood hours are worse than none. */
export function parseOpeningHours(text: string): OpeningHours[] | null {
  const stretches: OpeningHours[] = []
  for (const part of text.split(',')) {
    const [, first = '', last = first, from = '', to = ''] = STRETCH.exec(part.trim()) ?? []
    const [start, end, opens, closes] = [toDay(first), toDay(last), toTime(from), toTime(to)]
    if (!first || start < 0 || end < start || !opens || !closes) return null
    stretches.push({ days: DAYS.slice(start, end + 1), opens, closes })
  }
  return stretches
}
