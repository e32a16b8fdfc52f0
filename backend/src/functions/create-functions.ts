// Serves the functions in supabase/functions/ under /functions/v1, with this backend's dependencies.
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import { createJobQueue } from '../../../supabase/functions/_shared/job-queue.ts'
import { LISTING_JOB_RULES } from '../../../supabase/functions/_shared/job-rules.ts'
import { autotraderSync, isEnabled } from '../../../supabase/functions/autotrader-sync/handler.ts'
import { createStockApi } from '../../../supabase/functions/autotrader-sync/stock-api.ts'
import { type ClaimedSync, runSync } from '../../../supabase/functions/autotrader-sync/sync.ts'
import { createSyncStore } from '../../../supabase/functions/autotrader-sync/sync-store.ts'
import { type InviteDeps, inviteColleague } from '../../../supabase/functions/invite-colleague/handler.ts'
import { type SendEmailDeps, sendEmail } from '../../../supabase/functions/send-email/handler.ts'
import { createLeads } from '../../../supabase/functions/send-email/leads.ts'
import { siteStatus } from '../../../supabase/functions/site-status/handler.ts'
import { asRole } from '../db/as-role.ts'
import { ANONYMOUS, type Caller, type Database, DatabaseError } from '../db/database.ts'
import { createDatabaseRpc } from '../db/rpc.ts'
import { hashNetwork, networkOf } from '../http/caller/client-address.ts'
import { InvalidCredentialError } from '../http/caller/identify.ts'
import { createQueueJob, type QueueJob } from '../jobs/queue-job.ts'
import type { FunctionsDeps } from './deps.ts'
import { createInstagramFeed } from './instagram.ts'
import { mailServer } from './mail-server.ts'
import { replyPreview } from './reply-preview.ts'

export function createFunctions(deps: FunctionsDeps): Hono {
  const isAdmin = (request: Request) => checkRole(request, deps, 'public.is_admin()')
  const isStaff = (request: Request) => checkRole(request, deps, 'public.is_staff()')
  const app = new Hono()
  app.use(cors({ origin: '*', allowHeaders: ['authorization', 'x-client-info', 'apikey', 'content-type'] }))

  const handleEmail = sendEmail(sendEmailDeps(deps))
  const handleFeed = createInstagramFeed(deps)
  const handleSync = autotraderSync({ ...autotraderDeps(deps), isAdmin })
  const handleInvite = inviteColleague({ isAdmin, ...inviteDeps(deps) })
  const handleStatus = siteStatus({
    isAdmin,
    isMailConfigured: deps.isMailConfigured,
    autotraderConfigured: deps.autotrader !== null,
    readFacts: deps.readFacts,
  })
  const handleMailServer = mailServer({ ...deps.mailServer, adminOf: (request) => findAdmin(request, deps) })
  const handlePreview = replyPreview({ isStaff, previewReply: deps.previewReply })

  app.all('/send-email', (c) => handleEmail(c.req.raw))
  app.on(['GET', 'POST'], ['/instagram-feed', '/instagram-feed/media/:id'], (c) => handleFeed(c.req.raw))
  app.all('/autotrader-sync', (c) => handleSync(c.req.raw))
  app.all('/invite-colleague', (c) => handleInvite(c.req.raw))
  app.all('/mail-server', (c) => handleMailServer(c.req.raw))
  app.all('/reply-preview', (c) => handlePreview(c.req.raw))
  app.on(['GET', 'POST'], '/site-status', (c) => handleStatus(c.req.raw))
  app.all('*', (c) => c.json({ success: false, message: 'Requested function was not found' }, 404))
  return app
}

/**
 * A caller with an invalid key or token is treated as anonymous, because these functions use credentials only to
 * identify the caller.
 */
const identifyOrAnonymous = (request: Request, { identify }: FunctionsDeps): Promise<Caller> =>
  identify(request).catch((error: unknown) => {
    if (error instanceof InvalidCredentialError) return ANONYMOUS
    throw error
  })

async function checkRole(
  request: Request,
  deps: FunctionsDeps,
  question: 'public.is_admin()' | 'public.is_staff()',
): Promise<boolean> {
  const { db } = deps
  const caller = await identifyOrAnonymous(request, deps)
  if (caller.role !== 'authenticated') return caller.role === 'service_role'
  return (await evaluateAs<boolean>(db, caller, question)) === true
}

/** The signed-in admin, with their email address. The service itself is not an admin here. */
async function findAdmin(request: Request, deps: FunctionsDeps): Promise<{ id: string; email: string } | null> {
  const caller = await identifyOrAnonymous(request, deps)
  if (caller.role !== 'authenticated' || !(await checkRole(request, deps, 'public.is_admin()'))) return null
  const { rows } = await deps.db.query<{ id: string; email: string }>(
    `select id, email from auth.users where id = $1 and email <> ''`,
    [caller.claims?.sub],
  )
  return rows[0] ?? null
}

/** Evaluates an SQL expression as the caller. Returns null if the caller's session has ended. */
async function evaluateAs<T>(db: Database, caller: Caller, expression: string): Promise<T | null> {
  try {
    const { rows } = await asRole(db, caller, (tx) => tx.query<{ value: T | null }>(`select ${expression} as value`))
    return rows[0]?.value ?? null
  } catch (error) {
    if (error instanceof DatabaseError && error.code === SESSION_ENDED) return null
    throw error
  }
}

const SESSION_ENDED = 'PT401'
const NOT_WAITING = 'PT409'

function inviteDeps({ db, identify, invite }: FunctionsDeps): Omit<InviteDeps, 'isAdmin'> {
  return {
    invite,
    async welcome(request, userId, role) {
      const caller = await identify(request)
      try {
        await asRole(db, caller, (tx) => tx.query('select public.welcome_colleague($1, $2)', [userId, role]))
        return true
      } catch (error) {
        if (error instanceof DatabaseError && error.code === NOT_WAITING) return false
        throw error
      }
    },
  }
}

function sendEmailDeps(deps: FunctionsDeps): SendEmailDeps {
  const { db, captcha, addressOf, hmacSecret, siteUrl } = deps
  return {
    ...createLeads(createDatabaseRpc(db)),
    siteUrl,
    verifyCaptcha: (token, use, request) => captcha.verify(token, { ...use, address: addressOf(request) }),
    async accountOf(request) {
      const caller = await identifyOrAnonymous(request, deps)
      return caller.role === 'authenticated' ? evaluateAs<string>(db, caller, 'forecourt.session_user_id()') : null
    },
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

/** Sends queued changes to AutoTrader and retries those that failed. */
export function createListingJob(deps: FunctionsDeps, rules = LISTING_JOB_RULES): QueueJob {
  const sync = autotraderDeps(deps)
  return createQueueJob<ClaimedSync>({
    db: deps.db,
    name: 'autotrader_syncs',
    queue: createJobQueue(createDatabaseRpc(deps.db), 'autotrader_syncs', rules),
    rules,
    isEnabled: () => isEnabled(sync),
    async run(job) {
      const { success, isTrouble } = await runSync(job, sync)
      if (success) return 'done'
      return isTrouble ? 'trouble' : 'failed'
    },
    onError: (error) => deps.onFailure('autotrader_sync_failed', error),
  })
}
