import type { Config } from './config/config.ts'
import { noteReads, noteVersions, noteWanted } from './db/reads.ts'
import { clientNetwork } from './http/caller/client-address.ts'
import type { SiteDeps } from './http/pages/site.ts'
import type { Backend } from './services.ts'

/** Gives loaders access to the backend: in process if it runs here, or over the network if it is hosted. */
export function createPageContext(config: Config, backend: Backend | null): SiteDeps['context'] {
  const shared = { siteUrl: config.siteUrl, changes: backend && noteVersions(backend.changes) }
  if (!backend) {
    const { url = '', anonKey = '' } = config.hosted ?? {}
    return {
      ...shared,
      backend: { url, browserUrl: url, key: anonKey, fetch },
      hasInstagram: null,
      alerts: null,
      countWanted: null,
    }
  }
  const fetchInProcess = (async (input, init) => {
    const request = new Request(input, init)
    // Only REST reports which tables a response was built from, so a page that uses any other service can't be cached.
    if (!new URL(request.url).pathname.startsWith('/rest/v1/')) noteReads(null)
    return backend.routes.fetch(request)
  }) as typeof fetch
  return {
    ...shared,
    backend: { url: config.siteUrl, browserUrl: '', key: backend.publishableKey, fetch: fetchInProcess },
    hasInstagram: config.instagramAccessToken !== null,
    alerts: backend.alerts,
    // Without the response cache, each request renders its page.
    countWanted(things, request) {
      if (noteWanted(things)) return
      const { headers } = request
      backend.wanted.count(things, {
        network: clientNetwork(request),
        userAgent: headers.get('user-agent') ?? '',
        purpose: headers.get('sec-purpose') ?? '',
      })
    },
  }
}
