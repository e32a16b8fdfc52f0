import { Hono } from 'hono'
import type { Database } from '../db/database.ts'
import { createAltcha, isAltchaToken } from './altcha.ts'
import { createPass, forgetOldPasses, takePass } from './passes.ts'
import { isHumanForGoogle } from './recaptcha.ts'

export interface CaptchaDeps {
  db: Database
  mode: 'on' | 'off'
  hmacSecret: string
  recaptchaSecretKey: string | null
  /** Google's, unless a test brings its own. */
  siteverifyUrl?: string
  log?: { warn(details: object, message: string): void }
  /** Easier in tests. */
  tries?: { min: number; max: number }
}

export interface CaptchaContext {
  /** What the token was shown for; for the log. */
  action: string
  address: string | null
}

export interface Captcha {
  /** To be mounted at /captcha/v1. */
  routes: Hono
  verify(token: string | undefined, context: CaptchaContext): Promise<boolean>
}

const FORGET_EVERY_CHECKS = 100

export function createCaptcha(deps: CaptchaDeps): Captcha {
  const { db, mode, hmacSecret, recaptchaSecretKey } = deps
  const altcha = createAltcha(hmacSecret, deps.tries)
  let checks = 0

  async function announce() {
    if (mode === 'off') return { provider: 'off' as const }
    // Also beside reCAPTCHA: for visitors who did not consent to it, or whose browser cannot load it.
    const challenge = await altcha.challenge()
    const siteKey = recaptchaSecretKey ? await readSiteKey(db) : ''
    return siteKey ? { provider: 'recaptcha' as const, siteKey, challenge } : { provider: 'altcha' as const, challenge }
  }

  async function check(token: string, { address }: CaptchaContext): Promise<boolean> {
    if (isAltchaToken(token)) {
      // A token can be written in many ways, so the pass goes by the challenge inside it.
      const challenge = await altcha.solvedChallenge(token)
      return challenge !== undefined && (await passOnce(`altcha:${challenge}`, async () => true))
    }
    if (!recaptchaSecretKey || !(await readSiteKey(db))) return false
    const options = { secretKey: recaptchaSecretKey, siteverifyUrl: deps.siteverifyUrl, log: deps.log }
    return passOnce(`recaptcha:${token}`, () => isHumanForGoogle(options, token, address))
  }

  async function passOnce(name: string, isHuman: () => Promise<boolean>): Promise<boolean> {
    const state = await takePass(db, name)
    if (state !== 'unknown') return state === 'used'
    if (!(await isHuman())) return false
    return (await createPass(db, name)) || (await takePass(db, name)) === 'used'
  }

  const routes = new Hono()
  // A wildcard, because mounting drops the slash at the end of '/', which the address of this service has.
  routes.get('/*', async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json(await announce())
  })

  return {
    routes,
    async verify(token, context) {
      if (mode === 'off') return true
      if (!token) return false
      checks += 1
      if (checks % FORGET_EVERY_CHECKS === 0) await forgetOldPasses(db)
      const isHuman = await check(token, context)
      if (!isHuman) deps.log?.warn({ event: 'captcha_refused', action: context.action }, 'captcha refused')
      return isHuman
    },
  }
}

/** The setting decides from one request to the next; it is one row by primary key. */
async function readSiteKey(db: Database): Promise<string> {
  const { rows } = await db.query<{ value: string }>(`select value from public.config where key = 'RECAPTCHA_SITE_KEY'`)
  return rows[0]?.value.trim() ?? ''
}
