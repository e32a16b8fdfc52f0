import clsx from 'clsx'
import type { ReactNode } from 'react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { PathLink, TextLink } from '#app/components/ui/link.tsx'
import { RichText } from '#app/components/ui/rich-text.tsx'
import { PageHeading, Section, SectionHeading } from '#app/components/ui/section.tsx'
import { formatNumber } from '#app/lib/money.ts'
import type { ListedVehicle } from '#app/lib/vehicle.ts'
import type { WrittenPage } from '#app/platform/pages.server.ts'
import type { Landing, LandingLink } from './landing-pages.ts'
import { VehicleGrid } from './vehicle-grid.tsx'

interface LandingScreenProps {
  landing: Landing
  /** What the dealer has written about these cars. */
  written: WrittenPage | null
  cornerFor: (vehicle: ListedVehicle) => ReactNode
}

/** Fewer cars than this are shown one below the other, because they would leave a row of the grid half empty. */
const MIN_IN_GRID = 3

/** All vehicles of one kind, for visitors from search engines, with a link to the filtered list. */
export function LandingScreen({ landing, written, cornerFor }: LandingScreenProps) {
  const { plural, text, vehicles, total, listPath, within, newest } = landing
  const hasStock = total > 0
  const isShort = vehicles.length < MIN_IN_GRID
  const width = clsx(hasStock && isShort && 'max-w-[77.5rem]')
  return (
    <>
      <Container className="pb-16 md:pb-24">
        <div className={width}>
          <PageHeading
            overline="Our selection"
            title={`Used ${plural}`}
            intro={text}
            action={
              hasStock ? (
                <TextLink to={listPath} arrow className="min-h-11">
                  Filter and sort
                </TextLink>
              ) : (
                <ButtonLink to="/contact">Contact Us</ButtonLink>
              )
            }
          />
        </div>
        {/* With one car per model, the cars say as much. */}
        {within.links.length > 1 && within.links.length < total && (
          <div className="mb-10">
            <Links {...within} />
          </div>
        )}
        {hasStock && (
          <div className={width}>
            <VehicleGrid vehicles={vehicles} view={isShort ? 'list' : 'grid'} isFirstView cornerFor={cornerFor} />
          </div>
        )}
        {total > vehicles.length && (
          <div className="mt-16 grid justify-items-center">
            <ButtonLink to={`${listPath}&page=2`} variant="hairline">
              More {plural}
            </ButtonLink>
          </div>
        )}
        {newest.length > 0 && (
          <section aria-labelledby="newest">
            <h2 id="newest" className="display mb-8 text-2xl">
              New in stock
            </h2>
            <VehicleGrid vehicles={newest} view="grid" heading="h3" isFirstView cornerFor={cornerFor} />
          </section>
        )}
        {written && (
          <section aria-labelledby="about-these" className="mt-16 md:mt-24">
            <h2 id="about-these" className="display wrap-anywhere mb-6 text-3xl">
              {written.title}
            </h2>
            <div className="prose-text wrap-anywhere [&>:first-child]:mt-0!">
              <RichText blocks={written.text} />
            </div>
          </section>
        )}
      </Container>
      <NextStep landing={landing} />
    </>
  )
}

function NextStep({ landing: { plural, total, others } }: { landing: Landing }) {
  return (
    <Section ground="sunken" aria-labelledby="next-step">
      <SectionHeading
        id="next-step"
        title={total > 0 ? `Looking for other ${plural}?` : `Looking for ${plural}?`}
        intro="Tell us what you’re looking for, and we’ll email you when it arrives."
        action={
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/contact">Contact Us</ButtonLink>
            <ButtonLink to="/vehicles" variant="hairline">
              View all vehicles
            </ButtonLink>
          </div>
        }
      />
      {others.links.length > 0 && (
        <div className="grid gap-4 border-t pt-8">
          <h3 className="display text-2xl">{others.label}</h3>
          <Links {...others} />
        </div>
      )}
    </Section>
  )
}

function Links({ label, links }: { label: string; links: LandingLink[] }) {
  return (
    <ul aria-label={label} className="flex flex-wrap gap-x-6 gap-y-1 text-sm">
      {links.map(([name, to, vehicles]) => (
        <li key={name}>
          <PathLink to={to} className="inline-flex min-h-9 items-center gap-1.5 hover:text-brass">
            {name}
            {vehicles !== undefined && <span className="tabular text-quiet">{formatNumber(vehicles)}</span>}
          </PathLink>
        </li>
      ))}
    </ul>
  )
}
