// Nobody is told when a visitor closes Google's puzzle: it is hidden, and nothing is called back.

/** For an answer without a puzzle, or for one to appear. Whoever solves it takes as long as they need. */
const ANSWER_TIMEOUT_MS = 60_000
const LOOK_EVERY_MS = 500
/** An answered puzzle goes away, too, a moment before its token comes. */
const LOOKS_UNTIL_CLOSED = 10

/** Calls once nobody can be expected to answer any more. Returns what ends it. */
export function watchForLeaving(onLeft: () => void): () => void {
  let hasBeenSeen = false
  let looksHidden = 0
  const timer = setTimeout(() => hasBeenSeen || onLeft(), ANSWER_TIMEOUT_MS)
  const looks = setInterval(() => {
    const isShown = isPuzzleShown()
    hasBeenSeen ||= isShown
    looksHidden = isShown ? 0 : looksHidden + 1
    if (hasBeenSeen && looksHidden >= LOOKS_UNTIL_CLOSED) onLeft()
  }, LOOK_EVERY_MS)
  return () => {
    clearTimeout(timer)
    clearInterval(looks)
  }
}

/** Before and afterwards it is hidden, or stands far above the page. */
const isPuzzleShown = () =>
  [...document.querySelectorAll('iframe[src*="/recaptcha/"][src*="/bframe"]')].some(
    (frame) => getComputedStyle(frame).visibility === 'visible' && frame.getBoundingClientRect().top > -1000,
  )
