import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { NavItem } from './nav.tsx'

function currentAt(pathname: string): string[] {
  const links = ['/', '/vehicles', '/about'].map((to) => (
    <NavItem key={to} to={to}>
      {to}
    </NavItem>
  ))
  const router = createMemoryRouter([{ path: '*', element: links }], { initialEntries: [pathname] })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  return [...html.matchAll(/<a aria-current="page" href="([^"]*)"/g)].map(([, to = '']) => to)
}

test.each([
  ['/', ['/']],
  ['/vehicles', ['/vehicles']],
  ['/vehicles/8c1f0d52', ['/vehicles']],
  ['/Vehicles', ['/vehicles']],
  ['/about/', ['/about']],
  ['/about-us', []],
])('at %s, the menu marks %j as current', (pathname, current) => {
  expect(currentAt(pathname)).toEqual(current)
})
