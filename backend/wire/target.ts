// What is judged: an address, its keys, and where its mails can be read. Anyone may name a backend of their own; without
// one it is our own server, which the test run starts: on PostgreSQL, and with TEST_LONG on the embedded database, too.

import type { TestContext } from 'vitest'

export interface Target {
  name: string
  /** Without a slash at its end. */
  url: string
  /** Where mails and redirects lead. */
  siteUrl: string
  publishableKey: string
  secretKey: string
  /** A Mailpit, or what speaks like one, that gets the target's mails. */
  mailUrl: string | null
  /** Whether it is a Forecourt, started with CAPTCHA=off and TRUST_PROXY=1: only that has our own rules beside Supabase's. */
  isOurs: boolean
}

export const targets: Target[] = process.env.WIRE_URL ? [targetFrom(process.env)] : await askForTargets()

function targetFrom(env: NodeJS.ProcessEnv): Target {
  const must = (name: string) => {
    const value = env[name]
    if (!value) throw new Error(`${name} must be set together with WIRE_URL`)
    return value
  }
  const url = must('WIRE_URL').replace(/\/+$/, '')
  return {
    name: url,
    url,
    siteUrl: (env.WIRE_SITE_URL || url).replace(/\/+$/, ''),
    publishableKey: must('WIRE_PUBLISHABLE_KEY'),
    secretKey: must('WIRE_SECRET_KEY'),
    mailUrl: env.WIRE_MAIL_URL?.replace(/\/+$/, '') || null,
    isOurs: env.WIRE_FORECOURT === '1',
  }
}

async function askForTargets(): Promise<Target[]> {
  const { WIRE_TARGETS } = process.env
  if (!WIRE_TARGETS) throw new Error('Set WIRE_URL, or run these tests by the Vitest of this repository')
  const answer = await fetch(WIRE_TARGETS)
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Target[]
}

const NEEDS = {
  mail: ['mailUrl', 'the mails of this target cannot be read: set WIRE_MAIL_URL'],
  'our rules': [
    'isOurs',
    'a rule of our own beside the protocol: set WIRE_FORECOURT=1 for a target that should hold it',
  ],
} as const

/** For `beforeEach`: skips, with the reason, what this target cannot do. */
export const need =
  (target: Target, ...needs: (keyof typeof NEEDS)[]) =>
  ({ skip }: TestContext) => {
    for (const name of needs) {
      const [field, reason] = NEEDS[name]
      skip(!target[field], reason)
    }
  }
