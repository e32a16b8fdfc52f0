// Templates for replies to leads, and the placeholders in them. The database refuses a reply that still contains one
// (send_reply).

const REPLY_PLACEHOLDERS = ['name', 'vehicle', 'price', 'link', 'test drive', 'staff', 'dealer', 'telephone'] as const

type ReplyPlaceholder = (typeof REPLY_PLACEHOLDERS)[number]

/** What a lead knows; a placeholder without a value stays in the text. */
export type ReplyValues = Partial<Record<ReplyPlaceholder, string>>

const LISTED = REPLY_PLACEHOLDERS.map((name) => `{{${name}}}`)
export const REPLY_PLACEHOLDERS_HINT = `${LISTED.slice(0, -1).join(', ')} and ${LISTED.at(-1)} are filled in when you choose a template for a reply. If something isn’t known, such as the test drive of a customer who hasn’t booked one, you fill it in before you send the reply.`

const PLACEHOLDER = /(\{\{[^{}]{0,40}\}\})/

/** The parts of a text: every second one is a placeholder. */
const splitAtPlaceholders = (text: string): string[] => text.split(PLACEHOLDER)

export const fillReply = (text: string, values: ReplyValues): string =>
  splitAtPlaceholders(text)
    .map((part, index) => {
      if (index % 2 === 0) return part
      const name = part.slice(2, -2).trim().toLowerCase()
      return (Object.hasOwn(values, name) && values[name as ReplyPlaceholder]) || part
    })
    .join('')

/** The placeholders that are still in a text, each once. As in the database, two opening braces count as one. */
export function unfilledIn(...texts: string[]): string[] {
  const text = texts.join('\n')
  const found = new Set(splitAtPlaceholders(text).filter((_, index) => index % 2 === 1))
  if (found.size === 0 && text.includes('{{')) return ['{{']
  return [...found]
}

export interface ReplyTemplate {
  name: string
  subject: string
  text: string
}

const SIGNATURE = 'Kind regards,\n{{staff}}\n{{dealer}}'

export const DEFAULT_REPLY_TEMPLATES: readonly ReplyTemplate[] = [
  {
    name: 'The car is available',
    subject: 'Your enquiry about the {{vehicle}}',
    text: `Hello {{name}},\n\nThank you for your enquiry. The {{vehicle}} is available, and the price is {{price}}.\n\nWould you like to come and see it, or take it for a test drive? Reply to this email or call us on {{telephone}}, and we’ll have it ready for you.\n\n${SIGNATURE}`,
  },
  {
    name: 'Confirm a test drive',
    subject: 'Your test drive of the {{vehicle}}',
    text: `Hello {{name}},\n\nThe {{vehicle}} will be ready for your test drive on {{test drive}}. Please bring your full driving licence.\n\nIf you’d prefer another time, reply to this email or call us on {{telephone}}.\n\n${SIGNATURE}`,
  },
  {
    name: 'The car has been sold',
    subject: 'The {{vehicle}} has been sold',
    text: `Hello {{name}},\n\nI’m sorry, but the {{vehicle}} has been sold.\n\nIf you tell me what matters most to you, such as your budget, the size of the car and the fuel type, I’ll let you know as soon as we have something suitable. You can also call us on {{telephone}}.\n\n${SIGNATURE}`,
  },
]
