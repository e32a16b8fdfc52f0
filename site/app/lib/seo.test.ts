import { expect, test } from 'vitest'
import { breadcrumbs, pageMeta } from './seo.ts'

const matches = [{ id: 'root', loaderData: { siteUrl: 'https://cars.example', company: { companyName: 'Acme Cars' } } }]
const about = { title: 'About', description: 'Who we are.', path: '/about' }

test('a title names the company once', () => {
  expect(pageMeta(matches, about)[0]).toEqual({ title: 'About | Acme Cars' })
  expect(pageMeta(matches, { ...about, title: 'Acme Cars, Peterborough' })[0]).toEqual({
    title: 'Acme Cars, Peterborough',
  })
})

test('the canonical URL and the picture are absolute', () => {
  const meta = pageMeta(matches, { ...about, image: '/picture.jpg' })

  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://cars.example/about' })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://cars.example/picture.jpg' })
})

test('a page without a path is marked noindex and has no canonical URL', () => {
  const meta = pageMeta(matches, { title: 'Login', description: '', noIndex: true })

  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(meta.some((entry) => 'tagName' in entry)).toBe(false)
})

test('a page has a title even before the settings are loaded', () => {
  expect(pageMeta([], about)[0]).toEqual({ title: 'About' })
})

test('breadcrumbs start at the home page', () => {
  expect(breadcrumbs('https://cars.example', [['Vehicles', '/vehicles']])).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://cars.example/' },
      { position: 2, name: 'Vehicles', item: 'https://cars.example/vehicles' },
    ],
  })
})
