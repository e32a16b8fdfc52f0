// Pages are sent whole, not streamed: the server hashes their inline scripts for the content security policy, and a
// finished page can be cached.
import { renderToReadableStream } from 'react-dom/server.edge'
import { type EntryContext, ServerRouter } from 'react-router'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
) {
  let failed = false
  const body = await renderToReadableStream(<ServerRouter context={routerContext} url={request.url} />, {
    signal: request.signal,
    onError(error) {
      failed = true
      console.error(error)
    },
  })
  await body.allReady
  headers.set('content-type', 'text/html; charset=utf-8')
  const html = await new Response(body).text()
  return new Response(scriptsLast(html), { status: failed ? 500 : status, headers })
}

/** A page can be read before it can be clicked: its style, fonts and pictures come first on a slow line, then its scripts. */
function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
