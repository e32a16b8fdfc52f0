import { expect, test } from 'vitest'
import { EMBED_ORIGINS, embedOf } from './embeds.ts'

const ID = 'dQw4w9WgXcQ'

test.each([
  `https://www.youtube.com/watch?v=${ID}&t=10s`,
  `https://m.youtube.com/watch?v=${ID}`,
  `https://youtu.be/${ID}?si=x`,
  `https://youtube.com/shorts/${ID}`,
  `https://www.youtube-nocookie.com/embed/${ID}`,
])('%s is played without YouTube’s cookies', (address) => {
  expect(embedOf(address)).toEqual({
    provider: 'YouTube',
    src: `https://www.youtube-nocookie.com/embed/${ID}?autoplay=1&playsinline=1&rel=0`,
  })
})

test.each([
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1'],
  ['https://vimeo.com/76979871/0a1b2c', 'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=0a1b2c'],
  [
    'https://player.vimeo.com/video/76979871?h=0a1b2c',
    'https://player.vimeo.com/video/76979871?autoplay=1&dnt=1&h=0a1b2c',
  ],
  ['https://kuula.co/share/7lYbk?logo=1', 'https://kuula.co/share/7lYbk?logo=1'],
])('%s is shown in a frame from %s', (address, src) => {
  expect(embedOf(address)?.src).toBe(src)
})

test.each([
  'https://example.com/video.mp4',
  'https://www.youtube.com/@dealer',
  'https://www.youtube.com/watch?v="><script>',
  'https://youtube.com.example/watch?v=dQw4w9WgXcQ',
  'https://vimeo.com/76979871/"onload=',
  'https://kuula.co/explore',
  `http://youtu.be/${ID}`,
  'javascript:alert(1)',
  'nonsense',
])('%s is not shown in a frame', (address) => {
  expect(embedOf(address)).toBeNull()
})

test('every frame comes from an origin that the content security policy allows', () => {
  for (const address of [`https://youtu.be/${ID}`, 'https://vimeo.com/1', 'https://kuula.co/share/x']) {
    expect(EMBED_ORIGINS).toContain(new URL(embedOf(address)?.src ?? '').origin)
  }
})
