import { use } from 'react'
import { RequestIdContext } from '#app/lib/request-id.ts'

const ID = 'error-reference'

/** The request id, for finding the error in the log. In the browser it is read from the server's HTML. */
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
