import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from './routes.ts'

/** Every screen with the layouts it stands in, outermost first. */
function findScreens(entries: RouteConfigEntry[], above: string[] = []): { file: string; above: string[] }[] {
  return entries.flatMap(({ file, children }) =>
    children ? findScreens(children, [...above, file]) : [{ file, above }],
  )
}

// The layout holds the guard: a screen beside it would be open to everybody.
test.each(['admin', 'account'])('every screen of routes/%s stands behind the one guard', (folder) => {
  const screens = findScreens(routes).filter(({ file }) => file.startsWith(`routes/${folder}/`))

  expect(screens).not.toEqual([])
  for (const { file, above } of screens) expect(above, file).toContain(`routes/${folder}/layout.tsx`)
})
