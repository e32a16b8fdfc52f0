import { expect, test } from 'vitest'
import { guideSeo } from './guide-seo.ts'

const SITE = { siteUrl: 'https://cars.example', companyName: 'Marsh Cars', image: 'https://cars.example/og.jpg' }
const GUIDE = {
  title: 'Buying an electric car',
  summary: '',
  path: '/guides/buying-an-electric-car',
  text: [
    { kind: 'paragraph' as const, text: ['Charging at home ', { kind: 'strong' as const, text: ['costs less'] }, '.'] },
  ],
  publishedAt: '2026-11-01T09:00:00Z',
  changedAt: '2026-11-19T09:00:00Z',
}

test('a guide without a summary is described by the start of its text, which ends with a word', () => {
  expect(guideSeo(GUIDE, SITE).description).toBe('Charging at home costs less.')
  const long = { ...GUIDE, text: [{ kind: 'paragraph' as const, text: ['twelve chars '.repeat(30)] }] }
  const { description } = guideSeo(long, SITE)
  expect(description.length).toBeLessThanOrEqual(160)
  expect(description).toMatch(/ (?:twelve|chars)…$/)
})

test('search engines are told that a guide is an article by the dealer', () => {
  const { jsonLd, path, type } = guideSeo({ ...GUIDE, summary: 'What to know.' }, SITE)
  expect({ path, type }).toEqual({ path: GUIDE.path, type: 'article' })
  expect([jsonLd].flat()[1]).toMatchObject({
    '@type': 'Article',
    headline: GUIDE.title,
    description: 'What to know.',
    datePublished: GUIDE.publishedAt,
    dateModified: GUIDE.changedAt,
    publisher: { name: 'Marsh Cars' },
    mainEntityOfPage: 'https://cars.example/guides/buying-an-electric-car',
  })
})
