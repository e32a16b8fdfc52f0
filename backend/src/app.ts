// The only file that knows every module: it hands each service what it needs and mounts them beside the site.
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { Hono } from 'hono'
import { LEAD_KINDS, LEADS, type LeadKind } from '../../supabase/functions/_shared/lead-kinds.ts'
import { createAccessTokens } from './auth/access-tokens.ts'
import { createAuth, issuerOf } from './auth/create-auth.ts'
import { backUpRunning } from './backup/back-up-site.ts'
import { createCopyRoutes } from './backup/copy-routes.ts'
import { BACKUP_CHECK_EVERY_SECONDS, BACKUP_RETRY_SECONDS } from './backup/limits.ts'
import { backUpNightly } from './backup/nightly.ts'
import { type Captcha, createCaptcha } from './captcha/create-captcha.ts'
import type { Config } from './config/config.ts'
import { freeBytes } from './config/machine.ts'
import { type ChangeFeed, createChangeFeed } from './db/change-feed.ts'
import type { Database } from './db/database.ts'
import { isEmbedded } from './db/embedded.ts'
import { noteReads, noteVersions } from './db/reads.ts'
import type { ReadReplica } from './db/replica.ts'
import { createFunctions, createListingJob } from './functions/create-functions.ts'
import { createLeadLimit } from './functions/lead-limit.ts'
import { keepHouse } from './housekeeping.ts'
import { createAdmission } from './http/admission/admission.ts'
import { clientAddress, clientNetwork, hashNetwork, rememberClientAddress } from './http/caller/client-address.ts'
import { createIdentify } from './http/caller/identify.ts'
import { compress } from './http/compress.ts'
import { allowOrigins } from './http/cors.ts'
import { answerErrors } from './http/errors.ts'
import { type Logger, logRequests, type RequestWatch } from './http/observability/log.ts'
import type { ShownMetrics } from './http/observability/metrics-route.ts'
import { leadToHostedPictures } from './http/pages/hosted-pictures.ts'
import { createSite, type Site, type SiteDeps } from './http/pages/site.ts'
import { refuseOddHosts } from './http/request-limits/check-host.ts'
import { limitBodies } from './http/request-limits/limit-bodies.ts'
import { limitHeads } from './http/request-limits/limit-heads.ts'
import { type SecurityOptions, securityHeaders } from './http/security-headers.ts'
import { createJobs, type Job, type Jobs } from './jobs/job.ts'
import { HOUSEKEEPING_EVERY_SECONDS } from './jobs/limits.ts'
import { createPeriodicJob, type StillOurs } from './jobs/periodic-job.ts'
import type { Keys } from './keys/keys.ts'
import { createLimits, type Limits } from './limits-in-force.ts'
import { createMailbox, isMailboxAllowed } from './mail/mailbox.ts'
import { queueMail } from './mail/queue-mail.ts'
import { createMailer } from './mail/smtp.ts'
import { createSendText } from './mail/text-messages.ts'
import { createMailWorker } from './mail/worker.ts'
import { refuseAtTheEdge, SERVICES } from './refusals.ts'
import { createRest, type RestDeps } from './rest/rest.ts'
import { createIncidents, type Incidents } from './status/incidents.ts'
import { createSystemFacts } from './status/system-facts.ts'
import { collectPictures } from './storage/cleanup/collect.ts'
import { COLLECT_PICTURES_EVERY_SECONDS } from './storage/cleanup/limits.ts'
import { createFolderDriver } from './storage/drivers/folder-driver.ts'
import { createS3Driver } from './storage/drivers/s3-driver.ts'
import { explainPlace } from './storage/moving/check-location.ts'
import { createKeepPicture, type KeepPicture } from './storage/pictures/store-picture.ts'
import { createStorage } from './storage/storage.ts'

/** The kinds of leads that forms insert, by their tables. */
const INSERTED_LEADS = new Map<string, LeadKind>(
  LEAD_KINDS.filter((kind) => LEADS[kind].sentBy === 'insert').map((kind) => [LEADS[kind].table, kind]),
)

