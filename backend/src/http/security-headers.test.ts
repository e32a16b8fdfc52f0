import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './security-headers.ts'

test('a policy allows only the inline scripts on its own page, which it identifies by their hashes', () => {
  const hashes = ["'sha256-abc='", "'sha256-def='"]
  const policy = contentSecurityPolicy({ backendOrigin: null, allowRecaptcha: false, https: true }, hashes)

  expect(policy).toContain("script-src 'self' 'sha256-abc=' 'sha256-def=';")
  expect(policy).not.toMatch(/script-src[^;]*(unsafe|nonce)/)
})

test('a response that is not a page allows no inline scripts', () => {
  expect(contentSecurityPolicy({ backendOrigin: null, allowRecaptcha: false, https: true })).toContain(
    "script-src 'self';",
  )
})

test('a page may call a hosted backend and show its pictures, and may load scripts from Google only for the captcha', () => {
  const hosted = { backendOrigin: 'https://x.supabase.co', allowRecaptcha: true, https: true }

  expect(contentSecurityPolicy(hosted)).toMatch(/connect-src 'self' https:\/\/x\.supabase\.co https:\/\/www\.google/)
  expect(contentSecurityPolicy({ ...hosted, allowRecaptcha: false })).not.toContain('gstatic')
})

test('a page names the hosts of a service for measuring only if the dealer uses it', () => {
  const options = { backendOrigin: null, allowRecaptcha: false, https: true }

  expect(contentSecurityPolicy(options)).not.toMatch(/googletagmanager|facebook/)
  expect(contentSecurityPolicy(options, [], ['google'])).toMatch(/script-src[^;]*googletagmanager\.com/)
  expect(contentSecurityPolicy(options, [], ['google'])).not.toContain('facebook')
  expect(contentSecurityPolicy(options, [], ['meta'])).toMatch(/connect-src[^;]*www\.facebook\.com/)
  expect(contentSecurityPolicy(options, [], ['meta'])).not.toContain('google-analytics')
})
