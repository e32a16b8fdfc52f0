import {
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from 'react-router'
import { NonceContext } from '#app/lib/nonce.ts'
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
  return new Response(scriptsLast(html), { status: hasFailed ? 500 : status, headers })
}

/** What the asker did wrong is no news: a stack for each would let anyone fill the log. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefusal) console.error(error)
}

/** A page can be read before it can be clicked: its style, fonts and pictures come first on a slow line, then its scripts. */
function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
