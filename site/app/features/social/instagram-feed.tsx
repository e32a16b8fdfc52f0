import { useEffect, useRef, useState } from 'react'
import { TextLink } from '#app/components/ui/link.tsx'
import { Section, SectionHeading } from '#app/components/ui/section.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { useCompany } from '#app/platform/company/company.tsx'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import { profilesOf } from '#supabase/functions/_shared/profiles.ts'

const TILES = 6

interface Post {
  id: string
  permalink: string
  media_url: string
  caption: string | null
}

interface Feed {
  posts: Post[]
  username: string
}

type State = { status: 'loading' } | { status: 'loaded'; feed: Feed } | { status: 'failed' }

async function fetchFeed(): Promise<Feed> {
  const { getFunctions } = await import('#app/lib/browser-backend.ts')
  const { data, error } = await (await getFunctions()).invoke<Feed>('instagram-feed')
  if (error) throw error
  if (!Array.isArray(data?.posts)) throw new Error('The Instagram feed has no posts')
  return data
}

/** The feed is far down the page, so it is fetched only when the visitor scrolls near it. */
function useFeed() {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>({ status: 'loading' })

  useEffect(() => {
    let left = false
    const settle = (next: State) => left || setState(next)
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        fetchFeed().then(
          (feed) => settle({ status: 'loaded', feed }),
          () => settle({ status: 'failed' }),
        )
      },
      { rootMargin: '400px' },
    )
    if (place.current) observer.observe(place.current)
    return () => {
      left = true
      observer.disconnect()
    }
  }, [])

  return { place, state }
}

export function InstagramFeed({ overline }: { overline: string }) {
  const { place, state } = useFeed()
  // On a hosted project, the server cannot tell in advance that there are no posts.
  if (state.status === 'loaded' && state.feed.posts.length === 0) return null
  return (
    <Section aria-labelledby="instagram" ground="sunken">
      <SectionHeading id="instagram" overline={overline} title="Follow Us on Instagram" />
      <div ref={place}>
        {state.status === 'failed' ? (
          <p role="alert" className="border-y py-12 text-center text-quiet">
            Failed to load Instagram feed. Please try again later.
          </p>
        ) : (
          <ul
            aria-busy={state.status === 'loading'}
            className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6 lg:gap-4 needs-script"
          >
            {state.status === 'loading' ? <Placeholders /> : <Tiles posts={state.feed.posts} />}
          </ul>
        )}
        <ProfileLink username={state.status === 'loaded' ? state.feed.username : ''} />
      </div>
    </Section>
  )
}

function Placeholders() {
  return Array.from({ length: TILES }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: six identical tiles that never move
    <li key={index}>
      <Skeleton className="aspect-square" />
    </li>
  ))
}

function Tiles({ posts }: { posts: Post[] }) {
  return posts.slice(0, TILES).map((post) => (
    <li key={post.id}>
      <a href={post.permalink} target="_blank" rel="noreferrer" className="group block overflow-hidden bg-sunken">
        <VehicleImage
          src={post.media_url}
          alt={post.caption || 'A post on our Instagram page'}
          ratio="1/1"
          className="transition-transform duration-700 group-hover:scale-103"
        />
      </a>
    </li>
  ))
}

/** Links to the profile in the settings, or else to the account that the posts come from. */
function ProfileLink({ username }: { username: string }) {
  const own = profilesOf(useCompany()).find(({ name }) => name === 'Instagram')
  if (!own && !username) return null
  return (
    <p className="mt-8">
      <TextLink
        href={own?.href ?? `https://www.instagram.com/${encodeURIComponent(username)}`}
        target="_blank"
        rel="noreferrer"
        arrow
      >
        {username ? `@${username} on Instagram` : 'Follow us on Instagram'}
      </TextLink>
    </p>
  )
}
