import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from '../lib/loopback.ts'
import { trimEndSlashes } from '../lib/trim-slashes.ts'
import { type AuthSettings, parseAuthSettings } from './auth-settings.ts'
import { MAX_PROXY_HOPS, MAX_WORKERS } from './limits.ts'
import { defaultWorkers } from './machine.ts'
import { isVagueTrust, parseTrustProxy, type TrustProxy } from './trust-proxy.ts'

export interface Config {
  host: string
  port: number
  /** The public address, without a trailing slash. */
  siteUrl: string
  /** Whether SITE_URL was set. A site with a public address does not have a development mailbox. */
  hasPublicAddress: boolean
  dataDir: string
  databaseUrl: string | null
  /** The server's own address, if `databaseUrl` points to a pooler in transaction mode. */
  databaseDirectUrl: string | null
  /** A streaming standby for anonymous reads that are not cached. */
  databaseReadUrl: string | null
  /** The folder for nightly backups. Without it, no backups are made. */
  backupDir: string | null
  hosted: { url: string; anonKey: string } | null
  /** The backend's own API keys. If they are not set, they are generated once and stored in the data folder. */
  publishableKey: string | null
  secretKey: string | null
  /**
   * The secret that encrypts the keys, which are then stored in the database so that several machines can share them.
   * Changing the secret requires the previous one.
   */
  keysSecret: string | null
  previousKeysSecret: string | null
  admin: { email: string; password: string | null }
  demoStock: boolean
  /** Whether a new database starts without the demo, and so has no vehicles or company details. */
  startsEmpty: boolean
  mail: { smtpUrl: string; from: string | null } | null
  captcha: 'on' | 'off'
  recaptchaSecretKey: string | null
  instagramAccessToken: string | null
  autotrader: { baseUrl: string; key: string; secret: string; advertiserId: string } | null
  /** Where pictures and documents are stored, if not in the data folder. */
  s3: S3Settings | null
  /** The proxies whose X-Forwarded-For is trusted. By default there are none. */
  trustProxy: TrustProxy | null
  /** How many processes serve the site. */
  workers: number
  /** How long a vehicle has to stay as it is before alerts announce a change. */
  alertDelayMinutes: number
  /** Other origins whose pages may call the services. `*` allows all origins. */
  corsOrigins: readonly string[]
  /** Whether REST allows sums and averages. */
  restAggregates: boolean
  /** Whether a REST write may ask to be rolled back. */
  restRollback: boolean
  /** The schemas that REST exposes. The first is the default. */
  restSchemas: readonly string[]
  auth: AuthSettings
  /** Whether a commit in the embedded database waits for the disk. */
  syncWrites: boolean
  /** Whether public responses are cached in memory. */
  responseCache: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  /** Read from OpenTelemetry's own variables. */
  /** Enables /metrics. */
  metricsToken: string | null
  /** Warnings about settings that work but should be changed, one line each for the log. */
  warnings: readonly string[]
}

