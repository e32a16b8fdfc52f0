import { firstEmailAt } from '../../../supabase/functions/_shared/email-places.ts'
import { legalLines } from '../../../supabase/functions/_shared/legal.ts'
import type { Company } from './company.ts'
import type { MailContent } from './templates.ts'

/** The sender's details, which appear at the end of every email. */
export const senderLines = (company: Company): string[] =>
  [
    company.companyName,
    company.companyAddress,
    company.companyPhone,
    firstEmailAt('emails', company),
    ...legalLines(company),
  ].filter(Boolean)

/** The plain-text part of an email. */
export function toText(content: MailContent, company: Company): string {
  const { heading, paragraphs, picture, details = [], button, notes = [] } = content
  const blocks = [
    heading.toUpperCase(),
    ...paragraphs,
    details.map(({ label, value }) => `${label}:${value.includes('\n') ? '\n' : ' '}${value}`).join('\n'),
    picture && picture.link !== button?.url ? `${picture.title}:\n${picture.link}` : '',
    button ? `${button.label}:\n${button.url}` : '',
    ...notes,
    ['--', ...senderLines(company)].join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}
