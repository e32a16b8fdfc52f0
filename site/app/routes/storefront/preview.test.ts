import type { AppLoadContext } from 'react-router'
import { expect, test } from 'vitest'
import { PAGE_TEXT_LENGTH, SETTING_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { ADMIN_SETTINGS, keysOf } from '#supabase/functions/_shared/settings.ts'
import { action } from './preview.ts'

const ROWS = keysOf(ADMIN_SETTINGS).map((key) => ({ key, value: 'x'.repeat(SETTING_LENGTH) }))

async function statusOf(rows: object[], answer = () => Response.json(true), draft?: object): Promise<number> {
  const context = {
    backend: { url: 'http://backend', key: 'key', fetch: async () => answer() },
    render: async (_request: Request, { previewPage }: { previewPage?: object }) => {
      expect(previewPage).toEqual(draft)
      return new Response('<html></html>')
    },
  } as unknown as AppLoadContext
  const request = new Request('http://site/admin/preview', {
    method: 'POST',
    headers: { authorization: 'Bearer token' },
    body: JSON.stringify({ page: '/faq', rows, draft }),
  })
  return (await action({ request, context } as Parameters<typeof action>[0])).status
}

test('a preview accepts every setting at its maximum length, but no unknown settings', async () => {
  expect(await statusOf(ROWS)).toBe(200)
  expect(await statusOf([...ROWS, { key: 'MORE', value: '' }])).toBe(400)
  expect(await statusOf([{ key: 'PAGES_FAQ', value: 'x'.repeat(SETTING_LENGTH + 1) }])).toBe(400)
})

test('a preview accepts an unpublished page, but only at the path of a guide or a list, and of limited length', async () => {
  const draft = { path: '/guides/a', title: 'A', summary: '', body: 'B' }
  const withDraft = (changed: object) => statusOf([], undefined, { ...draft, ...changed })

  expect(await withDraft({})).toBe(200)
  expect(await withDraft({ path: '/about' })).toBe(400)
  expect(await withDraft({ body: 'x'.repeat(PAGE_TEXT_LENGTH + 1) })).toBe(400)
})

test('a preview with a refused token returns 403, and any other failure returns 503', async () => {
  const refuse = (status: number) => () =>
    Response.json({ code: '', message: '', details: null, hint: null }, { status })

  expect(await statusOf([], refuse(401))).toBe(403)
  expect(await statusOf([], refuse(500))).toBe(503)
})