export interface BackendDeps {
  config: Config
  db: Database
  replica?: ReadReplica | null
  keys: Keys
  log: Logger
  limits?: Limits
}

export interface Backend {
  routes: Hono
  db: Database
  replica: ReadReplica | null
  publishableKey: string
  /** Where mails can be read that nobody sends; only on the owner's own machine. */
  mailboxPath: string | null
  /** All that is done without being asked: once, however many processes serve. */
  jobs: Jobs
  /** Heard by every process that serves. */
  changes: ChangeFeed
  /** Stores a picture of our own, as an upload does. */
  keepPicture: KeepPicture
  incidents: Incidents
  /** Whether the database answers. */
  isReady(): Promise<boolean>
  /** Why it should not start with these settings for its files, or nothing. */
  explainPlace(): Promise<string | null>
}

/** The services under /rest/v1, /auth/v1, /storage/v1, /functions/v1 and /captcha/v1. */
export function createBackend({ config, db, replica = null, keys, log, limits }: BackendDeps): Backend {
  const routes = new Hono()
  routes.onError(answerErrors(log))

  const incidents = createIncidents(db, log)
  if (isEmbedded(db)) db.onCrash((reason) => incidents.report('engine-crashed', reason))
  const changes = createChangeFeed(db)
  const { siteUrl, recaptchaSecretKey } = config
  const { hmacSecret } = keys
  const { verify: verifyAccessToken } = createAccessTokens(keys, issuerOf(siteUrl), config.auth.jwtSecret)
  const identify = createIdentify({ ...keys, verifyAccessToken })
  const captcha = createCaptcha({ db, mode: config.captcha, hmacSecret, recaptchaSecretKey, log })
  routes.route('/captcha/v1', captcha.routes)
  routes.route(
    '/rest/v1',
    createRest({
      db,
      replica,
      identify: tellNetworkOfWriters(identify, hmacSecret),
      guard: requireHumanLead(captcha, createLeadLimit(db, hmacSecret)),
      networkOf: clientNetwork,
      budget: limits?.work,
      afterWrite: changes.settle,
      hasAggregates: config.restAggregates,
      canRollBack: config.restRollback,
      schemas: config.restSchemas,
      onKilled: ({ network, role, shape, reason }) => {
        const event = reason === 'crash' ? 'statement_crashed' : 'statement_killed'
        log.warn({ event, network: hashNetwork(network, hmacSecret), role, shape })
        // A crash is reported where the engine is, whichever service it happened to.
        if (reason === 'timeout') incidents.report('statement-killed', shape)
      },
    }),
  )
  const sendText = createSendText(db, config.auth.sms.twilio)
  const auth = createAuth({
    db,
    keys,
    siteUrl,
    settings: config.auth,
    captcha,
    queueMail,
    sendText,
    clientAddress,
    log,
  })
  routes.route('/auth/v1', auth)
  const functions = {
    db,
    identify,
    captcha,
    hmacSecret,
    siteUrl,
    addressOf: clientAddress,
    mailConfigured: config.mail !== null,
    invite: inviteThrough(auth, keys, siteUrl),
    instagramAccessToken: config.instagramAccessToken,
    autotrader: config.autotrader,
    readFacts: createSystemFacts({ config, db, replica }),
    onFailure: (event: string, err: unknown) => log.warn({ event, err }),
  }
  routes.route('/functions/v1', createFunctions(functions))

  const folder = createFolderDriver(join(config.dataDir, 'pictures'))
  const driver = config.s3 ? createS3Driver(config.s3, { incidents, log }) : folder
  const cacheDir = join(config.dataDir, 'cache')
  const storage = createStorage({ db, driver, identify, incidents, log, cacheDir, secret: hmacSecret, changes })
  routes.route('/storage/v1', storage.routes)
  const { dataDir, backupDir } = config
  if (isEmbedded(db)) routes.route('/backup/v1', createCopyRoutes({ db, dataDir, hmacSecret, freeBytes }))

  const every = (
    name: string,
    everySeconds: number,
    run: (stillOurs: StillOurs) => Promise<unknown>,
    retrySeconds?: number,
  ): Job => createPeriodicJob({ db, name, everySeconds, retrySeconds, run, incidents, log })
  const jobs = createJobs([
    // Without a mail server mails wait in the outbox.
    ...(config.mail ? [createMailWorker({ db, siteUrl, log, mailer: createMailer(config.mail) })] : []),
    createListingJob(functions),
    every('housekeeping', HOUSEKEEPING_EVERY_SECONDS, () => keepHouse(db)),
    every('pictures', COLLECT_PICTURES_EVERY_SECONDS, async (stillOurs) => {
      const collected = await collectPictures({
        ...{ db, driver, incidents, stillOurs },
        trash: storage.trash,
        names: storage.names,
      })
      if (Object.values(collected).some((count) => count > 0)) log.info({ event: 'pictures_collected', ...collected })
    }),
    ...(backupDir
      ? [
          every(
            'backup',
            BACKUP_CHECK_EVERY_SECONDS,
            (stillOurs) => {
              const make = () => backUpRunning({ db, driver, keys, dataDir }, backupDir, stillOurs)
              return backUpNightly({ db, directory: backupDir, make, log })
            },
            BACKUP_RETRY_SECONDS,
          ),
        ]
      : []),
  ])

  return {
    routes,
    db,
    replica,
    incidents,
    jobs,
    changes,
    keepPicture: createKeepPicture({ db, driver, store: storage.store }),
    publishableKey: keys.publishableKey,
    mailboxPath: mountMailbox(routes, config, db, hmacSecret),
    isReady: createReadiness(db),
    explainPlace: () => explainPlace({ db, driver, folder }),
  }
}

