import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, hashInlineScripts } from './security-headers.ts'

const sha256 = (code: string) => createHash('sha256').update(code).digest('base64')

test('every inline script of a page is allowed by its hash, and nothing else is', () => {
  const html = `<script>go()</script><script type="module" async>start()</script>
    <script src="/assets/a.js"></script><script type="application/ld+json">{"@type":"Car"}</script>`

  expect(hashInlineScripts(html)).toEqual([sha256('go()'), sha256('start()')])
})

test('a page policy never allows inline scripts as such', () => {
  const policy = contentSecurityPolicy({ backendOrigin: null, allowRecaptcha: false, https: true }, ['abc'])

  expect(policy).toContain("script-src 'self' 'sha256-abc';")
  expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/)
})

test('a hosted backend may be talked to and show pictures; Google only with its captcha', () => {
  const hosted = { backendOrigin: 'https://x.supabase.co', allowRecaptcha: true, https: true }

  expect(contentSecurityPolicy(hosted)).toMatch(/connect-src 'self' https:\/\/x\.supabase\.co https:\/\/www\.google/)
  expect(contentSecurityPolicy({ ...hosted, allowRecaptcha: false })).not.toContain('gstatic')
})
