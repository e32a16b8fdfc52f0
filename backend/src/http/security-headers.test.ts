import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './security-headers.ts'

test('a policy allows the scripts of one rendering by its secret, and no inline script as such', () => {
  const policy = contentSecurityPolicy({ backendOrigin: null, allowRecaptcha: false, https: true }, 'abc')

  expect(policy).toContain("script-src 'self' 'nonce-abc';")
  expect(policy).not.toMatch(/script-src[^;]*(unsafe|sha256)/)
})

test('what was not rendered has no inline scripts', () => {
  expect(contentSecurityPolicy({ backendOrigin: null, allowRecaptcha: false, https: true })).toContain(
    "script-src 'self';",
  )
})

test('a hosted backend may be talked to and show pictures; Google only with its captcha', () => {
  const hosted = { backendOrigin: 'https://x.supabase.co', allowRecaptcha: true, https: true }

  expect(contentSecurityPolicy(hosted)).toMatch(/connect-src 'self' https:\/\/x\.supabase\.co https:\/\/www\.google/)
  expect(contentSecurityPolicy({ ...hosted, allowRecaptcha: false })).not.toContain('gstatic')
})
