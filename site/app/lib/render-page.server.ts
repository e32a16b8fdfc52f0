// Pages are sent whole rather than streamed, because a finished page can be cached with its policy, which lists its
// scripts' hashes.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

interface RenderedPage {
  html: string
  hasFailed: boolean
}

let lastTurn = Promise.resolve()

/** Renders one page per turn of the event loop, so that many pages at once do not block everything else. */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise<void>((wake) => setImmediate(wake)))
  return lastTurn
}

export async function renderPage(
  page: ReactNode,
  signal: AbortSignal,
  report: (error: unknown) => void = console.error,
): Promise<RenderedPage> {
  await nextTurn()
  signal.throwIfAborted()
  const html = renderAtOnce(page)
  return html === null ? renderAsync(page, signal, report) : { html, hasFailed: false }
}

const DOCTYPE = '<!DOCTYPE html>'
/** React's markers for a pending boundary; text cannot contain them, because it is escaped. */
const PENDING = /<!--\$[!?]-->/

/**
 * Null for a page that suspends or fails, which is then rendered again by the renderer that can wait and report errors.
 */
function renderAtOnce(page: ReactNode): string | null {
  try {
    // Only React's streaming renderers write the doctype.
    const html = `${DOCTYPE}${renderToString(page)}`
    if (PENDING.test(html)) return null
    return html.startsWith('<html', DOCTYPE.length) ? html : html.slice(DOCTYPE.length)
  } catch {
    return null
  }
}

/** Waits for suspended parts, at a higher cost: every chunk is encoded, passed on and decoded again. */
function renderAsync(page: ReactNode, signal: AbortSignal, report: (error: unknown) => void): Promise<RenderedPage> {
  let stop = () => {}
  const rendered = new Promise<RenderedPage>((resolve, reject) => {
    let hasFailed = false
    const { pipe, abort } = renderToPipeableStream(page, {
      // Otherwise React would move large parts to the end of the page, with inline scripts that the policy forbids.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady() {
        text(pipe(new PassThrough())).then((html) => resolve({ html, hasFailed }), reject)
      },
      onShellError: reject,
      onError(error) {
        hasFailed = true
        report(error)
      },
    })
    stop = () => abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  // A signal with a listener is never garbage-collected, and neither is the listener's page, which can take half a
  // megabyte.
  return rendered.finally(() => signal.removeEventListener('abort', stop))
}
