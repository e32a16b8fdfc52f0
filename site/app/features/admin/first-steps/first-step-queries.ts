import { queryOptions } from '@tanstack/react-query'
import { browserRest } from '#app/lib/backend.ts'

export interface TestMail {
  to: string
  status: 'pending' | 'sending' | 'sent' | 'failed'
  /** The mail server's reply to the last attempt. */
  error: string | null
  at: string
}

/** What is already in the database, which determines the steps that are ticked off. */
export interface FirstStepFacts {
  isHidden: boolean
  hasName: boolean
  /** Null on a site whose logo cannot be set. */
  hasLogo: boolean | null
  hasAddress: boolean
  hasHours: boolean
  hasVehicle: boolean
  /** Demo vehicles without edits, enquiries or test drives. */
  demoVehicles: number
  admins: number
  hasBackup: boolean
  hasSentMail: boolean
  /** The address that is notified of new leads; null if there is none. */
  leadsGoTo: string | null
  testMail: TestMail | null
}

const POLL_SECONDS = 30
/** Used while the user is waiting for the outcome of a test email. */
const MAIL_POLL_SECONDS = 2

export const isUnderWay = (mail: TestMail | null | undefined) =>
  mail?.status === 'pending' || mail?.status === 'sending'

export const firstStepFacts = queryOptions({
  queryKey: ['first-steps'],
  queryFn: async () => {
    const { data, error } = await browserRest().rpc('first_steps')
    if (error) throw error
    return data as unknown as FirstStepFacts
  },
  refetchInterval: ({ state }) => {
    if (isUnderWay(state.data?.testMail)) return MAIL_POLL_SECONDS * 1000
    return state.data?.isHidden ? false : POLL_SECONDS * 1000
  },
})

export async function hideFirstSteps(isHidden: boolean): Promise<void> {
  const { error } = await browserRest().rpc('hide_first_steps', { _hidden: isHidden })
  if (error) throw error
}

export async function sendTestMail(): Promise<void> {
  const { error } = await browserRest().rpc('send_test_mail')
  if (error) throw error
}
