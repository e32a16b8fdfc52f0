// The functions of supabase/functions/, handed this backend's tools and served under /functions/v1.
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { autotraderSync, isEnabled } from '../../../supabase/functions/autotrader-sync/handler.ts'
import { createStockApi } from '../../../supabase/functions/autotrader-sync/stock-api.ts'
import { retryDue } from '../../../supabase/functions/autotrader-sync/sync.ts'
import { createSyncStore } from '../../../supabase/functions/autotrader-sync/sync-store.ts'
import { type SendEmailDeps, sendEmail } from '../../../supabase/functions/send-email/handler.ts'
import { createLeads } from '../../../supabase/functions/send-email/leads.ts'
import { siteStatus } from '../../../supabase/functions/site-status/handler.ts'
import { asRole } from '../db/as-role.ts'
import { ANONYMOUS } from '../db/database.ts'
import { hashNetwork, networkOf } from '../http/client-address.ts'
import { InvalidCredentialError } from '../http/identify.ts'
import { createDatabaseRpc } from './database-rpc.ts'
import type { FunctionsDeps } from './deps.ts'
import { createInstagramFeed } from './instagram.ts'

export function createFunctions(deps: FunctionsDeps): Hono {
  const isAdmin = (request: Request) => checkAdmin(request, deps)
  const app = new Hono()
  app.use(cors({ origin: '*', allowHeaders: ['authorization', 'x-client-info', 'apikey', 'content-type'] }))

  const handleEmail = sendEmail(sendEmailDeps(deps))
  const handleFeed = createInstagramFeed(deps)
  const handleSync = autotraderSync({ ...autotraderDeps(deps), isAdmin })
  const handleStatus = siteStatus({ isAdmin, mailConfigured: deps.mailConfigured })

  app.all('/send-email', (c) => handleEmail(c.req.raw))
  app.on(['GET', 'POST'], ['/instagram-feed', '/instagram-feed/media/:id'], (c) => handleFeed(c.req.raw))
  app.all('/autotrader-sync', (c) => handleSync(c.req.raw))
  app.on(['GET', 'POST'], '/site-status', (c) => handleStatus(c.req.raw))
  app.all('*', (c) => c.json({ success: false, message: 'Requested function was not found' }, 404))
  return app
}

async function checkAdmin(request: Request, { db, identify }: FunctionsDeps): Promise<boolean> {
  // A key or token that is wrong is nobody's: these functions have no other use for it.
  const caller = await identify(request).catch((error: unknown) => {
    if (error instanceof InvalidCredentialError) return ANONYMOUS
    throw error
  })
  if (caller.role !== 'authenticated') return caller.role === 'service_role'
  const { rows } = await asRole(db, caller, (tx) => tx.query<{ admin: boolean }>('select public.is_admin() as admin'))
  return rows[0]?.admin === true
}

function sendEmailDeps(deps: FunctionsDeps): SendEmailDeps {
  const { db, captcha, addressOf, hmacSecret, siteUrl } = deps
  return {
    ...createLeads(createDatabaseRpc(db)),
    siteUrl,
    verifyCaptcha: (token, use, request) => captcha.verify(token, { ...use, address: addressOf(request) }),
    callerKey: async (request) => hashNetwork(networkOf(addressOf(request) ?? '') || null, hmacSecret),
  }
}

function autotraderDeps({ db, autotrader }: FunctionsDeps) {
  const rpc = createDatabaseRpc(db)
  return {
    store: createSyncStore(rpc),
    stock: autotrader && createStockApi(autotrader),
    now: () => new Date(),
    readSetting: () => rpc<string | null>('read_autotrader_setting', {}),
  }
}

const RETRY_MILLISECONDS = 60_000

/** Tries failed syncs again, and takes the listings of deleted vehicles down; returns how to stop. */
export function startAutotraderRetries(deps: FunctionsDeps, everyMs = RETRY_MILLISECONDS): () => void {
  if (!deps.autotrader) return () => {}
  const sync = autotraderDeps(deps)
  const retry = () =>
    retryDue({ ...sync, isEnabled: () => isEnabled(sync) }).catch((error) =>
      deps.onFailure('autotrader_retry_failed', error),
    )
  const timer = setInterval(() => void retry(), everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
