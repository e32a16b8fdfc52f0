import type { SocialFeed } from './handler.ts'

const CAPTIONS = [
  'Evening light on the forecourt.',
  'Wheels refurbished, ready for their next owner.',
  'Twenty minutes with a soft brush and the cabin is new again.',
  'Arrived this morning. Details on the website tomorrow.',
  'Collected today: thank you, and safe travels.',
  'The kettle is on. Come and see us this weekend.',
]

/** The demo site's feed, for use without an Instagram token. The site serves its pictures. */
export const DEMO_FEED: SocialFeed = {
  username: 'haldenrowe',
  posts: CAPTIONS.map((caption, index) => ({
    id: `demo-${index + 1}`,
    permalink: 'https://www.instagram.com/',
    media_url: `/social/tile-${index + 1}-600.webp`,
    caption,
  })),
}
