import { describe, expect, test } from 'vitest'
import { parseConfig } from './config.ts'

describe('configuration', () => {
  test('needs nothing: an empty environment is a loopback site on the embedded database', () => {
    const config = parseConfig({})

    expect(config).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      siteUrl: 'http://localhost:3000',
      hasPublicAddress: false,
      databaseUrl: null,
      hosted: null,
      demoStock: true,
      mail: null,
      captcha: 'on',
      admin: { email: 'admin@example.com', password: null },
    })
  })

  test.each([
    [{ PORT: 'many' }, /^PORT: /],
    [{ PORT: '70000' }, /^PORT: /],
    [{ SITE_URL: 'haldenrowe.example' }, /^SITE_URL: must be an address/],
    [{ HOST: '0.0.0.0' }, /^SITE_URL: must be set to the public address/],
    [{ DATABASE_URL: 'mysql://db/x' }, /^DATABASE_URL: must be an address that starts with postgres:/],
    [{ ADMIN_EMAIL: 'nobody' }, /^ADMIN_EMAIL: must be an e-mail address/],
    [{ ADMIN_PASSWORD: 'abc' }, /^ADMIN_PASSWORD: must have at least 6 characters/],
    [{ CAPTCHA: 'maybe' }, /^CAPTCHA: /],
    [{ SUPABASE_URL: 'https://x.supabase.co' }, /^SUPABASE_ANON_KEY: must be set together/],
    [{ AUTOTRADER_KEY: 'k' }, /^AUTOTRADER_BASE_URL: must be set together/],
    [{ S3_BUCKET: 'cars' }, /^S3_BUCKET: is not supported yet/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: /],
  ])('a bad value stops with one line that names the variable: %j', (env, line) => {
    expect(() => parseConfig(env)).toThrow(line)
    expect(() => parseConfig(env)).not.toThrow(/\n/)
  })

  test('an empty variable counts as unset', () => {
    expect(parseConfig({ DATABASE_URL: '', SMTP_URL: ' ', ADMIN_EMAIL: '', DEMO_STOCK: '' })).toMatchObject({
      databaseUrl: null,
      mail: null,
      demoStock: true,
    })
  })
})
