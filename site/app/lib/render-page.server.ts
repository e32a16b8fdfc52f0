// Pages are sent whole, not streamed: a finished page can be cached, together with the policy that names its nonce.
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'

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
  nonce: string | undefined,
  signal: AbortSignal,
): Promise<RenderedPage> {
  await nextTurn()
  signal.throwIfAborted()
  let stop = () => {}
  const rendered = new Promise<RenderedPage>((resolve, reject) => {
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
    stop = () => abort(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  // A signal that still has a listener is never collected, nor is the page that the listener knows: up to half a megabyte a visit.
  return rendered.finally(() => signal.removeEventListener('abort', stop))
}
