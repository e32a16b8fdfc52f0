// The backends under test: each one's address and keys, and where its emails can be read. WIRE_URL names one; without
// it the test run starts our own server on PostgreSQL, or with TEST_ENGINE=pglite on the embedded database.

import type { TestContext } from 'vitest'

export interface Target {
  name: string
  /** Without a trailing slash. */
  url: string
  /** The origin of links in emails and of redirects. */
  siteUrl: string
  publishableKey: string
  secretKey: string
  /** A server that receives the target's emails and implements Mailpit's API. */
  mailUrl: string | null
  /** Whether it is Forecourt, started with CAPTCHA=off and TRUST_PROXY=1, and so has rules beyond Supabase's protocol. */
  isOurs: boolean
}

export const targets: Target[] = process.env.WIRE_URL ? [targetFrom(process.env)] : await fetchTargets()

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

async function fetchTargets(): Promise<Target[]> {
  const { WIRE_TARGETS } = process.env
  if (!WIRE_TARGETS) throw new Error('Set WIRE_URL, or run these tests with this repository’s Vitest config')
  const response = await fetch(WIRE_TARGETS)
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Target[]
}

const NEEDS = {
  mail: ['mailUrl', 'the emails of this target cannot be read: set WIRE_MAIL_URL'],
  'our rules': ['isOurs', 'Forecourt’s own rule beyond the protocol: set WIRE_FORECOURT=1 if the target is Forecourt'],
} as const

/** For `beforeEach`: skips tests that this target cannot run, and gives the reason. */
export const need =
  (target: Target, ...needs: (keyof typeof NEEDS)[]) =>
  ({ skip }: TestContext) => {
    for (const name of needs) {
      const [field, reason] = NEEDS[name]
      skip(!target[field], reason)
    }
  }
