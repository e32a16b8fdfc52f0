import type { AppLoadContext } from 'react-router'
import { restFor } from '#app/lib/backend.ts'
import { createCompanyCache } from './company-cache.ts'
import { readCompanySettings } from './company-settings.ts'

const loadCached = createCompanyCache()

export const loadCompany = (context: AppLoadContext) => loadCached(async () => readCompanySettings(restFor(context)))
