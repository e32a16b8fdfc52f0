import { type AppLoadContext, data } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import { createCompanyMemory, type LoadedCompany } from './company-cache.ts'
import { readCompanySettings } from './company-settings.ts'

const RETRY_AFTER_SECONDS = 30

const loadKnown = createCompanyMemory()

/** Without any settings there is no page to show: 503, until the database answers. */
export async function loadCompany(context: AppLoadContext): Promise<LoadedCompany> {
  try {
    return await loadKnown(() => readCompanySettings(restFor(context)), context.changes?.version('config') ?? null)
  } catch (error) {
    console.error(error)
    throw data(null, { status: 503, headers: { 'retry-after': String(RETRY_AFTER_SECONDS) } })
  }
}
