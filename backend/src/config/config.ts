import { resolve } from 'node:path'
import { z } from 'zod'
import { isLoopback } from '../lib/loopback.ts'
import { trimEndSlashes } from '../lib/trim-slashes.ts'
import { type AuthSettings, parseAuthSettings } from './auth-settings.ts'
import { MAX_PROXY_HOPS, MAX_WORKERS } from './limits.ts'
import { defaultWorkers } from './machine.ts'
import { parseTraceSettings, type TraceSettings } from './trace-settings.ts'
import { isVagueTrust, parseTrustProxy, type TrustProxy } from './trust-proxy.ts'

export interface Config {
  host: string
  port: number
  /** Public address without a slash at its end. */
  siteUrl: string
  /** Whether SITE_URL was set: a site with a public address shows no development mailbox. */
  hasPublicAddress: boolean
  dataDir: string
  databaseUrl: string | null
  /** The server's own address, where `databaseUrl` leads through a pooler in transaction mode. */
  databaseDirectUrl: string | null
  /** A streaming standby, for what strangers read and nobody keeps. */
  databaseReadUrl: string | null
  /** Where a backup is made each night; none is made without it. */
  backupDir: string | null
  hosted: { url: string; anonKey: string } | null
  /** The embedded backend's own keys, when set; else they are made once and kept in the data folder. */
  publishableKey: string | null
  secretKey: string | null
  /** Under which the keys lie in the database instead: for several machines. The one before is for changing it. */
  keysSecret: string | null
  previousKeysSecret: string | null
  admin: { email: string; password: string | null }
  demoStock: boolean
  /** A new database begins without the demo: no vehicles, and nobody's name. */
  startsEmpty: boolean
  mail: { smtpUrl: string; from: string | null } | null
  captcha: 'on' | 'off'
  recaptchaSecretKey: string | null
  instagramAccessToken: string | null
  autotrader: { baseUrl: string; key: string; secret: string; advertiserId: string } | null
  /** Where pictures and documents are; else in the data folder. */
  s3: S3Settings | null
  /** Whose word on a client's address counts; nobody's by default. */
  trustProxy: TrustProxy | null
  /** How many processes serve the site. */
  workers: number
  /** Other origins whose pages may call the services; `*` is all of them. */
  corsOrigins: readonly string[]
  /** Whether rest answers sums and averages. */
  restAggregates: boolean
  /** Whether rest undoes a write that says so. */
  restRollback: boolean
  /** What rest shows; the first is meant where none is named. */
  restSchemas: readonly string[]
  auth: AuthSettings
  /** Whether a commit of the embedded database waits for the disk. */
  syncWrites: boolean
  /** Whether what everyone gets alike is answered from memory. */
  responseCache: boolean
  logLevel: (typeof LOG_LEVELS)[number]
  /** Where traces of requests go; by OpenTelemetry's own variables. */
  traces: TraceSettings | null
  /** Opens /metrics, which is not there without. */
  metricsToken: string | null
  /** What starts but should be said otherwise: one line each, for the log. */
  warnings: readonly string[]
}

export interface S3Settings {
  endpoint: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
  region: string
}

/** Its message is one line that names the variable. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

const MIN_KEYS_SECRET_CHARACTERS = 32
const MIN_TOKEN_CHARACTERS = 16
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const UNPROVED_ADDRESSES =
  'GOTRUE_MAILER_AUTOCONFIRM: accounts open without a mail; what was sent under an address shows after a link mailed to it'
const TEXTS_STAY =
  'GOTRUE_EXTERNAL_PHONE_ENABLED: codes stay in the outbox until GOTRUE_SMS_TWILIO_ACCOUNT_SID and its like are set'
const VAGUE_TRUST = 'TRUST_PROXY: is taken as one proxy; say 1, or how many, or their networks'

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
    message: `must be an address that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  })

/** No password: whoever has a copy of the database can try as many as they like. */
const keysSecret = text.refine((value) => !value || value.length >= MIN_KEYS_SECRET_CHARACTERS, {
  message: `must have at least ${MIN_KEYS_SECRET_CHARACTERS} characters, such as openssl rand -base64 32 makes`,
})