export interface S3Settings {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** The message is one line that starts with the variable's name. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const MIN_KEYS_SECRET_CHARACTERS = 32
const MIN_TOKEN_CHARACTERS = 16
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const UNPROVED_ADDRESSES =
  'GOTRUE_MAILER_AUTOCONFIRM: email addresses are not confirmed when accounts are created. Customers can see their earlier enquiries only after they have followed a link sent by email'
const TEXTS_QUEUED =
  'GOTRUE_EXTERNAL_PHONE_ENABLED: text messages are queued until the GOTRUE_SMS_TWILIO_ variables are set'
const VAGUE_TRUST =
  'TRUST_PROXY: this value is treated as one proxy. Please set the number of proxies or their networks'

const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional()
const flag = (unset: boolean) =>
  z
    .enum(['1', '0', 'true', 'false', 'on', 'off', ''])
    .optional()
    .transform((value) => (value ? ['1', 'true', 'on'].includes(value) : unset))
const address = (...protocols: string[]) =>
  text.refine((value) => !value || (URL.canParse(value) && protocols.includes(new URL(value).protocol)), {
    message: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

/** Must be longer than a password, because a copy of the database can be attacked offline. */
const keysSecret = text.refine((value) => !value || value.length >= MIN_KEYS_SECRET_CHARACTERS, {
  message: `must have at least ${MIN_KEYS_SECRET_CHARACTERS} characters; openssl rand -base64 32 generates one`,
})

/**
 * These schemas contain passwords, tokens and keys, so REST never exposes them, regardless of the privileges on their
 * tables.
 */
const OWN_SCHEMAS = /^(auth|storage|forecourt|extensions|information_schema|pg_.*)$/

const isOrigin = (value: string) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value

const isRootAddress = (value: string) => {
  if (!URL.canParse(value)) return false
  const { pathname, search, hash, username, password } = new URL(value)
  return pathname === '/' && !search && !hash && !username && !password
}

const Environment = z.object({
  PORT: z.coerce.number('must be a number').int('must be a whole number').min(0).max(65535).default(3000),
  HOST: text,
  SITE_URL: address('http:', 'https:'),
  DATA_DIR: text,
  DATABASE_URL: address('postgres:', 'postgresql:'),
  DATABASE_DIRECT_URL: address('postgres:', 'postgresql:'),
  DATABASE_READ_URL: address('postgres:', 'postgresql:'),
  BACKUP_DIR: text,
  SUPABASE_URL: address('http:', 'https:'),
  SUPABASE_ANON_KEY: text,
  SUPABASE_SERVICE_ROLE_KEY: text,
  KEYS_SECRET: keysSecret,
  KEYS_SECRET_PREVIOUS: keysSecret,
  ADMIN_EMAIL: z.union([z.literal('').transform(() => undefined), z.email('must be an email address')]).optional(),
  ADMIN_PASSWORD: text.refine((value) => !value || value.length >= 6, 'must have at least 6 characters'),
  DEMO_STOCK: flag(true),
  START_EMPTY: flag(false),
  SMTP_URL: address('smtp:', 'smtps:'),
  MAIL_FROM: text,
  RECAPTCHA_SECRET_KEY: text,
  CAPTCHA: z.enum(['on', 'off']).default('on'),
  S3_ENDPOINT: address('http:', 'https:').refine((value) => !value || isRootAddress(value), {
    message: 'must be a URL without a path, a query or a password; set the bucket in S3_BUCKET',
  }),
  S3_BUCKET: text.refine((value) => !value || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value), {
    message: 'must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
  }),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_REGION: text.refine((value) => !value || /^[a-z0-9-]{1,63}$/i.test(value), {
    message: 'must be a region such as eu-west-2; if the service has no regions, use us-east-1',
  }),
  INSTAGRAM_ACCESS_TOKEN: text,
  AUTOTRADER_BASE_URL: address('http:', 'https:'),
  AUTOTRADER_KEY: text,
  AUTOTRADER_SECRET: text,
  AUTOTRADER_ADVERTISER_ID: text,
  TRUST_PROXY: z
    .string()
    .optional()
    .refine((value) => parseTrustProxy(value) !== undefined, {
      message: `must be a number of proxies up to ${MAX_PROXY_HOPS}, or networks such as 10.0.0.0/8,127.0.0.1`,
    }),
  CORS_ORIGINS: z
    .string()
    .optional()
    .transform((value) => (value ?? '').split(',').flatMap((origin) => origin.trim() || []))
    .refine((origins) => origins.every((origin) => origin === '*' || isOrigin(origin)), {
      message: 'must be origins such as https://partner.example, without a path, or *',
    }),
  PGRST_DB_AGGREGATES_ENABLED: flag(false),
  PGRST_DB_TX_END: z
    .enum(['', 'commit', 'commit-allow-override'], 'must be commit or commit-allow-override')
    .default('commit'),
  PGRST_DB_SCHEMAS: z
    .string()
    .default('')
    .transform((value) => ['public', ...value.split(',').flatMap((name) => name.trim() || [])])
    .transform((names) => [...new Set(names)])
    .refine((names) => !names.some((name) => OWN_SCHEMAS.test(name)), {
      message: 'must not include schemas that belong to the services or to PostgreSQL itself',
    }),
  SYNC_WRITES: flag(true),
  RESPONSE_CACHE: flag(true),
  WORKERS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(MAX_WORKERS)
    .default(0),
  ALERT_DELAY_MINUTES: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(1440, 'must be at most 1440, which is a day')
    .default(10),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  METRICS_TOKEN: text.refine((value) => !value || (value.length >= MIN_TOKEN_CHARACTERS && /^\S+$/.test(value)), {
    message: `must have at least ${MIN_TOKEN_CHARACTERS} characters and no spaces`,
  }),
})
type Environment = z.infer<typeof Environment>

/** Old setting names still work, but cause a warning. */
const RENAMED = { KEEP_ANSWERS: 'RESPONSE_CACHE', KEYS_SECRET_BEFORE: 'KEYS_SECRET_PREVIOUS' } as const

export function parseConfig(given: Record<string, string | undefined>): Config {
  const renamed = Object.entries(RENAMED).filter(([old]) => given[old] !== undefined)
  const env = { ...Object.fromEntries(renamed.map(([old, name]) => [name, given[old]])), ...given }
  const parsed = Environment.safeParse(env)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`)
  }
  const values = parsed.data
  const auth = parseAuthSettings(env, (name, message) => new ConfigError(`${name}: ${message}`))

  const host = values.HOST ?? '127.0.0.1'
  if (!values.SITE_URL && !isLoopback(host)) {
    throw new ConfigError(`SITE_URL: must be set to the public address, because HOST is ${host}`)
  }
  return Object.freeze({
    host,
    port: values.PORT,
    siteUrl: trimEndSlashes(values.SITE_URL ?? `http://localhost:${values.PORT}`),
    hasPublicAddress: values.SITE_URL !== undefined,
    dataDir: resolve(values.DATA_DIR ?? 'data'),
    databaseUrl: values.DATABASE_URL ?? null,
    databaseDirectUrl: requireDatabase(values, 'DATABASE_DIRECT_URL'),
    databaseReadUrl: requireDatabase(values, 'DATABASE_READ_URL'),
    backupDir: values.BACKUP_DIR ? resolve(values.BACKUP_DIR) : null,
    hosted: hostedFrom(values),
    publishableKey: values.SUPABASE_ANON_KEY ?? null,
    secretKey: values.SUPABASE_SERVICE_ROLE_KEY ?? null,
    keysSecret: requireDatabase(values, 'KEYS_SECRET'),
    previousKeysSecret: values.KEYS_SECRET_PREVIOUS ?? null,
    admin: { email: values.ADMIN_EMAIL ?? 'admin@example.com', password: values.ADMIN_PASSWORD ?? null },
    demoStock: values.DEMO_STOCK,
    startsEmpty: values.START_EMPTY,
    mail: values.SMTP_URL ? { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM ?? null } : null,
    captcha: values.CAPTCHA,
    recaptchaSecretKey: values.RECAPTCHA_SECRET_KEY ?? null,
    instagramAccessToken: values.INSTAGRAM_ACCESS_TOKEN ?? null,
    autotrader: autotraderFrom(values),
    s3: s3From(values),
    trustProxy: parseTrustProxy(values.TRUST_PROXY) ?? null,
    workers: workersFrom(values),
    alertDelayMinutes: values.ALERT_DELAY_MINUTES,
    corsOrigins: values.CORS_ORIGINS,
    restAggregates: values.PGRST_DB_AGGREGATES_ENABLED,
    restRollback: values.PGRST_DB_TX_END === 'commit-allow-override',
    restSchemas: values.PGRST_DB_SCHEMAS,
    auth,
    syncWrites: values.SYNC_WRITES,
    responseCache: values.RESPONSE_CACHE,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN ?? null,
    warnings: [
      ...renamed.map(([old, name]) => `${old}: this setting is now called ${name}; please rename it`),
      ...(isVagueTrust(values.TRUST_PROXY) ? [VAGUE_TRUST] : []),
      ...(auth.mailer.autoconfirm ? [UNPROVED_ADDRESSES] : []),
      ...((auth.external.phone || auth.mfa.phone) && !auth.sms.twilio ? [TEXTS_QUEUED] : []),
    ],
  })
}

