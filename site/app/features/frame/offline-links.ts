// A link pressed while offline would replace the page with the browser's error page, or ours. The page stays open
// instead, and says why. This works before hydration too; the function is inlined into the page.

const MESSAGE = 'You’re offline, so we’ve kept this page open. Please try the link again when you’re connected.'

function keepPageWhileOffline(message: string): void {
  const say = (text: string) => {
    const notice = document.querySelector('.offline-notice')
    if (notice) notice.textContent = text
  }
  addEventListener(
    'click',
    (event) => {
      say('')
      const { target, metaKey, ctrlKey, shiftKey, altKey } = event
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
      if (navigator.onLine || !link || metaKey || ctrlKey || shiftKey || altKey) return
      // A photograph opens without the network, once the scripts are there.
      if (link.hasAttribute('data-held')) return
      if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return
      if (link.pathname === location.pathname) return
      event.preventDefault()
      event.stopImmediatePropagation()
      say(message)
    },
    true,
  )
  addEventListener('online', () => say(''))
}

/** Only the server needs this, to write it into the page. */
export const OFFLINE_LINKS_SCRIPT = import.meta.env.SSR ? `(${keepPageWhileOffline})(${JSON.stringify(MESSAGE)})` : ''
