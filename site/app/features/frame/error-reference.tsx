import { use } from 'react'
import { RequestIdContext } from '#app/lib/request-id.ts'

const ID = 'error-reference'

/** By which the dealer finds, in the log, what happened. The browser takes over what the server wrote, and has none of its own. */
export function ErrorReference() {
  const given = use(RequestIdContext)
  const written = typeof document === 'undefined' ? null : document.getElementById(ID)?.textContent
  const reference = given ?? written
  if (!reference) return null
  return (
    <p className="text-quiet text-sm">
      Reference{' '}
      <span id={ID} className="select-all font-mono text-xs">
        {reference}
      </span>
    </p>
  )
}
