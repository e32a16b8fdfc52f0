import clsx from 'clsx'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { RichText } from '#app/components/ui/rich-text.tsx'
import { PageHeading, Section, SectionHeading } from '#app/components/ui/section.tsx'
import aboutNarrow from '#app/features/company/pictures/about-900.webp'
import aboutWide from '#app/features/company/pictures/about-1600.webp'
import interior from '#app/features/company/pictures/interior-900.webp'
import { pictureSrcSet, pictureUrl } from '#app/lib/image-url.ts'
import type { Block } from '#app/lib/rich-text.ts'
import { ClaimIcon } from '#app/platform/company/claims.tsx'
import { useCompany } from '#app/platform/company/company.tsx'
import { Lines } from '#app/platform/company/contact-lines.tsx'
import { type BrandPicture, brandPicture } from '#supabase/functions/_shared/brand-picture.ts'
import type { PageContent } from '#supabase/functions/_shared/settings.ts'

type AboutWords = PageContent<'about', Block>

export function About(words: AboutWords) {
  return (
    <>
      <Container>
        <PageHeading
          overline={words.aboutHeading && 'About us'}
          title={words.aboutHeading || 'About us'}
          intro={words.aboutIntro || undefined}
        />
      </Container>
      {!words.hideAboutPicture && <TopPicture own={brandPicture(words.aboutPicture)} />}
      {words.aboutStory.length > 0 && <Story {...words} />}
      {words.figures.length > 0 && <Figures {...words} />}
      {words.promises.length > 0 && <Promises {...words} />}
      <Visit {...words} />
    </>
  )
}

const TOP_PICTURE = 'aspect-3/2 w-full bg-[#0e1012] object-cover md:aspect-[2.5] md:max-h-[34rem]'

function TopPicture({ own }: { own: BrandPicture | null }) {
  if (own) return <OwnPicture picture={own} sizes="100vw" className={TOP_PICTURE} isFirst />
  return (
    <picture>
      <source media="(width >= 48rem)" srcSet={aboutWide} width={1600} height={640} />
      <img
        src={aboutNarrow}
        alt="A dark green coupé on a polished floor, seen from behind"
        width={900}
        height={600}
        fetchPriority="high"
        className={TOP_PICTURE}
      />
    </picture>
  )
}

interface OwnPictureProps {
  picture: BrandPicture
  sizes: string
  className: string
  /** Whether the picture is visible at once. */
  isFirst?: boolean
}

/** The dealer's picture. It accompanies the text, so it has no text alternative. */
const OwnPicture = ({ picture: { address, width, height }, sizes, className, isFirst }: OwnPictureProps) => (
  <img
    src={pictureUrl(address, 1600)}
    srcSet={pictureSrcSet(address)}
    sizes={sizes}
    alt=""
    width={width}
    height={height}
    fetchPriority={isFirst ? 'high' : undefined}
    loading={isFirst ? undefined : 'lazy'}
    className={className}
  />
)

const STORY_PICTURE = 'aspect-3/2 w-full bg-[#0e1012] object-cover md:col-span-6'

function StoryPicture({ own }: { own: BrandPicture | null }) {
  if (own) return <OwnPicture picture={own} sizes="(min-width: 48rem) 50vw, 100vw" className={STORY_PICTURE} />
  return (
    <img
      src={interior}
      alt="The driver’s seat and dashboard of a car with green leather trim"
      width={900}
      height={600}
      loading="lazy"
      className={STORY_PICTURE}
    />
  )
}

function Story({ aboutStoryHeading, aboutStory, storyPicture, hideStoryPicture }: AboutWords) {
  return (
    <Section aria-label="Our story">
      <div className="grid items-center gap-10 md:grid-cols-12 md:gap-12">
        <div className={clsx('grid gap-5', hideStoryPicture ? 'md:col-span-8' : 'md:col-span-6')}>
          {aboutStoryHeading && <h2 className="display text-3xl md:text-4xl">{aboutStoryHeading}</h2>}
          <div className="prose-text text-quiet md:text-lg">
            <RichText blocks={aboutStory} />
          </div>
        </div>
        {!hideStoryPicture && <StoryPicture own={brandPicture(storyPicture)} />}
      </div>
    </Section>
  )
}

function Figures({ figures }: AboutWords) {
  return (
    <section aria-label="In figures" className="on-dark bg-page">
      <Container className="py-14 md:py-20">
        <dl className="grid grid-cols-2 gap-y-10 md:grid-cols-4 md:divide-x md:divide-line">
          {figures.map(({ value, label }) => (
            <div key={label} className="flex flex-col-reverse gap-2 md:px-8 md:first:pl-0 md:last:pr-0">
              <dt className="text-sm text-quiet">{label}</dt>
              <dd className="display text-4xl md:text-5xl">{value}</dd>
            </div>
          ))}
        </dl>
      </Container>
    </section>
  )
}

function Promises({ promises, promisesOverline, promisesHeading }: AboutWords) {
  return (
    <Section aria-label={promisesHeading || 'Our promises'}>
      <SectionHeading overline={promisesOverline} title={promisesHeading} />
      <ul className="grid gap-px border border-hairline bg-hairline sm:grid-cols-2 lg:grid-cols-4">
        {promises.map(({ icon, title, text }) => (
          <li key={title} className="grid content-start gap-3 bg-page p-7">
            <ClaimIcon icon={icon} />
            <h3 className="display mt-3 text-xl">{title}</h3>
            <p className="text-sm text-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Visit({ visitHeading, visitText }: AboutWords) {
  const { companyAddress, openingHours } = useCompany()
  const known: [string, string][] = [
    ['Address', companyAddress],
    ['Opening hours', openingHours],
  ]
  const facts = known.filter(([, text]) => text)
  if (!visitHeading && !visitText && facts.length === 0) return null
  return (
    <Section ground="sunken" aria-label={visitHeading || 'Visit us'}>
      <div className="grid gap-10 md:grid-cols-12">
        <div className="grid content-start gap-6 md:col-span-6">
          {visitHeading && <h2 className="display text-3xl md:text-4xl">{visitHeading}</h2>}
          {visitText && <p className="max-w-[46ch] text-quiet md:text-lg">{visitText}</p>}
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/vehicles">View Collection</ButtonLink>
            <ButtonLink to="/contact" variant="hairline">
              Contact Us
            </ButtonLink>
          </div>
        </div>
        <dl className="grid content-start gap-8 text-sm empty:hidden sm:grid-cols-2 md:col-span-5 md:col-start-8">
          {facts.map(([name, text]) => (
            <div key={name} className="grid content-start gap-2 border-t border-line pt-4">
              <dt className="overline-text">{name}</dt>
              <dd>
                <Lines text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  )
}
