import { restFor } from '#app/lib/backend.ts'
import { z } from '#app/lib/zod.ts'
import {
  PAGE_SUMMARY_LENGTH,
  PAGE_TEXT_LENGTH,
  PAGE_TITLE_LENGTH,
  SETTING_LENGTH,
} from '#supabase/functions/_shared/lengths.ts'
import { isPagePath } from '#supabase/functions/_shared/page-paths.ts'
import { ADMIN_SETTINGS, SETTINGS, toSettings, VISITOR_SETTINGS } from '#supabase/functions/_shared/settings.ts'
import type { Route } from './+types/preview'

const asked = z.object({
  page: z.string().regex(/^\/(?!\/)[\w/-]*$/),
  /** A guide or a text for a list of cars that is not published. */
  draft: z
    .object({
      path: z.string().refine(isPagePath),
      title: z.string().max(PAGE_TITLE_LENGTH),
      summary: z.string().max(PAGE_SUMMARY_LENGTH),
      body: z.string().max(PAGE_TEXT_LENGTH),
    })
    .optional(),
  rows: z.array(z.object({ key: z.string(), value: z.string().max(SETTING_LENGTH) })).max(ADMIN_SETTINGS.length),
})

/**
 * A public page with unpublished settings or an unpublished text, for admins only. The back office removes its scripts and shows it in an
 * iframe. The database checks that the caller is an admin.
 */
export async function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const authorization = request.headers.get('authorization')
  const {
    data: isAdmin,
    error,
    status,
  } = authorization
    ? await restFor(context).rpc('is_admin').setHeader('authorization', authorization)
    : { data: false, error: null, status: 401 }
  if (error && status !== 401) return refuse(503)
  if (!isAdmin) return refuse(403)
  const question = asked.safeParse(await request.json().catch(() => null))
  if (!question.success) return refuse(400)

  const { page, rows, draft } = question.data
  const keys = new Set(rows.map(({ key }) => key))
  const names = VISITOR_SETTINGS.filter((name) => keys.has(SETTINGS[name].key))
  const address = new Request(new URL(page, request.url), { signal: request.signal })
  const rendered = await context.render(address, {
    preview: toSettings(names, rows),
    ...(draft && { previewPage: draft }),
  })
  return new Response(rendered.body, {
    status: rendered.status,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  })
}

const refuse = (status: number) => new Response(null, { status, headers: { 'cache-control': 'no-store' } })
