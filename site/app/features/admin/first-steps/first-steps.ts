import { formatNumber } from '#app/lib/money.ts'
import type { FirstStepFacts, TestMail } from './first-step-queries.ts'

export interface FirstStep {
  id: 'name' | 'address' | 'mail' | 'vehicle' | 'demo' | 'colleague' | 'backup'
  title: string
  isDone: boolean
  /** What is missing, in a line. */
  todo: string
  /** Where it is done. */
  to: string
}

/** `mailConfigured` is undefined while the server has not said. */
export function toFirstSteps(facts: FirstStepFacts, mailConfigured: boolean | undefined): FirstStep[] {
  const { hasName, hasLogo, hasAddress, hasHours, hasVehicle, demoVehicles, admins, hasBackup } = facts
  return [
    {
      id: 'name',
      title: 'Name and logo',
      isDone: hasName && hasLogo !== false,
      todo: hasName ? 'Your logo is missing' : 'Say who you are',
      to: hasName ? '/admin/settings/brand' : '/admin/settings',
    },
    {
      id: 'address',
      title: 'Address and hours',
      isDone: hasAddress && hasHours,
      todo: hasAddress ? 'When you are open' : 'Where customers find you, and when',
      to: '/admin/settings',
    },
    {
      id: 'mail',
      title: 'Mail',
      isDone: isMailProved(facts, mailConfigured),
      todo: mailConfigured === false ? 'Needs SMTP_URL: see how' : 'See whether it arrives',
      to: mailConfigured === false ? '/admin/settings' : '/admin/status',
    },
    {
      id: 'vehicle',
      title: 'First vehicle',
      isDone: hasVehicle,
      todo: 'Add one with its pictures',
      to: '/admin/vehicles/add',
    },
    {
      id: 'demo',
      title: 'Remove the demo stock',
      isDone: demoVehicles === 0,
      todo: `${formatNumber(demoVehicles)} invented ${demoVehicles === 1 ? 'vehicle' : 'vehicles'} on your website`,
      to: '/admin/seed-data',
    },
    {
      id: 'colleague',
      title: 'Invite a colleague',
      isDone: admins > 1,
      todo: 'A second admin, for when you are away',
      to: '/admin/customers?invite=1',
    },
    {
      id: 'backup',
      title: 'Backup',
      isDone: hasBackup,
      todo: 'What is here exists once: see how',
      to: '/admin/status',
    },
  ]
}

/** Set up is not yet sent: a mail must have left, and the last test must not have failed. */
const isMailProved = ({ hasSentMail, testMail }: FirstStepFacts, mailConfigured: boolean | undefined) =>
  mailConfigured === true && hasSentMail && testMail?.status !== 'failed'

/** How the test mail went. */
export function testMailInWords({ to, status, error }: TestMail): string {
  if (status === 'sent') return `Sent to ${to}. Look whether it is there.`
  if (status === 'failed') return error ? `Failed. ${error}` : 'Failed.'
  return error ? `Waiting for the next try. ${error}` : `On its way to ${to} …`
}
