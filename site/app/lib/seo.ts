// Titles, descriptions, canonical links, Open Graph and schema.org data for a page.

import type { MetaDescriptor } from 'react-router'
import { brandPicture } from '#supabase/functions/_shared/brand-picture.ts'
import { SHARED_PICTURE } from '#supabase/functions/_shared/picture-variants.ts'
import { absoluteUrl } from './absolute-url.ts'
import { sharedPictureUrl } from './image-url.ts'

type JsonLd = Record<string, unknown>

export interface PageSeo {
  title: string
  description: string
  /** The path and query of the canonical URL. Omit it on pages that must not be indexed. */
  path?: string
  /** The root-relative or absolute URL of a picture, ideally 1200x630. */
  image?: string
  /** The picture's size, if known, so that other sites can lay out the preview before fetching the picture. */
  imageSize?: { width: number; height: number }
  imageAlt?: string
  type?: 'website' | 'product' | 'article'
  noIndex?: boolean
  /** Only on the server: crawlers read its HTML, and the browser leaves the blocks as they are. */
  jsonLd?: JsonLd | readonly JsonLd[]
}

interface RootData {
  siteUrl: string
  /** The URL is empty if the backend is mounted beside the site. */
  backend?: { url: string }
  company: { companyName: string; homeTitle?: string; accentColour?: string; sharePicture?: string }
  /** The town in the dealer's address, or empty. */
  town: string
}

interface Site {
  siteUrl: string
  companyName: string
  /** The home page's title, or empty. */
  homeTitle: string
  /** ' in Ely', or empty if there is no town in the address. */
  inTown: string
  /** The link preview picture for pages that have none of their own. */
  image: string
  accentColour: string
  /** Whether the storage service resizes pictures and draws link previews, which a hosted project's does not. */
  makesPictures: boolean
}

type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[]

const DEFAULT_IMAGE = '/og.jpg'

/** The dealer's own picture, cropped, or the bundled one. */
export function shareImage(chosen: string, siteUrl: string): string {
  const picture = brandPicture(chosen)
  return picture && siteUrl ? sharedPictureUrl(picture.address, siteUrl) : absoluteUrl(siteUrl, DEFAULT_IMAGE)
}

/** The root route's data, for `meta` functions, which cannot use hooks. */
export function siteOf(matches: Matches): Site {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as RootData | undefined
  return {
    siteUrl: root?.siteUrl ?? '',
    companyName: root?.company?.companyName ?? '',
    homeTitle: root?.company?.homeTitle ?? '',
    inTown: root?.town ? ` in ${root.town}` : '',
    image: shareImage(root?.company?.sharePicture ?? '', root?.siteUrl ?? ''),
    accentColour: root?.company?.accentColour ?? '',
    makesPictures: root?.backend?.url === '',
  }
}

/** `export const meta = ({ matches }: Route.MetaArgs) => pageMeta(matches, { title, description, path })` */
export function pageMeta(matches: Matches, page: PageSeo): MetaDescriptor[] {
  const { siteUrl, companyName, image: ours, makesPictures } = siteOf(matches)
  const title = companyName === '' || page.title.includes(companyName) ? page.title : `${page.title} | ${companyName}`
  const image = page.image ? absoluteUrl(siteUrl, page.image) : ours
  const size = page.image ? page.imageSize : makesPictures ? SHARED_PICTURE : undefined
  const meta: MetaDescriptor[] = [
    { title },
    { name: 'description', content: page.description },
    { property: 'og:site_name', content: companyName },
    { property: 'og:locale', content: 'en_GB' },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:image', content: image },
    { property: 'og:image:alt', content: page.imageAlt ?? companyName },
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:image', content: image },
  ]
  if (size) {
    meta.push(
      { property: 'og:image:width', content: String(size.width) },
      { property: 'og:image:height', content: String(size.height) },
    )
  }
  if (page.noIndex) meta.push({ name: 'robots', content: 'noindex' })
  if (page.path) {
    const canonical = absoluteUrl(siteUrl, page.path)
    meta.push({ property: 'og:url', content: canonical }, { tagName: 'link', rel: 'canonical', href: canonical })
  }
  if (import.meta.env.SSR && page.jsonLd) {
    for (const block of [page.jsonLd].flat())
      meta.push({ 'script:ld+json': { '@context': 'https://schema.org', ...block } })
  }
  return meta
}

/** For example, [['Vehicles', '/vehicles'], ['BMW M3', '/vehicles/1']]. */
export function breadcrumbs(siteUrl: string, trail: readonly (readonly [name: string, path: string])[]): JsonLd {
  // `SSR` is a build-time constant, so browsers do not get the code below.
  if (!import.meta.env.SSR) return {}
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [['Home', '/'] as const, ...trail].map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: absoluteUrl(siteUrl, path),
    })),
  }
}
