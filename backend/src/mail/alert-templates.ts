// Emails about alerts. The first goes to an address that anyone could have typed, so it says nothing about the vehicle.
import { formatPrice } from '../../../supabase/functions/_shared/money.ts'
import type { AlertItem } from './alert-items.ts'
import type { MailContent, Template, TemplateContext } from './templates.ts'
import { oneLine } from './text.ts'

/** The page that confirms, shows and ends the alerts of the address that the email goes to. */
export const alertLink = (siteUrl: string, token: string | undefined) => `${siteUrl}/alerts/${token ?? ''}`

export const alertConfirmation: Template = ({ data, company, siteUrl }) => ({
  subject: `Confirm your alert from ${company.companyName}`,
  overline: 'Alerts',
  heading: 'Would you like these emails?',
  paragraphs: [
    'Hello,',
    `We received a request to email this address about vehicles at ${company.companyName}. Please confirm that you'd like us to.`,
  ],
  button: { label: 'See and confirm', url: alertLink(siteUrl, data.token) },
  notes: [
    'The link expires after seven days.',
    "If you didn't ask for this, please ignore this email. We won't send you any alerts.",
  ],
})

export function vehicleAlert({ data, company, siteUrl, items = [] }: TemplateContext): MailContent {
  const link = alertLink(siteUrl, data.token)
  const [first] = items
  const isOne = items.length === 1 && first
  return {
    subject: isOne ? oneLine(`${SUBJECTS[first.news]}: ${first.title}`) : `News about ${items.length} vehicles`,
    overline: 'Your alerts',
    heading: isOne ? HEADINGS[first.news] : `News about ${items.length} vehicles`,
    paragraphs: ['Hello,', 'Here’s the news you asked for.'],
    details: items.map((item) => ({
      label: SUBJECTS[item.news],
      value: [item.title, inWords(item), `${siteUrl}/vehicles/${item.vehicleId}`].filter(Boolean).join('\n'),
    })),
    button:
      isOne && first.news !== 'sold'
        ? { label: 'View this vehicle', url: `${siteUrl}/vehicles/${first.vehicleId}` }
        : { label: 'View our vehicles', url: `${siteUrl}/vehicles` },
    notes: [
      `You asked ${company.companyName} for these emails. We send at most one a day.`,
      `Change your alerts or unsubscribe: ${link}`,
    ],
  }
}

const SUBJECTS = { price: 'Price reduced', sold: 'Sold', back: 'Back on sale', match: 'New match' } as const
const HEADINGS = {
  price: 'The price has come down',
  sold: 'This vehicle has been sold',
  back: 'This vehicle is back on sale',
  match: 'This vehicle matches your search',
} as const

function inWords({ news, price, was }: AlertItem): string {
  if (news === 'sold' || price === null) return ''
  if (news === 'price' && was !== null) return `Now ${formatPrice(price)}, down from ${formatPrice(was)}`
  return formatPrice(price)
}
