import { z } from '#app/lib/zod.ts'
import { PAGE_SUMMARY_LENGTH, PAGE_TEXT_LENGTH, PAGE_TITLE_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import { guidePath, guideSlug, isPagePath } from '#supabase/functions/_shared/page-paths.ts'

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
function tidyAddress(kind: PageValues['kind'], typed: string): string {
  const path = URL.canParse(typed.trim()) ? new URL(typed.trim()).pathname : typed.trim()
  const plain = path.toLowerCase().replaceAll(/\/{1,9}$/g, '')
  if (kind === 'list') return plain
  return guideSlug(plain) ?? guideSlug(`/${plain}`) ?? plain
}

const limited = (max: number) =>
  z.string().max(max, `Please shorten this to ${max.toLocaleString('en-GB')} characters.`)

const MAX_ADDRESS = 300

export const pageSchema = z
  .object({
    kind: z.enum(['guide', 'list']),
    address: limited(MAX_ADDRESS),
    title: limited(PAGE_TITLE_LENGTH).refine((text) => text.trim() !== '', 'Enter a title.'),
    summary: limited(PAGE_SUMMARY_LENGTH),
    body: limited(PAGE_TEXT_LENGTH),
  })
  .transform((values) => ({ ...values, address: tidyAddress(values.kind, values.address) }))
  .superRefine(({ kind, address }, context) => {
    if (isPagePath(pathOf(kind, address))) return
    const message =
      kind === 'guide'
        ? 'Use lower-case letters, digits and hyphens, for example buying-an-electric-car.'
        : 'Enter the address of a page for a make, model, body type, fuel or price, for example /vehicles/make/bmw.'
    context.addIssue({ code: 'custom', path: ['address'], message })
  })

