import { z } from '#app/lib/zod.ts'
import { PAGE_SUMMARY_LENGTH, PAGE_TEXT_LENGTH, PAGE_TITLE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { guidePath, guideSlug, isPagePath } from '#supabase/functions/_shared/page-paths.ts'
import { parseUrl } from '#supabase/functions/_shared/parse-url.ts'

export const PAGE_KINDS = [
  { value: 'guide', label: 'Guide' },
  { value: 'list', label: 'Text for a list of cars' },
] as const

/** A guide's address is the part after /guides/, a list's its whole path. */
export interface PageValues {
  kind: 'guide' | 'list'
  address: string
  title: string
  summary: string
  body: string
}

export const NEW_PAGE: PageValues = { kind: 'guide', address: '', title: '', summary: '', body: '' }

export interface PageContent {
  path: string
  title: string
  summary: string
  body: string
}

export function toValues({ path, title, summary, body }: PageContent): PageValues {
  const slug = guideSlug(path)
  return { kind: slug === null ? 'list' : 'guide', address: slug ?? path, title, summary, body }
}

export const toContent = ({ kind, address, title, summary, body }: PageValues): PageContent => ({
  path: pathOf(kind, address),
  title: title.trim(),
  summary: summary.trim(),
  body,
})

const pathOf = (kind: PageValues['kind'], address: string) => (kind === 'guide' ? guidePath(address) : address)

/** A pasted URL becomes its path. */
function tidyPath(typed: string): string {
  const text = typed.trim()
  const path = parseUrl(text)?.pathname ?? text
  return path.toLowerCase().replace(/\/{1,9}$/, '')
}

const withSlash = (path: string) => (path.startsWith('/') ? path : `/${path}`)

function tidyGuideAddress(typed: string): string {
  const path = tidyPath(typed)
  return guideSlug(withSlash(path)) ?? path
}

const limited = (max: number) =>
  z.string().max(max, `Please shorten this to ${max.toLocaleString('en-GB')} characters.`)

const MAX_ADDRESS = 300

const texts = {
  title: limited(PAGE_TITLE_LENGTH).refine((text) => text.trim() !== '', 'Enter a title.'),
  summary: limited(PAGE_SUMMARY_LENGTH),
  body: limited(PAGE_TEXT_LENGTH),
}

export const pageSchema = z.discriminatedUnion('kind', [
  z.object({
    ...texts,
    kind: z.literal('guide'),
    address: limited(MAX_ADDRESS)
      .transform(tidyGuideAddress)
      .refine(
        (slug) => isPagePath(guidePath(slug)),
        'Use only lower-case letters, numbers and hyphens, for example buying-an-electric-car.',
      ),
  }),
  z.object({
    ...texts,
    kind: z.literal('list'),
    address: limited(MAX_ADDRESS)
      .transform((typed) => withSlash(tidyPath(typed)))
      .refine(
        (path) => isPagePath(path) && guideSlug(path) === null,
        'Enter the address of a page for a make, model, body type, fuel or price, for example /vehicles/make/bmw.',
      ),
  }),
])
