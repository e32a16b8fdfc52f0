// The pages that admins write: guides, and texts for lists of cars. Their Markdown is parsed here, as loadWords does.
import type { AppLoadContext } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import { parseMarkdown } from '#app/lib/markdown.server.ts'
import type { Block } from '#app/lib/rich-text.ts'
import { loadFill } from './company/company-loader.server.ts'

declare module 'react-router' {
  interface AppLoadContext {
    /** An unpublished page, which an admin previews at its path. */
    previewPage?: PageText & { path: string }
  }
}

interface PageText {
  title: string
  summary: string
  body: string
}

export interface GuideLink {
  path: string
  title: string
  summary: string
  /** When it last changed. */
  changedAt: string
}

export interface WrittenPage {
  title: string
  summary: string
  text: Block[]
  publishedAt: string
  changedAt: string
}

/** The page that is published at the path, or null. */
export async function loadPage(context: AppLoadContext, path: string): Promise<WrittenPage | null> {
  const page = context.previewPage?.path === path ? preview(context.previewPage) : await findPage(context, path)
  if (!page) return null
  const fill = await loadFill(context)
  const { title, summary, body, published_at, changed_at } = page
  return {
    title: fill(title),
    summary: fill(summary),
    text: parseMarkdown(body, fill),
    publishedAt: published_at,
    changedAt: changed_at,
  }
}

function preview(page: PageText) {
  const now = new Date().toISOString()
  return { ...page, published_at: now, changed_at: now }
}

async function findPage(context: AppLoadContext, path: string) {
  const { data, error } = await restFor(context)
    .from('published_pages')
    .select('title,summary,body,published_at,changed_at')
    .eq('path', path)
    .maybeSingle()
  if (error) throw error
  return data
}

/** A dealer writes a few dozen. */
const MAX_GUIDES = 500

/** All published guides, by title. */
export async function loadGuides(context: AppLoadContext): Promise<GuideLink[]> {
  const fill = await loadFill(context)
  const guides = await findGuides(context)
  return guides.map(({ path, title, summary, changed_at }) => ({
    path,
    title: fill(title),
    summary: fill(summary),
    changedAt: changed_at,
  }))
}

async function findGuides(context: AppLoadContext) {
  const { data, error } = await restFor(context)
    .from('published_pages')
    .select('path,title,summary,changed_at')
    .like('path', '/guides/*')
    .order('title')
    .limit(MAX_GUIDES)
  if (error) throw error
  return data
}

const known = new WeakMap<object, { version: number; hasGuides: boolean }>()

/** Whether the footer links to the guides. Every page asks, so the answer is read once per change. */
export async function hasGuides(context: AppLoadContext): Promise<boolean> {
  const { changes } = context
  const version = changes?.version('published_pages') ?? null
  const last = changes && known.get(changes)
  if (last && last.version === version) return last.hasGuides
  const { data, error } = await restFor(context).from('published_pages').select('id').like('path', '/guides/*').limit(1)
  // The page is worth more than the link.
  if (error) return false
  if (changes && version !== null) known.set(changes, { version, hasGuides: data.length > 0 })
  return data.length > 0
}
