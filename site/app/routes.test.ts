import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from './routes.ts'

/** Every screen with its layouts, outermost first. */
function findScreens(entries: RouteConfigEntry[], above: string[] = []): { file: string; above: string[] }[] {
  return entries.flatMap(({ file, children }) =>
    children ? findScreens(children, [...above, file]) : [{ file, above }],
  )
}

// The layout is the guard, so a screen outside it would be open to everyone.
test.each(['admin', 'account'])('every screen in routes/%s is inside the layout that guards it', (folder) => {
  const screens = findScreens(routes).filter(({ file }) => file.startsWith(`routes/${folder}/`))

  expect(screens).not.toEqual([])
  for (const { file, above } of screens) expect(above, file).toContain(`routes/${folder}/layout.tsx`)
})
