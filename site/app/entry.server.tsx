// Pages are sent whole, not streamed: a finished page can be cached, together with the policy that names its nonce.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from 'react-router'
import { NonceContext } from '#app/lib/nonce.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  { nonce }: AppLoadContext,
) {
  const { html, hasFailed } = await renderPage(request, routerContext, nonce)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(scriptsLast(html), { status: hasFailed ? 500 : status, headers })
}

/** What the asker did wrong is no news: a stack for each would let anyone fill the log. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (!request.signal.aborted && !isRefusal) console.error(error)
}

interface RenderedPage {
  html: string
  hasFailed: boolean
}

function renderPage(request: Request, routerContext: EntryContext, nonce: string | undefined): Promise<RenderedPage> {
  const page = (
    <NonceContext value={nonce}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </NonceContext>
  )
  return new Promise((resolve, reject) => {
    let hasFailed = false
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      onAllReady() {
        text(pipe(new PassThrough())).then((html) => resolve({ html, hasFailed }), reject)
      },
      onShellError: reject,
      onError(error) {
        hasFailed = true
        console.error(error)
      },
    })
    request.signal.addEventListener('abort', () => abort(request.signal.reason), { once: true })
  })
}

/** A page can be read before it can be clicked: its style, fonts and pictures come first on a slow line, then its scripts. */
function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
