// Pages are sent whole, not streamed: the server hashes their inline scripts for the content security policy, and a
// finished page can be cached.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  const { html, hasFailed } = await renderPage(request, routerContext)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(scriptsLast(html), { status: hasFailed ? 500 : status, headers })
}

function renderPage(request: Request, routerContext: EntryContext): Promise<{ html: string; hasFailed: boolean }> {
  return new Promise((resolve, reject) => {
    let hasFailed = false
    const { pipe, abort } = renderToPipeableStream(<ServerRouter context={routerContext} url={request.url} />, {
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