/** The one call between services that auth lets only the service make: by its own door, without a way over the network. */
const inviteThrough =
  (auth: Hono, { secretKey }: Keys, siteUrl: string) =>
  async (email: string): Promise<Response> =>
    auth.request('/invite', {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json', redirect_to: `${siteUrl}/admin` },
      body: JSON.stringify({ email }),
    })

/** One question at a time, whoever asks meanwhile: it is open to all and must not become work for the database. */
function createReadiness(db: Database): () => Promise<boolean> {
  let asked: Promise<boolean> | null = null
  return () => {
    asked ??= db
      .query('select 1')
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        asked = null
      })
    return asked
  }
}

/** The rules for leads count by network: the database reads it from the claims, beside those of the token. */
function tellNetworkOfWriters(identify: RestDeps['identify'], hmacSecret: string): RestDeps['identify'] {
  return async (request) => {
    const caller = await identify(request)
    if (request.method === 'GET' || request.method === 'HEAD' || caller.role === 'service_role') return caller
    const network = hashNetwork(clientNetwork(request), hmacSecret)
    return { ...caller, claims: { ...caller.claims, forecourt_network: network } }
  }
}

/** Forms that anyone may send cost a proof of work; the service itself sends none. */
function requireHumanLead(captcha: Captcha, mayLead: ReturnType<typeof createLeadLimit>): RestDeps['guard'] {
  return async (request, { relation, method, rows }, caller) => {
    const isInsert = method === 'POST' || method === 'PUT'
    const action = INSERTED_LEADS.get(relation)
    if (!isInsert || !action || caller.role === 'service_role') return
    // One proof is good for one form, not for a list of them.
    if (rows > 1) throw new CaptchaRefusal()
    const token = request.headers.get('x-captcha-token') ?? undefined
    const isHuman = await captcha.verify(token, { action, call: 'insert', address: clientAddress(request) })
    if (!isHuman) throw new CaptchaRefusal()
    if (!(await mayLead(clientNetwork(request)))) throw new TooManyLeads()
  }
}

