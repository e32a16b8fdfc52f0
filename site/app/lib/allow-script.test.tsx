import { Fragment } from 'react'
import { expect, test } from 'vitest'
import { allowScriptsIn } from './allow-script.ts'

function scriptOf(text: string, type?: string) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the router writes its scripts this way
  return <script key={text} type={type} dangerouslySetInnerHTML={{ __html: text }} />
}

test('inline script elements are allowed, and text that looks like a script is not', () => {
  const allowed: string[] = []
  const elements = (
    <>
      <link rel="modulepreload" href="/a.js" />
      {null}
      {[scriptOf('first()'), <Fragment key="b">{scriptOf('import "/b.js"', 'module')}</Fragment>]}
      <p>{'<script>injected()</script>'}</p>
      <script src="/c.js" />
    </>
  )

  allowScriptsIn(elements, (text) => allowed.push(text))

  expect(allowed).toEqual(['first()', 'import "/b.js"'])
})
