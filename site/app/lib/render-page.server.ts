// Pages are sent whole, not streamed: a finished page can be cached, together with the policy that names the hashes of its scripts.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream, renderToString } from 'react-dom/server'

interface RenderedPage {
  html: string
  hasFailed: boolean
}

let lastTurn = Promise.resolve()

/** One page in one round of the event loop: a crowd of them must not keep everything else waiting until all are done. */
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

/** Null for a page in which something waits or fails: it is made again by the renderer that can wait and says what failed. */
function renderAtOnce(page: ReactNode): string | null {
  try {
    const html = renderToString(page)
    // The marks of a part that React left open; text cannot hold them, it is escaped.
    if (html.includes('<!--$!-->') || html.includes('<!--$?-->')) return null
    // Only React's streams write it.
    return html.startsWith('<html') ? `<!DOCTYPE html>${html}` : html
  } catch {
    return null
  }
}

/** Waits for what a page waits for, at more cost: every piece is encoded, passed on and decoded again. */
function renderAsync(page: ReactNode, signal: AbortSignal, report: (error: unknown) => void): Promise<RenderedPage> {
  let stop = () => {}
  const rendered = new Promise<RenderedPage>((resolve, reject) => {
    let hasFailed = false
    const { pipe, abort } = renderToPipeableStream(page, {
      // React would write large parts at the end of the page, with inline scripts that the policy does not allow.
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
  // A signal that still has a listener is never collected, nor is the page that the listener knows: up to half a megabyte a visit.
  return rendered.finally(() => signal.removeEventListener('abort', stop))
}
