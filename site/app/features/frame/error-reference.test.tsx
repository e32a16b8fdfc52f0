import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { RequestIdContext } from '#app/lib/request-id.ts'
import { ErrorReference } from './error-reference.tsx'

test('an error page shows the request id if there is one', () => {
  const shown = renderToStaticMarkup(
    <RequestIdContext value="8c1f0d52">
      <ErrorReference />
    </RequestIdContext>,
  )

  expect(shown).toContain('>8c1f0d52<')
  expect(renderToStaticMarkup(<ErrorReference />)).toBe('')
})
