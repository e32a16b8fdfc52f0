// The system's state in plain words.
import { things } from '#app/lib/things.ts'
import { LEAD_KINDS, LEADS } from '#supabase/functions/_shared/lead-kinds.ts'
import type { QueueStatus, SystemStatus, Undelivered } from './status-queries.ts'

const KINDS: Record<string, string> = {
  'confirm-account': 'Account confirmation',
  'password-reset': 'Password reset',
  'sign-in': 'Sign-in link',
  invite: 'Invitation',
  'email-change': 'Change of address',
  reauthentication: 'Code for a change',
  'text-message': 'Text message',
  ...Object.fromEntries(LEAD_KINDS.map((kind) => [LEADS[kind].confirmation, LEADS[kind].confirmationLabel])),
  'admin-notification': 'Notification',
  'test-mail': 'Test mail',
  'password-changed': 'Password changed',
  'two-steps-changed': 'Two-step verification changed',
  'recovery-code-used': 'Recovery code used',
  create: 'Autotrader: new listing',
  update: 'Autotrader: changed listing',
  delete: 'Autotrader: listing to take down',
}

export const kindInWords = (kind: string): string => KINDS[kind] ?? kind

export function subjectInWords({ queue, subject }: Pick<Undelivered, 'queue' | 'subject'>): string {
  return subject ?? (queue === 'mail' ? 'The dealership' : 'A vehicle that was deleted')
}

interface IncidentWords {
  title: string
  advice: string
}

const INCIDENTS: Record<string, IncidentWords> = {
  'statement-killed': {
    title: 'A request took too long and was stopped.',
    advice: 'The site went on. If it happens often, somebody may be trying to slow it down: the log says more.',
  },
  'engine-crashed': {
    title: 'The database stopped unexpectedly and was restarted.',
    advice:
      'The request that caused it was refused, and saved data is safe. If it happens often, someone may be trying to disrupt the site: the log says more.',
  },
  'disk-full': {
    title: 'The disk is full.',
    advice: 'New pictures and changes may not be kept until there is space again.',
  },
  'collector-stopped': {
    title: 'Unused pictures are not being cleared away.',
    advice:
      'Nothing was removed, to be safe. Check that the data folder and the database belong together, for example after a restore.',
  },
  'pictures-unreachable': {
    title: 'The pictures cannot be reached.',
    advice: 'Visitors may see gaps, and uploads are refused; nothing is lost. It ends by itself once S3 answers again.',
  },
  'round-failed': { title: 'Something that is done regularly failed.', advice: 'It is tried again by itself.' },
}

export const incidentInWords = (kind: string): IncidentWords =>
  INCIDENTS[kind] ?? { title: 'Something went wrong.', advice: `The log says more about “${kind}”.` }

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

/** Without the other side's own words, which follow a colon. */
const reasonOf = ({ lastError }: QueueStatus, otherwise: string) =>
  lastError ? `${lastError.split(': ')[0]}.` : otherwise

/** How many mails have not left, or could not. */
export function mailsInWords({ waiting, failed }: QueueStatus): string {
  const waits = waiting > 0 ? things(waiting, 'mail waits', 'mails wait') : 'No mail waits'
  return failed > 0 ? `${waits}, ${things(failed, 'has', 'have')} failed.` : `${waits}.`
}

/** What a banner says first; the status screen has the rest. Null when nothing needs a person. */
export function attentionInWords({ mails, listings, incidents }: SystemStatus): { title: string; text: string } | null {
  if (mails.stuck > 0) {
    const text = `${reasonOf(mails, '')} ${things(mails.waiting, 'mail waits', 'mails wait')}; nothing is lost.`
    return { title: 'Mail is not leaving.', text: text.trim() }
  }
  if (mails.failed > 0) {
    return { title: `${things(mails.failed, 'mail', 'mails')} could not be delivered.`, text: '' }
  }
  const unlisted = listings.stuck + listings.failed
  if (unlisted > 0) {
    const title = `${things(unlisted, 'listing', 'listings')} could not be brought up to date on Autotrader.`
    return { title, text: listings.stuck > 0 ? reasonOf(listings, '') : '' }
  }
  if (incidents > 0) return { title: 'Something happened that you should know of.', text: '' }
  return null
}
