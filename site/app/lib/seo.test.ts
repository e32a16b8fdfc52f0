import { expect, test } from 'vitest'
import { breadcrumbs, pageMeta } from './seo.ts'

const matches = [{ id: 'root', loaderData: { siteUrl: 'https://cars.example', company: { companyName: 'Acme Cars' } } }]
const about = { title: 'About', description: 'Who we are.', path: '/about' }

test('the company is named once in a title', () => {
  expect(pageMeta(matches, about)[0]).toEqual({ title: 'About | Acme Cars' })
  expect(pageMeta(matches, { ...about, title: 'Acme Cars, Peterborough' })[0]).toEqual({
    title: 'Acme Cars, Peterborough',
  })
})

test('canonical address and picture are absolute', () => {
  const meta = pageMeta(matches, { ...about, image: '/picture.jpg' })

  expect(meta).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://cars.example/about' })
  expect(meta).toContainEqual({ property: 'og:image', content: 'https://cars.example/picture.jpg' })
})

test('a page that is not to be indexed says so and has no canonical address', () => {
  const meta = pageMeta(matches, { title: 'Login', description: '', noIndex: true })

  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(meta.some((entry) => 'tagName' in entry)).toBe(false)
})

test('a page before its site is known still has a title', () => {
  expect(pageMeta([], about)[0]).toEqual({ title: 'About' })
})

test('breadcrumbs start at home', () => {
  expect(breadcrumbs('https://cars.example', [['Vehicles', '/vehicles']])).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Home', item: 'https://cars.example/' },
      { position: 2, name: 'Vehicles', item: 'https://cars.example/vehicles' },
    ],
  })
})
