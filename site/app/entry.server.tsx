import { text } from 'node:stream/consumers'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import {
  type AppLoadContext,
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  ServerRouter,
} from 'react-router'
import { LATE_LINK_REL, LATE_SCRIPT_TYPE } from '#app/features/frame/late-start.ts'
import { AllowScriptContext } from '#app/lib/allow-script.ts'
import type { PageHandle } from '#app/lib/page-handle.ts'
import { renderPage } from '#app/lib/render-page.server.ts'
import { RequestIdContext } from '#app/lib/request-id.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  { allowScript, requestId, report }: AppLoadContext,
) {
  // Without the stream, the router does not suspend the page to write its data; withData writes the data instead.
  const { serverHandoffStream, ...context } = routerContext
  const page = (
    <AllowScriptContext value={allowScript}>
      <RequestIdContext value={requestId}>
        <ServerRouter context={context} url={request.url} />
      </RequestIdContext>
    </AllowScriptContext>
  )
  const [{ html, hasFailed }, loaded] = await Promise.all([
    renderPage(page, request.signal, report),
    serverHandoffStream ? text(serverHandoffStream as NodeStream) : '',
  ])
  headers.set('content-type', 'text/html; charset=utf-8')
  const whole = withData(html, loaded, allowScript)
  const handle = handleOf(routerContext)
  return new Response(handle?.scripts === 'late' ? scriptsLate(whole) : scriptsLast(whole), {
    status: hasFailed ? 500 : status,
    headers,
  })
}

/**
 * Writes the router's data in single quotes, which JSON does not use; in double quotes, a fifth of it would be
 * backslashes.
 */
function withData(html: string, loaded: string, allowScript: AppLoadContext['allowScript']): string {
  const end = html.lastIndexOf('</body>')
  if (end < 0) return html
  const enqueue = `c.enqueue('${loaded.replace(UNSAFE_IN_SCRIPT, escapeCharacter)}')`
  const script = `{const c=window.__reactRouterContext.streamController;${enqueue};c.close()}`
  allowScript?.(script)
  return `${html.slice(0, end)}<script>${script}</script>${html.slice(end)}`
}

const UNSAFE_IN_SCRIPT = /[\\'&<>\n\r\u2028\u2029]/g
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Client errors are not logged, because a stack trace for each would let anyone fill the log. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500
  if (request.signal.aborted || isRefusal) return
  const { report } = context as AppLoadContext
  if (report) report(error)
  else console.error(error)
}

function handleOf({ staticHandlerContext, routeModules }: EntryContext): PageHandle | undefined {
  const id = staticHandlerContext.matches.at(-1)?.route.id
  return id === undefined ? undefined : (routeModules[id]?.handle as PageHandle | undefined)
}

/** The scripts are in the page, but LATE_START_SCRIPT decides when they start. */
function scriptsLate(html: string): string {
  return html
    .replaceAll('<link rel="modulepreload"', `<link rel="${LATE_LINK_REL}"`)
    .replace('type="module" async=""', `type="${LATE_SCRIPT_TYPE}"`)
}

/** On a slow connection, styles, fonts and pictures load before scripts, so that the page can be read first. */
function scriptsLast(html: string): string {
  return html.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
}
