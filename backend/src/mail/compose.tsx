import { render } from '@react-email/render'
import { z } from 'zod'
import { toCalendar } from '../../../supabase/functions/_shared/calendar.ts'
import { readVisit } from '../../../supabase/functions/_shared/visit.ts'
import type { AlertItem } from './alert-items.ts'
import { alertLink } from './alert-templates.ts'
import type { Company } from './company.ts'
import { MailLayout } from './layout.tsx'
import type { MailVehicle } from './mail-vehicle.ts'
import { toText } from './plain-text.ts'
import { fillTemplate, isTemplateName } from './templates.ts'
import { oneLine } from './text.ts'

export interface OutboxRow {
  id: string
  template: string
  recipient: string | null
  data: Record<string, unknown>
  created_at: string
  /** When the email stops being true. */
  expires_at?: string | null
}

export interface ComposedMail {
  to: string
  replyTo: string | undefined
  subject: string
  html: string
  text: string
  calendar: string | undefined
  /** The address for one-click unsubscribing (RFC 8058). Only emails that people have asked for can be ended. */
  unsubscribe?: string
}

/** An email cannot be made from this row, so retrying won't help. */
export class UnsendableMail extends Error {
  override name = 'UnsendableMail'
}

/** Text messages are sent to a phone number, through another provider. */
export const TEXT_MESSAGE = 'text-message'
/** An alert says what is true when it is sent. */
export const VEHICLE_ALERT = 'vehicle-alert'

const Email = z.email()
const isEmail = (text: string | undefined): text is string => Email.safeParse(text).success

export async function composeMail(
  row: OutboxRow,
  company: Company,
  siteUrl: string,
  vehicle: MailVehicle | null = null,
  items: readonly AlertItem[] = [],
): Promise<ComposedMail> {
  if (!isTemplateName(row.template)) throw new UnsendableMail(`there is no template ${row.template}`)
  const to = row.recipient ?? (company.adminEmail || company.companyEmail)
  // Require exactly one address, because a mail server could read a list as several recipients.
  if (!isEmail(to) && row.template !== TEXT_MESSAGE) throw new UnsendableMail('the address is not valid')
  const data = textFields(row.data)
  const content = fillTemplate(row.template, { data, company, siteUrl, vehicle, items })
  const replyTo = row.template === 'admin-notification' ? data.customerEmail : company.replyTo || company.companyEmail
  return {
    to,
    replyTo: isEmail(replyTo) ? replyTo : undefined,
    subject: oneLine(content.subject),
    html: await render(<MailLayout content={content} company={company} siteUrl={siteUrl} />),
    text: toText(content, company),
    calendar: row.template === 'test-drive-confirmation' ? calendarFor(row, data, company, siteUrl) : undefined,
    ...(row.template === VEHICLE_ALERT && { unsubscribe: alertLink(siteUrl, data.token) }),
  }
}

function calendarFor(row: OutboxRow, data: Record<string, string>, company: Company, siteUrl: string) {
  const visit = readVisit(data.preferredDate, data.preferredTime)
  if (!visit) return undefined
  return toCalendar({
    ...visit,
    uid: `${row.id}@${new URL(siteUrl).hostname}`,
    title: `Test drive: ${oneLine(data.vehicleTitle || company.companyName)}`,
    location: [company.companyName, company.companyAddress].filter(Boolean).join(', '),
    organiser: { name: company.companyName, email: isEmail(company.companyEmail) ? company.companyEmail : '' },
    createdAt: new Date(row.created_at),
  })
}

function textFields(data: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  return Object.fromEntries(texts)
}