function hostedFrom(values: Environment): Config['hosted'] {
  if (!values.SUPABASE_URL) return null
  if (!values.SUPABASE_ANON_KEY) throw new ConfigError('SUPABASE_ANON_KEY: must be set together with SUPABASE_URL')
  return { url: trimEndSlashes(values.SUPABASE_URL), anonKey: values.SUPABASE_ANON_KEY }
}

type NeedsDatabase = 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL' | 'KEYS_SECRET'

/**
 * Reads a setting that needs a PostgreSQL server. With the embedded database the keys are in its data folder, so there is
 * nothing to encrypt.
 */
function requireDatabase(values: Environment, name: NeedsDatabase): string | null {
  if (values[name] && !values.DATABASE_URL) throw new ConfigError(`${name}: must not be set without DATABASE_URL`)
  return values[name] ?? null
}

/** 0 means that the number is chosen automatically. Only one process can use the embedded database. */
function workersFrom({ WORKERS, DATABASE_URL, SUPABASE_URL }: Environment): number {
  const isEmbedded = !DATABASE_URL && !SUPABASE_URL
  if (isEmbedded && WORKERS > 1) throw new ConfigError('WORKERS: must not be more than 1 without DATABASE_URL')
  if (WORKERS > 0) return WORKERS
  return DATABASE_URL && !SUPABASE_URL ? defaultWorkers() : 1
}

/**
 * Either all five settings must be given, or none. With only some of them, pictures would silently be stored in the
 * data folder.
 */
function s3From(values: Environment): S3Settings | null {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_REGION'] as const
  const missing = names.filter((name) => !values[name])
  if (missing.length === names.length) return null
  if (missing[0]) throw new ConfigError(`${missing[0]}: must be set together with the other S3_ variables`)
  const of = (name: (typeof names)[number]) => values[name] as string
  return {
    endpoint: trimEndSlashes(of('S3_ENDPOINT')),
    bucket: of('S3_BUCKET'),
    accessKeyId: of('S3_ACCESS_KEY_ID'),
    secretAccessKey: of('S3_SECRET_ACCESS_KEY'),
    region: of('S3_REGION'),
  }
}

function autotraderFrom(values: Environment): Config['autotrader'] {
  const names = ['AUTOTRADER_BASE_URL', 'AUTOTRADER_KEY', 'AUTOTRADER_SECRET', 'AUTOTRADER_ADVERTISER_ID'] as const
  const missing = names.filter((name) => !values[name])
  if (missing.length === names.length) return null
  if (missing[0]) throw new ConfigError(`${missing[0]}: must be set together with the other AUTOTRADER_ variables`)
  const [baseUrl, key, secret, advertiserId] = names.map((name) => values[name] as string) as [
    string,
    string,
    string,
    string,
  ]
  return { baseUrl: trimEndSlashes(baseUrl), key, secret, advertiserId }
}
