// reCAPTCHA has no callback for when a visitor closes its puzzle. The puzzle is just hidden, so we poll for that.

/** How long to wait for a token or a puzzle. The visitor may take as long as they need to solve a puzzle. */
const ANSWER_TIMEOUT_MS = 60_000
const POLL_MS = 500
/** A solved puzzle is hidden as well, a moment before its token arrives. */
const POLLS_UNTIL_CLOSED = 10

/** Calls `onLeft` once a token can no longer be expected. Returns a function that stops watching. */
export function watchForLeaving(onLeft: () => void): () => void {
  let hasBeenSeen = false
  let hiddenPolls = 0
  const timer = setTimeout(() => hasBeenSeen || onLeft(), ANSWER_TIMEOUT_MS)
  const polling = setInterval(() => {
    const isShown = isPuzzleShown()
    hasBeenSeen ||= isShown
    hiddenPolls = isShown ? 0 : hiddenPolls + 1
    if (hasBeenSeen && hiddenPolls >= POLLS_UNTIL_CLOSED) onLeft()
  }, POLL_MS)
  return () => {
    clearTimeout(timer)
    clearInterval(polling)
  }
}

/** While inactive, the puzzle is hidden or positioned far above the page. */
const isPuzzleShown = () =>
  [...document.querySelectorAll('iframe[src*="/recaptcha/"][src*="/bframe"]')].some(
    (frame) => getComputedStyle(frame).visibility === 'visible' && frame.getBoundingClientRect().top > -1000,
  )
