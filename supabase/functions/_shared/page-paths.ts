// The paths of the pages that admins write. The table public.pages checks the same (supabase/tests/pages.test.ts).

const GUIDES = '/guides/'
const LISTS = ['make', 'body', 'fuel', 'under']
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const NAME = /^[a-z0-9-]+$/

const MAX_PAGE_PATH = 300

export const guidePath = (slug: string) => GUIDES + slug

/** Null if the path is not a guide's. */
export const guideSlug = (path: string): string | null => (path.startsWith(GUIDES) ? path.slice(GUIDES.length) : null)

/** Whether a guide, or a text for a list of cars, can have this path. */
export function isPagePath(path: string): boolean {
  if (path.length > MAX_PAGE_PATH) return false
  const slug = guideSlug(path)
  if (slug !== null) return SLUG.test(slug)
  const [start, vehicles, kind = '', ...names] = path.split('/')
  if (start !== '' || vehicles !== 'vehicles' || !LISTS.includes(kind) || !names.every((name) => NAME.test(name)))
    return false
  if (kind === 'under') return names.length === 1 && /^[0-9]+$/.test(names[0] ?? '')
  return names.length === 1 || (kind === 'make' && names.length === 2)
}
