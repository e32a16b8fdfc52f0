import {
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from 'react-router'
import { LATE_LINK_REL, LATE_SCRIPT_TYPE } from '#app/features/frame/late-start.ts'
import { NonceContext } from '#app/lib/nonce.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { renderPage } from '#app/lib/render-page.server.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  { nonce }: AppLoadContext,
) {
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  const { html, hasFailed } = await renderPage(page, nonce, request.signal)
  headers.set('content-type', 'text/html; charset=utf-8')
  const handle = handleOf(routerContext)
  return new Response(handle?.scripts === 'late' ? scriptsLate(html) : scriptsLast(html), {
    status: hasFailed ? 500 : status,
    headers,
  })
}

/** What the asker did wrong is no news: a stack for each would let anyone fill the log. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefusal) console.error(error)
}

function handleOf({ staticHandlerContext, routeModules }: EntryContext): PageHandle | undefined {
  const id = staticHandlerContext.matches.at(-1)?.route.id
  return id === undefined ? undefined : (routeModules[id]?.handle as PageHandle | undefined)
}

/** They are there, but start only when LATE_START_SCRIPT says so. */
function scriptsLate(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${LATE_LINK_REL}"`)
    .replace(/(<script [^>]*)type="module" async=""/, `$1type="${LATE_SCRIPT_TYPE}"`)
}

/** A page can be read before it can be clicked: its style, fonts and pictures come first on a slow line, then its scripts. */
function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