/** Passwords, tokens and keys: nothing of them is shown by rest, whatever its tables would allow. */
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
  ADMIN_EMAIL: z.union([z.literal('').transform(() => undefined), z.email('must be an e-mail address')]).optional(),
  ADMIN_PASSWORD: text.refine((value) => !value || value.length >= 6, 'must have at least 6 characters'),
  DEMO_STOCK: flag(true),
  START_EMPTY: flag(false),
  SMTP_URL: address('smtp:', 'smtps:'),
  MAIL_FROM: text,
  RECAPTCHA_SECRET_KEY: text,
  CAPTCHA: z.enum(['on', 'off']).default('on'),
  S3_ENDPOINT: address('http:', 'https:').refine((value) => !value || isRootAddress(value), {
    message: 'must be an address without a path, a query or a password; the bucket is S3_BUCKET',
  }),
  S3_BUCKET: text.refine((value) => !value || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value), {
    message: 'must be the name of a bucket: 3 to 63 small letters, digits, dots and hyphens',
  }),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_REGION: text.refine((value) => !value || /^[a-z0-9-]{1,63}$/i.test(value), {
    message: 'must be a region such as eu-west-2; where there are none, us-east-1',
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
      message: 'must not name schemas of the services or of Postgres itself',
    }),
  SYNC_WRITES: flag(true),
  RESPONSE_CACHE: flag(true),
  WORKERS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(MAX_WORKERS)
    .default(0),
  LOG_LEVEL: z.enum(LOG_LEVELS).default('info'),
  METRICS_TOKEN: text.refine((value) => !value || (value.length >= MIN_TOKEN_CHARACTERS && /^\S+$/.test(value)), {
    message: `must have at least ${MIN_TOKEN_CHARACTERS} characters, and no space`,
  }),
})
type Environment = z.infer<typeof Environment>

/** Old names of settings still work, with a warning. */
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
    databaseDirectUrl: besideDatabase(values, 'DATABASE_DIRECT_URL'),
    databaseReadUrl: besideDatabase(values, 'DATABASE_READ_URL'),
    backupDir: values.BACKUP_DIR ? resolve(values.BACKUP_DIR) : null,
    hosted: hostedFrom(values),
    publishableKey: values.SUPABASE_ANON_KEY ?? null,
    secretKey: values.SUPABASE_SERVICE_ROLE_KEY ?? null,
    keysSecret: besideDatabase(values, 'KEYS_SECRET'),
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
    corsOrigins: values.CORS_ORIGINS,
    restAggregates: values.PGRST_DB_AGGREGATES_ENABLED,
    restRollback: values.PGRST_DB_TX_END === 'commit-allow-override',
    restSchemas: values.PGRST_DB_SCHEMAS,
    auth,
    syncWrites: values.SYNC_WRITES,
    responseCache: values.RESPONSE_CACHE,
    logLevel: values.LOG_LEVEL,
    metricsToken: values.METRICS_TOKEN ?? null,
    traces: parseTraceSettings(env, (name, message) => new ConfigError(`${name}: ${message}`)),
    warnings: [
      ...renamed.map(([old, name]) => `${old}: this setting is now called ${name}; please rename it`),
      ...(isVagueTrust(values.TRUST_PROXY) ? [VAGUE_TRUST] : []),
      ...(auth.mailer.autoconfirm ? [UNPROVED_ADDRESSES] : []),
      ...((auth.external.phone || auth.mfa.phone) && !auth.sms.twilio ? [TEXTS_STAY] : []),
    ],
  })
}

function hostedFrom(values: Environment): Config['hosted'] {
  if (!values.SUPABASE_URL) return null
  if (!values.SUPABASE_ANON_KEY) throw new ConfigError('SUPABASE_ANON_KEY: must be set together with SUPABASE_URL')
  return { url: trimEndSlashes(values.SUPABASE_URL), anonKey: values.SUPABASE_ANON_KEY }
}

type NeedsDatabase = 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL' | 'KEYS_SECRET'

/** What says something about a PostgreSQL server. (Keys lie in one folder with the embedded database: nothing to seal.) */
function besideDatabase(values: Environment, name: NeedsDatabase): string | null {
  if (values[name] && !values.DATABASE_URL) throw new ConfigError(`${name}: needs DATABASE_URL`)
  return values[name] ?? null
}

/** 0 leaves it to us. The embedded database belongs to one process. */
function workersFrom({ WORKERS, DATABASE_URL, SUPABASE_URL }: Environment): number {
  const isEmbedded = !DATABASE_URL && !SUPABASE_URL
  if (isEmbedded && WORKERS > 1) throw new ConfigError('WORKERS: more than one needs DATABASE_URL')
  if (WORKERS > 0) return WORKERS
  return DATABASE_URL && !SUPABASE_URL ? defaultWorkers() : 1
}

/** All five or none: half of them would mean pictures in another place than somebody thinks. */
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