class TooManyLeads extends Error {
  readonly status = 429
  toBody() {
    const message = 'Too many requests. Please try again later or contact us directly.'
    return { code: 'P0001', message, details: null, hint: null }
  }
}

class CaptchaRefusal extends Error {
  readonly status = 400
  toBody() {
    return { code: 'captcha_failed', message: 'The human verification was not passed', details: null, hint: null }
  }
}

/** Every process that serves knows the same token, and nobody else can work it out. */
function mountMailbox(routes: Hono, config: Config, db: Database, hmacSecret: string): string | null {
  if (!isMailboxAllowed(config)) return null
  const token = createHmac('sha256', hmacSecret).update('mailbox').digest('base64url').slice(0, 22)
  routes.route('/dev/mailbox', createMailbox({ db, siteUrl: config.siteUrl, token }))
  return `/dev/mailbox/${token}/`
}

export interface AppDeps {
  config: Config
  log: Logger
  /** None when the site runs on hosted Supabase. */
  backend: Backend | null
  site: Site | null
  limits?: Limits
  /** Where METRICS_TOKEN is set. */
  metrics?: ShownMetrics | null
  /** Where the environment names a collector. */
  traces?: RequestWatch | null
}

export function createApp({ config, log, backend, site, limits = createLimits(), metrics, traces }: AppDeps): Hono {
  const security: SecurityOptions = {
    backendOrigin: config.hosted ? new URL(config.hosted.url).origin : null,
    allowRecaptcha: config.recaptchaSecretKey !== null,
    https: config.siteUrl.startsWith('https:'),
  }
  const app = new Hono()
  app.onError(answerErrors(log))
  const watches = [metrics?.requests, traces].filter((watch) => watch != null)
  app.use(
    rememberClientAddress(config.trustProxy, log),
    logRequests(log, watches),
    securityHeaders(security),
    compress(),
  )
  app.use(refuseOddHosts)

  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const ready = backend === null || (await backend.isReady())
    return c.json({ status: ready ? 'ready' : 'unavailable' }, ready ? 200 : 503)
  })
  if (metrics) app.get('/metrics', metrics.show(backend?.db ?? null))
  // The functions say themselves that everyone may call them.
  const crossing = allowOrigins(config.corsOrigins)
  for (const service of SERVICES) if (service !== 'functions') app.use(`/${service}/v1/*`, crossing)
  app.use(limitHeads(refuseAtTheEdge))
  // First who may come in, then what they brought: whoever waits is not read from.
  const admission = createAdmission(limits.doors, refuseAtTheEdge)
  for (const service of SERVICES) {
    app.use(`/${service}/v1/*`, service === 'storage' ? admission.pictures : admission.work)
  }
  app.use(limitBodies(refuseAtTheEdge))
  if (backend) app.route('/', backend.routes)
  if (config.hosted) app.get('/storage/v1/*', leadToHostedPictures(config.hosted.url))
  if (site)
    app.route('/', createSite({ site, context: loadContext(config, backend), security, admit: admission.work, log }))
  return app
}

/** How loaders reach the backend: in process when it is mounted here, over the network when it is hosted. */
function loadContext(config: Config, backend: Backend | null): SiteDeps['context'] {
  const address = backend
    ? {
        url: config.siteUrl,
        browserUrl: '',
        key: backend.publishableKey,
        fetch: (async (input, init) => {
          const request = new Request(input, init)
          // Rest says what it reads; of the others nobody knows what their answers depend on.
          if (!new URL(request.url).pathname.startsWith('/rest/v1/')) noteReads(null)
          return backend.routes.fetch(request)
        }) as typeof fetch,
      }
    : {
        url: config.hosted?.url ?? '',
        browserUrl: config.hosted?.url ?? '',
        key: config.hosted?.anonKey ?? '',
        fetch,
      }
  return {
    backend: address,
    changes: backend && noteVersions(backend.changes),
    siteUrl: config.siteUrl,
    hasInstagram: backend ? config.instagramAccessToken !== null : null,
  }
}
