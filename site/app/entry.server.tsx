import { transcode } from 'node:buffer'
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
  // Without the stream, the router does not suspend the page to write its data; dataScript does that.
  const { serverHandoffStream, ...context } = routerContext
  const page = (
    <AllowScriptContext value={allowScript}>
      <RequestIdContext value={requestId}>
        <ServerRouter context={{ ...context, manifest: ownRoutes(context) }} url={request.url} />
      </RequestIdContext>
    </AllowScriptContext>
  )
  const [{ html, hasFailed }, loaded] = await Promise.all([
    renderPage(page, request.signal, report),
    serverHandoffStream ? text(serverHandoffStream as NodeStream) : '',
  ])
  headers.set('content-type', 'text/html; charset=utf-8')
  const isLate = handleOf(routerContext)?.scripts === 'late'
  const parts = withScripts(html, isLate, dataScript(loaded, allowScript))
  return new Response(Buffer.concat(parts.map(toUtf8)), { status: hasFailed ? 500 : status, headers })
}

/**
 * The router builds its tree of routes for every page, so it is given only the page's own routes. It finds the others,
 * which it names in a script, by their ids.
 */
function ownRoutes({ manifest, staticHandlerContext }: EntryContext): EntryContext['manifest'] {
  const own = staticHandlerContext.matches.map(({ route: { id } }) => [id, manifest.routes[id]])
  return { ...manifest, routes: Object.setPrototypeOf(Object.fromEntries(own), manifest.routes) }
}

/**
 * Writes the router's data in single quotes, which JSON does not use; in double quotes, a fifth of it would be
 * backslashes.
 */
function dataScript(loaded: string, allowScript: AppLoadContext['allowScript']): string {
  const enqueue = `c.enqueue('${loaded.replace(UNSAFE_IN_SCRIPT, escapeCharacter)}')`
  const script = `{const c=window.__reactRouterContext.streamController;${enqueue};c.close()}`
  allowScript?.(script)
  return `<script>${script}</script>`
}

const UNSAFE_IN_SCRIPT = /[\\'&<>\n\r\u2028\u2029]/g
const escapeCharacter = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const PRELOAD = '<link rel="modulepreload"'
/** On a slow connection, styles, fonts and pictures load before scripts, so that the page can be read first. */
const LAST_PRELOAD = `${PRELOAD} fetchpriority="low"`
const MODULE = 'type="module" async=""'

/**
 * The page in parts, with its data. If the scripts are late, LATE_START_SCRIPT decides when they start. The router's
 * elements are in the head and at the end, so the long part between them is neither searched nor copied.
 */
function withScripts(html: string, isLate: boolean, data: string): string[] {
  const [body, end] = [html.indexOf('</head>'), html.lastIndexOf('</body>')]
  if (body < 0 || end < 0) return [html]
  const head = html.slice(0, body).replaceAll(PRELOAD, isLate ? `<link rel="${LATE_LINK_REL}"` : LAST_PRELOAD)
  const module = html.lastIndexOf(MODULE)
  if (!isLate || module < 0) return [head, html.slice(body, end), data, html.slice(end)]
  const scripts = html.slice(module, end).replace(MODULE, `type="${LATE_SCRIPT_TYPE}"`)
  return [head, html.slice(body, module), scripts, data, html.slice(end)]
}

/** Takes a third of Buffer.from's time if the text contains a character such as a dash, as most pages do. */
function toUtf8(text: string): Buffer {
  try {
    return transcode(Buffer.from(text, 'utf16le'), 'ucs2', 'utf8')
  } catch {
    // Half of a surrogate pair cannot be transcoded.
    return Buffer.from(text)
  }
}

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
