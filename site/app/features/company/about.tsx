import { BadgeCheck, Handshake, type LucideIcon, ShieldCheck, Wallet } from 'lucide-react'
import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { PageHeading, Section, SectionHeading } from '#app/components/ui/section.tsx'
import aboutNarrow from '#app/features/company/pictures/about-900.webp'
import aboutWide from '#app/features/company/pictures/about-1600.webp'
import interior from '#app/features/company/pictures/interior-900.webp'
import { useCompany } from '#app/platform/company/company.tsx'
import { Lines } from '#app/platform/company/contact-lines.tsx'

const FIGURES = [
  { value: '20+', label: 'Years in the trade' },
  { value: '5000+', label: 'Vehicles sold' },
  { value: '4500+', label: 'Happy customers' },
  { value: '100%', label: 'Quality guarantee' },
] as const

const PROMISES: readonly { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: ShieldCheck,
    title: '6 month warranty',
    text: 'Every car leaves with six months of cover at no extra cost, on top of your rights in law.',
  },
  {
    icon: Wallet,
    title: 'Financing',
    text: 'Hire purchase and personal contract purchase with the full cost in writing before you decide.',
  },
  {
    icon: Handshake,
    title: 'Part exchange',
    text: 'We value your car fairly, settle what is owed on it, and buy it even if you buy nothing from us.',
  },
  {
    icon: BadgeCheck,
    title: 'After-sales support',
    text: 'The person who sold you the car answers when you call about it. That does not end at the gate.',
  },
]

export function About() {
  return (
    <>
      <Container>
        <PageHeading
          overline="About us"
          title="A family business that sells cars it would keep"
          intro="We are a small family dealership in Peterborough, founded in 2024 by people who had already spent most of their working lives around good cars."
        />
      </Container>
      <picture>
        <source media="(width >= 48rem)" srcSet={aboutWide} width={1600} height={640} />
        <img
          src={aboutNarrow}
          alt="A dark green coupé on a polished floor, seen from behind"
          width={900}
          height={600}
          fetchPriority="high"
          className="aspect-3/2 w-full bg-[#0e1012] object-cover md:aspect-[2.5] md:max-h-[34rem]"
        />
      </picture>
      <Story />
      <Figures />
      <Promises />
      <Visit />
    </>
  )
}

function Story() {
  const { companyName } = useCompany()
  return (
    <Section aria-label="Our story">
      <div className="grid items-center gap-10 md:grid-cols-12 md:gap-12">
        <div className="grid gap-5 md:col-span-6">
          <h2 className="display text-3xl md:text-4xl">Few cars, well chosen</h2>
          <p className="text-quiet md:text-lg">
            {companyName} keeps a short list on purpose. We drive every car before we buy it, read its history line by
            line, and turn down more than we take. What is left is prepared in our own workshop and described as it is,
            stone chips included.
          </p>
          <p className="text-quiet md:text-lg">
            There is no commission desk and no pressure to sign today. You will deal with one person from the first
            question to the handover, and the price on the screen is the price you pay: no concealed fees.
          </p>
        </div>
        <img
          src={interior}
          alt="The driver's seat and dashboard of a car with a green leather trim"
          width={900}
          height={600}
          loading="lazy"
          className="aspect-3/2 w-full bg-[#0e1012] object-cover md:col-span-6"
        />
      </div>
    </Section>
  )
}

function Figures() {
  return (
    <section aria-label="In figures" className="on-dark bg-page">
      <Container className="py-14 md:py-20">
        <dl className="grid grid-cols-2 gap-y-10 md:grid-cols-4 md:divide-x md:divide-line">
          {FIGURES.map(({ value, label }) => (
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

function Promises() {
  return (
    <Section aria-labelledby="promises">
      <SectionHeading id="promises" overline="With every car" title="What you can count on" />
      <ul className="grid gap-px border border-hairline bg-hairline sm:grid-cols-2 lg:grid-cols-4">
        {PROMISES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="grid content-start gap-3 bg-page p-7">
            <Icon aria-hidden className="mb-3 size-7 text-brass" strokeWidth={1.25} />
            <h3 className="display text-xl">{title}</h3>
            <p className="text-sm text-quiet">{text}</p>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Visit() {
  const company = useCompany()
  return (
    <Section ground="sunken" aria-labelledby="visit">
      <div className="grid gap-10 md:grid-cols-12">
        <div className="grid content-start gap-6 md:col-span-6">
          <h2 id="visit" className="display text-3xl md:text-4xl">
            Come and see us
          </h2>
          <p className="max-w-[46ch] text-quiet md:text-lg">
            The kettle is on and the keys are in the drawer. Tell us which car you like and it will be at the front when
            you arrive.
          </p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/vehicles">View Collection</ButtonLink>
            <ButtonLink to="/contact" variant="hairline">
              Contact Us
            </ButtonLink>
          </div>
        </div>
        <dl className="grid content-start gap-8 text-sm sm:grid-cols-2 md:col-span-5 md:col-start-8">
          <div className="grid content-start gap-2 border-t border-line pt-4">
            <dt className="overline-text">Address</dt>
            <dd>
              <Lines text={company.companyAddress} />
            </dd>
          </div>
          <div className="grid content-start gap-2 border-t border-line pt-4">
            <dt className="overline-text">Opening hours</dt>
            <dd>
              <Lines text={company.openingHours} />
            </dd>
          </div>
        </dl>
      </div>
    </Section>
  )
}
