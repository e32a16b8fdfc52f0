import { describe, expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const S3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'cars',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
  S3_REGION: 'eu-west-2',
}

describe('configuration', () => {
  test('every setting has a default, so an empty environment gives a loopback site on the embedded database', () => {
    const config = parseConfig({})

    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      siteUrl: 'http://localhost:3000',
      hasPublicAddress: false,
      databaseUrl: null,
      hosted: null,
      demoStock: true,
      startsEmpty: false,
      mail: null,
      captcha: 'on',
      corsOrigins: [],
      restAggregates: false,
      restRollback: false,
      restSchemas: ['public'],
      admin: { email: 'admin@example.com', password: null },
    })
  })

  test('pictures are stored on S3 if all the S3 settings are present, and in the data folder if none are', () => {
    expect(parseConfig({}).s3).toBeNull()
    expect(parseConfig({ ...S3, S3_ENDPOINT: 'https://s3.example/' }).s3).toEqual({
      endpoint: 'https://s3.example',
      bucket: 'cars',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      region: 'eu-west-2',
    })
  })

  test.each([
    [{ PORT: 'many' }, /^PORT: /],
    [{ PORT: '70000' }, /^PORT: /],
    [{ SITE_URL: 'haldenrowe.example' }, /^SITE_URL: must be a URL/],
    [{ HOST: '0.0.0.0' }, /^SITE_URL: must be set to the public address/],
    [{ DATABASE_URL: 'mysql://db/x' }, /^DATABASE_URL: must be a URL that starts with postgres:/],
    [{ ADMIN_EMAIL: 'nobody' }, /^ADMIN_EMAIL: must be an email address/],
    [{ ADMIN_PASSWORD: 'abc' }, /^ADMIN_PASSWORD: must have at least 6 characters/],
    [{ CAPTCHA: 'maybe' }, /^CAPTCHA: /],
    [{ SUPABASE_URL: 'https://x.supabase.co' }, /^SUPABASE_ANON_KEY: must be set together/],
    [{ AUTOTRADER_KEY: 'k' }, /^AUTOTRADER_BASE_URL: must be set together/],
    [{ S3_BUCKET: 'cars' }, /^S3_ENDPOINT: must be set together with the other S3_ variables$/],
    [{ ...S3, S3_SECRET_ACCESS_KEY: '' }, /^S3_SECRET_ACCESS_KEY: must be set together/],
    [{ ...S3, S3_REGION: undefined }, /^S3_REGION: must be set together/],
    [{ ...S3, S3_ENDPOINT: 's3.example' }, /^S3_ENDPOINT: must be a URL that starts with http/],
    [{ ...S3, S3_ENDPOINT: 'https://s3.example/cars' }, /^S3_ENDPOINT: must be a URL without a path/],
    [{ ...S3, S3_BUCKET: 'Our Cars' }, /^S3_BUCKET: must be the name of a bucket/],
    [{ CORS_ORIGINS: 'https://partner.example/path' }, /^CORS_ORIGINS: must be origins/],
    [{ CORS_ORIGINS: 'partner.example' }, /^CORS_ORIGINS: must be origins/],
    [{ PGRST_DB_TX_END: 'rollback' }, /^PGRST_DB_TX_END: must be commit or commit-allow-override/],
    [{ PGRST_DB_SCHEMAS: 'public, auth' }, /^PGRST_DB_SCHEMAS: must not include schemas that belong to the services/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
    [{ KEYS_SECRET: 'too short', DATABASE_URL: 'postgres://db/x' }, /^KEYS_SECRET: must have at least 32/],
    [{ DATABASE_DIRECT_URL: 'postgres://db/x' }, /^DATABASE_DIRECT_URL: must not be set without DATABASE_URL/],
    [{ METRICS_TOKEN: 'short' }, /^METRICS_TOKEN: must have at least 16/],
    [{ DATABASE_READ_URL: 'postgres://db/x' }, /^DATABASE_READ_URL: must not be set without DATABASE_URL/],
    [{ KEYS_SECRET: 'x'.repeat(32) }, /^KEYS_SECRET: must not be set without DATABASE_URL/],
    [{ WORKERS: '4' }, /^WORKERS: must not be more than 1 without DATABASE_URL/],
    [{ WORKERS: '-1' }, /^WORKERS: /],
    [{ WORKERS: '1000', DATABASE_URL: 'postgres://db/x' }, /^WORKERS: /],
    [{ TRUST_PROXY: 'yes' }, /^TRUST_PROXY: must be a number of proxies/],
    [{ TRUST_PROXY: '-1' }, /^TRUST_PROXY: /],
    [{ TRUST_PROXY: '1000' }, /^TRUST_PROXY: /],
    [{ TRUST_PROXY: '10.0.0.0/33' }, /^TRUST_PROXY: /],
    [{ TRUST_PROXY: '10.0.0.0/8,' }, /^TRUST_PROXY: /],
    [{ TRUST_PROXY: 'proxy.internal' }, /^TRUST_PROXY: /],
    [{ GOTRUE_MAILER_AUTOCONFIRM: 'perhaps' }, /^GOTRUE_MAILER_AUTOCONFIRM: must be true or false/],
    [{ GOTRUE_SMTP_MAX_FREQUENCY: 'often' }, /^GOTRUE_SMTP_MAX_FREQUENCY: must be a duration such as 60s/],
    [{ GOTRUE_SESSIONS_TIMEBOX: '24' }, /^GOTRUE_SESSIONS_TIMEBOX: must be a duration/],
    [{ GOTRUE_JWT_SECRET: 'short' }, /^GOTRUE_JWT_SECRET: must have at least 32/],
    [{ GOTRUE_PASSWORD_MIN_LENGTH: '4' }, /^GOTRUE_PASSWORD_MIN_LENGTH: must be at least 6/],
    [{ GOTRUE_EXTERNAL_GITHUB_ENABLED: 'true' }, /^GOTRUE_EXTERNAL_GITHUB_ENABLED: must not be set/],
    [{ GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'yes' }, /^GOTRUE_EXTERNAL_GOOGLE_ENABLED: must be true or false/],
    [{ GOTRUE_EXTERNAL_GOOGLE_ENABLED: 'true' }, /^GOTRUE_EXTERNAL_GOOGLE_CLIENT_ID: must be set/],
    [{ GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true' }, /^GOTRUE_EXTERNAL_KEYCLOAK_URL: must be set/],
    [
      { GOTRUE_EXTERNAL_KEYCLOAK_ENABLED: 'true', GOTRUE_EXTERNAL_KEYCLOAK_URL: 'http://idp.example' },
      /^GOTRUE_EXTERNAL_KEYCLOAK_URL: must be a URL that starts with https/,
    ],
    [{ GOTRUE_SMS_PROVIDER: 'vonage' }, /^GOTRUE_SMS_PROVIDER: must be twilio/],
    [{ GOTRUE_SMS_TWILIO_ACCOUNT_SID: 'AC1' }, /^GOTRUE_SMS_TWILIO_AUTH_TOKEN: must be set together/],
    [{ GOTRUE_SMS_TWILIO_URL: 'http://sms.example' }, /^GOTRUE_SMS_TWILIO_URL: must be a URL that starts with https/],
  ])('an invalid value is refused with one line that names the variable: %j', (env, line) => {
    expect(() => parseConfig(env)).toThrow(line)
    expect(() => parseConfig(env)).not.toThrow(/\n/)
  })

  test.each([
    [undefined, null],
    ['', null],
    ['off', null],
    ['false', null],
    ['0', null],
    ['1', { hops: 1 }],
    ['3', { hops: 3 }],
    ['10.0.0.0/8, 127.0.0.1,fd00::/8', { networks: ['10.0.0.0/8', '127.0.0.1', 'fd00::/8'] }],
  ])('the trusted proxies are read from TRUST_PROXY=%s', (value, trustProxy) => {
    expect(parseConfig({ TRUST_PROXY: value })).toMatchObject({ trustProxy, warnings: [] })
  })

  test.each(['true', 'on'])(
    'TRUST_PROXY=%s is read as one proxy, with a warning that the value should be a number',
    (value) => {
      const { trustProxy, warnings } = parseConfig({ TRUST_PROXY: value })

      expect(trustProxy).toEqual({ hops: 1 })
      expect(warnings).toEqual([expect.stringMatching(/^TRUST_PROXY: /)])
    },
  )

  test('the embedded database allows only one process, and a PostgreSQL server allows any number', () => {
    expect(parseConfig({}).workers).toBe(1)
    expect(parseConfig({ DATABASE_URL: 'postgres://db/x' }).workers).toBeGreaterThan(0)
    expect(parseConfig({ DATABASE_URL: 'postgres://db/x', WORKERS: '3' }).workers).toBe(3)
    expect(parseConfig({ DATABASE_URL: 'postgres://db/x', WORKERS: '1' }).workers).toBe(1)
  })

  test('a setting is accepted under its old name, with a warning that gives the new name', () => {
    const secret = 'an-older-secret-of-more-than-32-characters'
    const config = parseConfig({ KEEP_ANSWERS: '0', KEYS_SECRET_BEFORE: secret })

    expect(config).toMatchObject({ responseCache: false, previousKeysSecret: secret })
    expect(config.warnings).toEqual([
      'KEEP_ANSWERS: this setting is now called RESPONSE_CACHE; please rename it',
      'KEYS_SECRET_BEFORE: this setting is now called KEYS_SECRET_PREVIOUS; please rename it',
    ])
    expect(parseConfig({ KEEP_ANSWERS: '0', RESPONSE_CACHE: '1' }).responseCache).toBe(true)
  })

  test('an empty variable is treated as unset', () => {
    expect(parseConfig({ DATABASE_URL: '', SMTP_URL: ' ', ADMIN_EMAIL: '', DEMO_STOCK: '' })).toMatchObject({
      databaseUrl: null,
      mail: null,
      demoStock: true,
      startsEmpty: false,
    })
  })
})
