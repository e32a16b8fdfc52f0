import { type AppLoadContext, data } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import { londonDate } from '#app/lib/dates.ts'
import { parseMarkdown } from '#app/lib/markdown.server.ts'
import type { Block } from '#app/lib/rich-text.ts'
import { safeHref } from '#app/lib/safe-href.ts'
import { offersFinance, withPermittedTexts } from '#supabase/functions/_shared/finance.ts'
import { legalLines } from '#supabase/functions/_shared/legal.ts'
import { addressParts, fillPlaceholders } from '#supabase/functions/_shared/page-content.ts'
import {
  type PageContent,
  type PageSettings,
  SETTINGS,
  type Setting,
  type SettingPage,
  settingsOfPage,
  type VisitorSettings,
} from '#supabase/functions/_shared/settings.ts'
import { type Trackers, trackersOf } from '#supabase/functions/_shared/trackers.ts'
import { createCompanyCache, type KnownCompany } from './company-cache.ts'
import { type CompanySettings, readCompanySettings } from './company-settings.ts'

const RETRY_AFTER_SECONDS = 30

const loadKnown = createCompanyCache()

declare module 'react-router' {
  interface AppLoadContext {
    /** Unpublished settings that replace the stored ones in an admin's preview. */
    preview?: Partial<VisitorSettings>
  }
}

export interface LoadedCompany {
  company: CompanySettings
  /** The read failed, so these are the last known settings, and the browser warns that they may be out of date. */
  companyFailed: boolean
  /** The services for measuring that the dealer uses, if any. */
  trackers?: Trackers
  /** The town in the address, or empty. */
  town: string
  /** The sentences that the law requires on every page. */
  legalDetails: string
  /** The current year, for the copyright line. */
  year: string
  /** Whether the footer links to the guides. */
  hasGuides?: boolean
}

/**
 * The settings that every page needs, and the texts made from them, so that no browser needs the code that makes them.
 * If there are no settings, the page responds with 503 until the database is back.
 */
export async function loadCompany(context: AppLoadContext): Promise<LoadedCompany> {
  const { company, companyFailed } = await loadAll(context)
  const today = londonDate()
  const trackers = trackersOf(company)
  return {
    company: withShownTexts(pick(company, null), today),
    companyFailed,
    ...((trackers.google || trackers.meta) && { trackers }),
    town: addressParts(company.companyAddress).town ?? '',
    legalDetails: legalLines(company).join(' '),
    year: today.slice(0, 4),
  }
}

/** The banner disappears on time, because no page is cached past midnight in London. */
function withShownTexts(company: CompanySettings, today: string): CompanySettings {
  const isBannerOn = company.bannerUntil >= today
  const fill = (text: string) => fillPlaceholders(text, company)
  return {
    ...company,
    homeTitle: fill(company.homeTitle),
    footerLine: fill(company.footerLine),
    vehicleLine: fill(company.vehicleLine),
    bannerText: isBannerOn ? fill(company.bannerText) : '',
    bannerLink: isBannerOn ? (safeHref(company.bannerLink) ?? '') : '',
  }
}

/** The settings for one page. Markdown is parsed on the server and sent as data, so that no browser has to parse it. */
export async function loadWords<Page extends SettingPage>(
  context: AppLoadContext,
  page: Page,
): Promise<PageContent<Page, Block>> {
  const { company } = await loadAll(context)
  const fill = (text: string) => fillPlaceholders(text, company)
  const show = (value: string, isMarkdown: boolean) => (isMarkdown ? parseMarkdown(value, fill) : fill(value))
  const words = settingsOfPage(page).map((name) => {
    const { type, fields = {} }: Setting = SETTINGS[name]
    const value: string | boolean | Record<string, string>[] = company[name]
    if (typeof value === 'boolean') return [name, value]
    if (typeof value === 'string') return [name, show(value, type === 'markdown')]
    const shown = value.map((item) =>
      Object.fromEntries(
        Object.entries(item).map(([field, text]) => [field, show(text, fields[field]?.markdown === true)]),
      ),
    )
    return [name, shown]
  })
  return Object.fromEntries(words) as PageContent<Page, Block>
}

/** Returns a function that replaces {town} and other placeholders with the dealer's details. */
export async function loadFill(context: AppLoadContext): Promise<(text: string) => string> {
  const { company } = await loadAll(context)
  return (text) => fillPlaceholders(text, company)
}

/** The settings for the legal pages. */
export const loadLegalWords = async (context: AppLoadContext) => ({
  ...(await loadWords(context, 'legal')),
  offersFinance: offersFinance((await loadAll(context)).company),
})

const loads = new WeakMap<AppLoadContext, Promise<KnownCompany>>()

/** Reads the settings once per page, even if several of its routes need them. */
function loadAll(context: AppLoadContext): Promise<KnownCompany> {
  const loading = loads.get(context) ?? readAll(context)
  loads.set(context, loading)
  return loading
}

async function readAll(context: AppLoadContext): Promise<KnownCompany> {
  try {
    const known = await loadKnown(
      () => readCompanySettings(restFor(context)),
      context.changes?.version('config') ?? null,
    )
    return { ...known, company: withPermittedTexts({ ...known.company, ...context.preview }) }
  } catch (error) {
    console.error(error)
    throw data(null, { status: 503, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })
  }
}

const pick = <Page extends SettingPage | null>(company: VisitorSettings, page: Page): PageSettings<Page> =>
  Object.fromEntries(settingsOfPage(page).map((name) => [name, company[name]])) as PageSettings<Page>
