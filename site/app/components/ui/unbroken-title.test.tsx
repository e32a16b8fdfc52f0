import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { titleParts, UnbrokenTitle } from './unbroken-title.tsx'

test.each([
  ['Jaguar F-Type R-Dynamic', ['Jaguar', 'F-Type', 'R-Dynamic']],
  ['Mercedes-Benz S 400 d L', ['Mercedes-Benz', 'S 400 d L']],
  ['Audi RS 6 Avant', ['Audi RS 6 Avant']],
  ['Porsche 911 Carrera 4S', ['Porsche', '911', 'Carrera 4S']],
  ['A B C D E F G H I J K L', ['A B C', 'D E F G H I J K L']],
])('a line of %s may end only between its parts', (title, parts) => {
  expect(titleParts(title)).toEqual(parts)
})

test('the text of a title is unchanged', () => {
  const html = renderToStaticMarkup(<UnbrokenTitle>Jaguar F-Type R-Dynamic</UnbrokenTitle>)
  expect(html.replace(/<[^>]+>/g, '')).toBe('Jaguar F-Type R-Dynamic')
  expect(html).toContain('<span class="whitespace-nowrap">R-Dynamic</span>')
})
