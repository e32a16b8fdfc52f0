// Composes the services. Each gets what it needs from here, and none imports another.
import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { Hono } from 'hono'
import { type Alerts, createAlerts } from './alerts/alerts.ts'
import { createAccessTokens } from './auth/access-tokens.ts'
import { createAuth, issuerOf } from './auth/create-auth.ts'
import { createBackgroundJobs } from './background-jobs.ts'
import { createCopyRoutes } from './backup/copy-routes.ts'
import { BACKUP_RETENTION } from './backup/limits.ts'
import { createCaptcha } from './captcha/create-captcha.ts'
import type { Config } from './config/config.ts'
import { freeBytes } from './config/machine.ts'
import { type ChangeFeed, createChangeFeed } from './db/change-feed.ts'
import type { Database } from './db/database.ts'
import { isEmbedded } from './db/embedded.ts'
import type { ReadReplica } from './db/replica.ts'
import { tagDeskCounts } from './desk-counts-tag.ts'
import { createFunctions } from './functions/create-functions.ts'
import { createLeadLimit } from './functions/lead-limit.ts'
import type { NetworkCounters } from './http/admission/network-counters.ts'
import { clientAddress, clientNetwork, hashNetwork } from './http/caller/client-address.ts'
import { createIdentify } from './http/caller/identify.ts'
import { handleErrors } from './http/errors.ts'
import type { Logger } from './http/observability/log.ts'
import type { Jobs } from './jobs/job.ts'
import type { Keys } from './keys/keys.ts'
import { addNetworkClaim, requireHumanLead } from './lead-guard.ts'
import { createMailServerSettings } from './mail/connect-server.ts'
import { createMailConnection } from './mail/connection.ts'
import { createMailbox, isMailboxAllowed } from './mail/mailbox.ts'
import { createPreviewReply } from './mail/preview-reply.ts'
import { queueMail } from './mail/queue-mail.ts'
import { createSendText } from './mail/text-messages.ts'
import { createRest } from './rest/rest.ts'
import { createIncidents, type Incidents } from './status/incidents.ts'
import { createReadiness } from './status/readiness.ts'
import { createSystemFacts } from './status/system-facts.ts'
import { createFolderDriver } from './storage/drivers/folder-driver.ts'
import { createS3Driver } from './storage/drivers/s3-driver.ts'
import { checkLocation } from './storage/moving/check-location.ts'
import { createStorePicture, type StorePicture } from './storage/pictures/store-picture.ts'
import { createStorage } from './storage/storage.ts'
import { createWantedCounter, type WantedCounter } from './wanted/wanted-counter.ts'

export interface BackendDeps {
  config: Config
  db: Database
  replica?: ReadReplica | null
  keys: Keys
  log: Logger
  work?: NetworkCounters['work']
}

export interface Backend {
  routes: Hono
  db: Database
  replica: ReadReplica | null
  publishableKey: string
  /** The path at which unsent emails can be read. It exists only on the owner's own machine. */
  mailboxPath: string | null
  jobs: Jobs
  changes: ChangeFeed
  /** Stores one of the product's own pictures in the same way as an upload. */
  storePicture: StorePicture
  incidents: Incidents
  alerts: Alerts
  wanted: WantedCounter
  /** Whether the database responds. */
  isReady(): Promise<boolean>
  /** The reason why the site must not start with these storage settings, or null. */
  checkLocation(): Promise<string | null>
}

/** The services under /rest/v1, /auth/v1, /storage/v1, /functions/v1 and /captcha/v1. */
export function createBackend({ config, db, replica = null, keys, log, work }: BackendDeps): Backend {
  const routes = new Hono()
  routes.onError(handleErrors(log))

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
      identify: addNetworkClaim(identify, hmacSecret),
      guard: requireHumanLead(captcha, createLeadLimit(db, hmacSecret)),
      networkOf: clientNetwork,
      budget: work,
      stateOf: tagDeskCounts(changes),
      afterWrite: changes.settle,
      hasAggregates: config.restAggregates,
      canRollBack: config.restRollback,
      schemas: config.restSchemas,
      onKilled: ({ network, role, shape, reason }) => {
        const event = reason === 'crash' ? 'statement_crashed' : 'statement_killed'
        log.warn({ event, network: hashNetwork(network, hmacSecret), role, shape })
        // The embedded engine reports its own crashes, whichever service caused them.
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
  // On the owner's own machine, the mail server may be a program on the same machine.
  const mail = { db, smtp: config.mail, hmacSecret, allowLoopback: isMailboxAllowed(config) }
  const mailer = createMailConnection(mail)
  const functions = {
    db,
    identify,
    captcha,
    hmacSecret,
    siteUrl,
    addressOf: clientAddress,
    isMailConfigured: mailer.isConnected,
    mailServer: createMailServerSettings({ ...mail, siteUrl, log }),
    previewReply: createPreviewReply({ db, siteUrl }),
    invite: inviteThrough(auth, keys, siteUrl),
    instagramAccessToken: config.instagramAccessToken,
    autotrader: config.autotrader,
    readFacts: createSystemFacts({
      config,
      db,
      replica,
      mailHost: mailer.host,
      backupMonths: BACKUP_RETENTION.months,
    }),
    onFailure: (event: string, err: unknown) => log.warn({ event, err }),
  }
  routes.route('/functions/v1', createFunctions(functions))

  const folder = createFolderDriver(join(config.dataDir, 'pictures'))
  const driver = config.s3 ? createS3Driver(config.s3, { incidents, log }) : folder
  const cacheDir = join(config.dataDir, 'cache')
  const storage = createStorage({ db, driver, identify, incidents, log, cacheDir, secret: hmacSecret, changes })
  routes.route('/storage/v1', storage.routes)
  const { dataDir } = config
  if (isEmbedded(db)) routes.route('/backup/v1', createCopyRoutes({ db, dataDir, hmacSecret, freeBytes }))

  return {
    routes,
    db,
    replica,
    incidents,
    jobs: createBackgroundJobs({ config, db, keys, log, incidents, driver, storage, functions, mailer }),
    changes,
    alerts: createAlerts(db, hmacSecret),
    wanted: createWantedCounter(db, log),
    storePicture: createStorePicture({ db, driver, store: storage.store }),
    publishableKey: keys.publishableKey,
    mailboxPath: mountMailbox(routes, config, db, hmacSecret),
    isReady: createReadiness(db),
    checkLocation: () => checkLocation({ db, driver, folder }),
  }
}

/** Only the service role may send invitations, so the call is made in process with the secret key. */
const inviteThrough =
  (auth: Hono, { secretKey }: Keys, siteUrl: string) =>
  async (email: string): Promise<Response> =>
    auth.request('/invite', {
      method: 'POST',
      headers: { apikey: secretKey, 'content-type': 'application/json', redirect_to: `${siteUrl}/admin` },
      body: JSON.stringify({ email }),
    })

/** The token is derived from the secret, so that every process has the same one and no visitor can guess it. */
function mountMailbox(routes: Hono, config: Config, db: Database, hmacSecret: string): string | null {
  if (!isMailboxAllowed(config)) return null
  const token = createHmac('sha256', hmacSecret).update('mailbox').digest('base64url').slice(0, 22)
  routes.route('/dev/mailbox', createMailbox({ db, siteUrl: config.siteUrl, token }))
  return `/dev/mailbox/${token}/`
}
