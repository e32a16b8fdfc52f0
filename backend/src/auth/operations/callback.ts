import type { Context } from 'hono'
import type { Queryable } from '../../db/database.ts'
import { AuthError } from '../errors.ts'
import { findOrCreateAccount, linkTo } from '../provider-accounts.ts'
import {
  type Flow,
  finishFlow,
  isSameBrowser,
  redirectUriOf,
  requireProvider,
  secretsOf,
  takeFlow,
} from '../provider-flows.ts'
import { errorFields, sessionFields, withFragment, withQuery } from '../redirects.ts'
import { retryOnce } from '../retry.ts'
import { type AuthServices, clientOf, isBanned, type Operation } from '../services.ts'
import { openSession } from '../sessions.ts'

/** The provider sends the browser back here. We redirect it to the site with a session, a code or an error. */
export const callback: Operation = (services) => async (c) => {
  await services.limits.take('providerAddress', services.clientAddress(c.req.raw))
  const params = await readParams(c)
  if (!params.state) throw new AuthError('bad_oauth_callback', 'OAuth state parameter missing')
  const flow = await takeFlow(services.db, params.state)
  const target = flow?.referrer ?? services.siteUrl
  try {
    if (!flow || !isSameBrowser(c, flow, params.state))
      throw new AuthError('bad_oauth_state', 'OAuth state is unknown or has expired')
    return c.redirect(await completeFlow(services, c, flow, params), 302)
  } catch (error) {
    if (!(error instanceof AuthError)) throw error
    const { sb, ...fields } = errorFields(error)
    return c.redirect(withFragment(withQuery(target, fields), { ...fields, sb }), 302)
  }
}

interface CallbackParams {
  state: string
  code: string
  error: string
  /** The provider's issuer, if the provider sends it. */
  iss: string
}

const noForm = (): Record<string, never> => ({})

async function readParams(c: Context): Promise<CallbackParams> {
  const fields = c.req.method === 'POST' ? await c.req.parseBody().catch(noForm) : c.req.query()
  const read = (name: string) => (typeof fields[name] === 'string' ? (fields[name] as string) : '')
  return { state: read('state'), code: read('code'), error: read('error'), iss: read('iss') }
}

async function completeFlow(services: AuthServices, c: Context, flow: Flow, params: CallbackParams): Promise<string> {
  const { provider_type: name, referrer } = flow
  // Do not repeat the error text, because anyone could have composed the URL that contains it.
  if (params.error || !params.code)
    throw new AuthError('bad_oauth_callback', `Signing in with ${name} was not completed`)
  const { state, code, iss } = params
  const secrets = secretsOf(state, services.keys.hmacSecret)
  const claims = await requireProvider(services, name)
    .exchange({ params: { state, code, iss }, ...secrets, redirectUri: redirectUriOf(services, name) })
    .catch((err: unknown) => {
      services.log?.warn(
        { event: 'provider_failed', provider: name, err },
        'sign-in provider did not return a valid token',
      )
      throw new AuthError('unexpected_failure', `Unable to exchange external code with ${name}`)
    })
  const finish = async (tx: Queryable) => {
    if (flow.user_id) await linkTo(tx, flow.user_id, { provider: name, claims })
    const user = await findOrCreateAccount(services, tx, { provider: name, claims })
    if (isBanned(user)) throw new AuthError('user_banned', 'User is banned')
    if (flow.code_challenge) return withQuery(referrer, { code: await finishFlow(tx, flow, user.id) })
    const session = await openSession(tx, services.tokens, user.id, 'oauth', clientOf(services, c.req.raw))
    return withFragment(referrer, sessionFields(session))
  }
  return retryOnce(() => services.db.transaction(finish))
}
