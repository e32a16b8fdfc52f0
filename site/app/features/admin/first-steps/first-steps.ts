import { formatNumber } from '#app/lib/money.ts'
import type { FirstStepFacts, TestMail } from './first-step-queries.ts'

export interface FirstStep {
  id: 'name' | 'address' | 'mail' | 'vehicle' | 'demo' | 'colleague' | 'backup'
  title: string
  isDone: boolean
  /** What is missing, in one line. */
  todo: string
  /** The screen where the step is done. */
  to: string
}

/** `mailConfigured` is undefined until the server has responded. */
export function toFirstSteps(facts: FirstStepFacts, mailConfigured: boolean | undefined): FirstStep[] {
  const { hasName, hasLogo, hasAddress, hasHours, hasVehicle, demoVehicles, admins, hasBackup } = facts
  return [
    {
      id: 'name',
      title: 'Name and logo',
      isDone: hasName && hasLogo !== false,
      todo: hasName ? 'Add your logo' : 'Add your company name',
      to: hasName ? '/admin/settings/brand' : '/admin/settings',
    },
    {
      id: 'address',
      title: 'Address and hours',
      isDone: hasAddress && hasHours,
      todo: hasAddress ? 'Add your opening hours' : 'Tell customers where and when to find you',
      to: '/admin/settings',
    },
    {
      id: 'mail',
      title: 'Email',
      isDone: isMailProven(facts, mailConfigured),
      ...mailStep(facts, mailConfigured),
    },
    {
      id: 'vehicle',
      title: 'First vehicle',
      isDone: hasVehicle,
      todo: 'Add a vehicle with pictures',
      to: '/admin/vehicles/add',
    },
    {
      id: 'demo',
      title: 'Remove the demo stock',
      isDone: demoVehicles === 0,
      todo: `${formatNumber(demoVehicles)} demo ${demoVehicles === 1 ? 'vehicle' : 'vehicles'} on your website`,
      to: '/admin/seed-data',
    },
    {
      id: 'colleague',
      title: 'Invite a colleague',
      isDone: admins > 1,
      todo: 'Add a second admin for when you’re away',
      to: '/admin/staff?invite=1',
    },
    {
      id: 'backup',
      title: 'Backup',
      isDone: hasBackup,
      todo: 'No backup yet. Set one up',
      to: '/admin/status',
    },
  ]
}

/** The address that is printed at the first start. It belongs to nobody. */
const DEFAULT_ADDRESS = 'admin@example.com'

const hasOwnAddress = ({ leadsGoTo }: FirstStepFacts) => leadsGoTo !== null && leadsGoTo !== DEFAULT_ADDRESS

function mailStep(facts: FirstStepFacts, mailConfigured: boolean | undefined): Pick<FirstStep, 'todo' | 'to'> {
  if (mailConfigured === false) return { todo: 'Connect your email', to: '/admin/settings/email' }
  if (!hasOwnAddress(facts)) return { todo: 'Enter your own address for new leads', to: '/admin/settings' }
  return { todo: 'Check that your emails arrive', to: '/admin/settings/email' }
}

/** A configured mail server might not work: an email must have been sent, and the last test must not have failed. */
const isMailProven = (facts: FirstStepFacts, mailConfigured: boolean | undefined) =>
  mailConfigured === true && facts.hasSentMail && facts.testMail?.status !== 'failed' && hasOwnAddress(facts)

/** The outcome of the test email. */
export function testMailInWords({ to, status, error }: TestMail): string {
  if (status === 'sent') return `Sent to ${to}. Check your inbox.`
  if (status === 'failed') return error ? `Failed. ${error}` : 'Failed.'
  return error ? `We haven’t been able to send it yet, but we’ll keep trying. ${error}` : `Sending to ${to}…`
}
