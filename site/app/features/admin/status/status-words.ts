// The system's state as text.
import { formatNumber } from '#app/lib/money.ts'
import { pluralise } from '#app/lib/pluralise.ts'
import { FORM_KINDS, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import type { QueueStatus, SystemStatus, Undelivered } from './status-queries.ts'

const KINDS: Record<string, string> = {
  'confirm-account': 'Account confirmation',
  'password-reset': 'Password reset',
  'sign-in': 'Sign-in link',
  invite: 'Invitation',
  'email-change': 'Email address change',
  reauthentication: 'Security code',
  'text-message': 'Text message',
  ...Object.fromEntries(FORM_KINDS.map((kind) => [LEADS[kind].confirmation, LEADS[kind].confirmationLabel])),
  'lead-reply': 'Reply to a lead',
  'admin-notification': 'Notification',
  'test-mail': 'Test email',
  'retention-notice': 'Old enquiries to be deleted',
  'password-changed': 'Password changed',
  'two-steps-changed': 'Two-step verification changed',
  'recovery-code-used': 'Recovery code used',
  'alert-confirmation': 'Confirmation of an alert',
  'vehicle-alert': 'Alert about vehicles',
  create: 'AutoTrader: new listing',
  update: 'AutoTrader: listing update',
  delete: 'AutoTrader: listing removal',
}

export const kindInWords = (kind: string): string => KINDS[kind] ?? kind

export function subjectInWords({ queue, subject }: Pick<Undelivered, 'queue' | 'subject'>): string {
  return subject ?? (queue === 'mail' ? 'Your dealership' : 'Deleted vehicle')
}

interface IncidentWords {
  title: string
  advice: string
}

const INCIDENTS: Record<string, IncidentWords> = {
  'statement-killed': {
    title: 'A request took too long and was stopped.',
    advice:
      'The site kept running. If this happens often, someone may be trying to slow it down. Check the server log.',
  },
  'engine-crashed': {
    title: 'The database stopped unexpectedly and was restarted.',
    advice:
      'Your saved data is safe. If this happens often, someone may be trying to disrupt the site. Check the server log.',
  },
  'disk-full': {
    title: 'The disk is full.',
    advice: 'New pictures and changes may not be saved until you free up some space.',
  },
  'collector-stopped': {
    title: 'Unused pictures aren’t being deleted.',
    advice:
      'To be safe, we haven’t deleted anything. Check that the data folder and the database belong together, especially if you’ve just restored a backup.',
  },
  'pictures-unreachable': {
    title: 'Your pictures are unavailable.',
    advice:
      'Visitors may see gaps, and you can’t upload new pictures, but nothing has been lost. Your pictures will reappear once the picture storage is working again.',
  },
  'round-failed': { title: 'A scheduled task failed.', advice: 'We’ll retry it automatically.' },
}

export const incidentInWords = (kind: string): IncidentWords =>
  INCIDENTS[kind] ?? { title: 'Something went wrong.', advice: `Check the server log for “${kind}”.` }

export const timesInWords = (count: number): string =>
  count === 1 ? 'once' : count === 2 ? 'twice' : `${count.toLocaleString('en-GB')} times`

const relative = new Intl.RelativeTimeFormat('en-GB', { numeric: 'auto' })
const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** "3 hours ago" */
export function ageInWords(since: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(since)) / 1000)
  const [unit, length] = STEPS.find(([, size]) => seconds >= size) ?? []
  return unit && length ? relative.format(-Math.floor(seconds / length), unit) : 'just now'
}

/** The reason without the mail server's own reply, which follows a colon. */
const reasonOf = ({ lastError }: QueueStatus) => (lastError ? `${lastError.split(': ')[0]}.` : '')

/** How many emails are queued, and how many have failed. */
export function mailsInWords({ waiting, failed }: QueueStatus): string {
  const queued = waiting > 0 ? pluralise(waiting, 'email queued', 'emails queued') : 'No emails queued'
  return failed > 0 ? `${queued}, ${formatNumber(failed)} failed.` : `${queued}.`
}

/** The most important problem, for the banner; the status screen lists the rest. Null if nothing needs attention. */
export function attentionInWords({ mails, listings, incidents }: SystemStatus): { title: string; text: string } | null {
  if (mails.stuck > 0) {
    const text = `${reasonOf(mails)} ${pluralise(mails.waiting, 'email is queued', 'emails are queued')}. Nothing has been lost.`
    return { title: 'Emails aren’t being sent.', text: text.trim() }
  }
  if (mails.failed > 0) {
    return { title: `${pluralise(mails.failed, 'email', 'emails')} couldn’t be delivered.`, text: '' }
  }
  if (mails.held > 0) {
    return { title: `${pluralise(mails.held, 'email is', 'emails are')} on hold.`, text: 'Send or discard them.' }
  }
  const unlisted = listings.stuck + listings.failed
  if (unlisted > 0) {
    const title = `${pluralise(unlisted, 'listing', 'listings')} couldn’t be updated on AutoTrader.`
    return { title, text: listings.stuck > 0 ? reasonOf(listings) : '' }
  }
  if (incidents > 0) return { title: 'There’s a problem you should know about.', text: '' }
  return null
}
