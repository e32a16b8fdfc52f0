import { Hono } from 'hono'
import {
  CAPTCHA_ACTIONS,
  type CaptchaAction,
  type CaptchaCall,
  isCaptchaAction,
} from '../../../supabase/functions/_shared/human-check.ts'
import { verifyRecaptcha } from '../../../supabase/functions/_shared/siteverify.ts'
import type { Database } from '../db/database.ts'
import { readSettings } from '../db/read-settings.ts'
import { hashNetwork, networkOf } from '../http/caller/client-address.ts'
import { createAltcha, isAltchaToken, type Solved } from './altcha.ts'
import { createBesideRecaptcha } from './beside-recaptcha.ts'
import { passOnce } from './passes.ts'

export interface CaptchaDeps {
  db: Database
  mode: 'on' | 'off'
  hmacSecret: string
  recaptchaSecretKey: string | null
  /** Google's URL by default. Tests use their own. */
  siteverifyUrl?: string
  log?: { warn(details: object, message: string): void }
  /** Tests use fewer tries. */
  tries?: { min: number; max: number }
}

export interface CaptchaContext {
  /** The form that the token must have been issued for. */
  action: CaptchaAction
  /** Which of the submission's calls this is. Most submissions make only one. */
  call?: CaptchaCall
  address: string | null
}

export interface Captcha {
  /** Mounted at /captcha/v1. */
  routes: Hono
  verify(token: string | undefined, context: CaptchaContext): Promise<boolean>
}

export function createCaptcha(deps: CaptchaDeps): Captcha {
  const { db, mode, hmacSecret, recaptchaSecretKey } = deps
  const altcha = createAltcha(hmacSecret, deps.tries)
  const besideRecaptcha = createBesideRecaptcha(db)

  /** Empty while reCAPTCHA is off. The key is read for each request, because the setting may change at any time. */
  const activeSiteKey = async () => (recaptchaSecretKey ? readSiteKey(db) : '')

  async function offer(action: CaptchaAction) {
    const siteKey = await activeSiteKey()
    const challenge = await altcha.challenge({ action, isHard: siteKey !== '' })
    return siteKey ? { provider: 'recaptcha' as const, siteKey, challenge } : { provider: 'altcha' as const, challenge }
  }

  async function check(token: string, { action, call = 'submit', address }: CaptchaContext): Promise<boolean> {
    const use = { action, call }
    const network = hashNetwork(address && networkOf(address), hmacSecret)
    if (isAltchaToken(token)) {
      const solved = await altcha.solved(token)
      if (solved?.action !== action) return false
      // A token can be encoded in many ways, so the pass is tied to the challenge inside it.
      return passOnce(db, `altcha:${solved.name}`, use, () => isProofEnough(solved, network))
    }
    const siteKey = await activeSiteKey()
    return (
      siteKey !== '' && passOnce(db, `recaptcha:${token}`, use, () => isHumanForGoogle(token, use, address, network))
    )
  }

  async function isProofEnough({ isHard }: Solved, network: string): Promise<boolean> {
    if ((await activeSiteKey()) === '') return true
    return isHard && besideRecaptcha.mayProve(network)
  }

  async function isHumanForGoogle(
    token: string,
    use: { action: CaptchaAction },
    address: string | null,
    network: string,
  ) {
    if (!recaptchaSecretKey || !(await besideRecaptcha.isWorthAsking(network))) return false
    const options = { secretKey: recaptchaSecretKey, siteverifyUrl: deps.siteverifyUrl, log: deps.log }
    const verdict = await verifyRecaptcha(options, token, { action: use.action, address })
    if (verdict === 'refused') await besideRecaptcha.noteRefusal(network)
    return verdict === 'human'
  }

  const routes = new Hono()
  // The route is a wildcard, because mounting drops the trailing slash in this service's address.
  routes.get('/*', async (c) => {
    c.header('Cache-Control', 'no-store')
    if (mode === 'off') return c.json({ provider: 'off' })
    const action = c.req.query('action')
    if (!isCaptchaAction(action)) {
      return c.json({ message: `The query must include the form: action=${CAPTCHA_ACTIONS.join('|')}` }, 400)
    }
    return c.json(await offer(action))
  })

  return {
    routes,
    async verify(token, context) {
      if (mode === 'off') return true
      if (!token) return false
      const isHuman = await check(token, context)
      if (!isHuman) deps.log?.warn({ event: 'captcha_refused', action: context.action }, 'captcha refused')
      return isHuman
    },
  }
}

const readSiteKey = async (db: Database): Promise<string> =>
  (await readSettings(db, ['recaptchaSiteKey'])).recaptchaSiteKey
