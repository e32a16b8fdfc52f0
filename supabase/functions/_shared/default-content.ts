// A new site's texts, and the placeholders in them, which fillPlaceholders replaces with the dealer's details.

export const PLACEHOLDERS = ['{name}', '{town}', '{address}', '{hours}', '{phone}', '{email}', '{founded}'] as const
export const PLACEHOLDERS_HINT = `${PLACEHOLDERS.slice(0, -1).join(', ')} and ${PLACEHOLDERS.at(-1)} are replaced with your details.`
export const MARKDOWN_HINT =
  'You can use Markdown: **bold**, *italics*, # heading, - list, [link](https://…) or [link](/vehicles). An empty line starts a new paragraph.'

/** The FAQ and the Terms say the same about deposits. */
export const DEPOSIT =
  'It counts towards the price, and we refund it in full if you change your mind before a contract is made.'

export const DEFAULT_FAQ = [
  {
    question: 'What types of vehicles do you sell?',
    answer:
      'Used cars that we would be glad to own: executive saloons, coupés and convertibles, estates, SUVs and a growing number of electric cars, most of them under ten years old with a full service history. Every one is inspected, prepared and photographed by us, and the listing says what we found.',
  },
  {
    question: 'Do you offer financing?',
    answer:
      'Yes. Hire purchase and personal contract purchase are available, subject to status. We show you the deposit, the monthly payment, the total amount payable and the APR in writing before you decide anything, and an early quotation does not affect your credit score.',
  },
  {
    question: 'How do I book a test drive?',
    answer:
      'Open the car you like and choose Test Drive, then a day and a time. We email you the details and have the car ready. Please bring your full driving licence. Our insurance covers the test drive, and our [terms](/terms-of-service) say who may drive.',
  },
  {
    question: 'Do you accept trade-ins?',
    answer:
      'Part exchange is welcome. Send us the registration and mileage with your enquiry, and we will reply by email. Answer with a few honest pictures and we will value your car, settle what is still owed on it, and take the rest off the price. We also buy cars outright, whether or not you buy one from us.',
  },
  {
    question: 'What warranty do your vehicles come with?',
    answer:
      'Every car comes with a free 6 month warranty covering mechanical and electrical faults, and you can extend it. The warranty is in addition to your rights under the Consumer Rights Act 2015 and never instead of them.',
  },
  {
    question: 'Can I reserve a vehicle?',
    answer: `Yes. A deposit takes a car off sale and holds it for you while you arrange a visit or delivery. ${DEPOSIT} Send us an enquiry and we will reply with the details.`,
  },
  {
    question: 'What are your opening hours?',
    answer:
      'We are open {hours}, at {address}. Outside those hours write to us and we will reply when we are back, or visit by appointment.',
  },
] as const

export const DEFAULT_ABOUT = {
  heading: 'A family business that sells cars it would keep',
  intro:
    'We are a small family dealership in {town}, founded in {founded} by people who had already spent most of their working lives around good cars.',
  storyHeading: 'Few cars, well chosen',
  promisesOverline: 'With every car',
  promisesHeading: 'What you can count on',
  visitHeading: 'Come and see us',
  visitText:
    'The kettle’s on and the keys are in the drawer. Tell us which car you like, and we’ll have it out at the front when you arrive.',
  story: `{name} keeps a short list on purpose. We drive every car before we buy it, read its history line by line, and turn down more than we take. What is left is prepared in our own workshop and described as it is, stone chips included.

There is no commission desk and no pressure to sign today. You will deal with one person from the first question to the handover, and the price on the screen is the price you pay: no concealed fees.`,
} as const

export const FIGURES = [
  { value: '20+', label: 'Years in the trade' },
  { value: '5000+', label: 'Vehicles sold' },
  { value: '4500+', label: 'Happy customers' },
  { value: '100%', label: 'Quality guarantee' },
] as const

export const PROMISES = [
  {
    icon: 'shield',
    title: '6 month warranty',
    text: 'Every car leaves with six months of cover at no extra cost, on top of your rights in law.',
  },
  {
    icon: 'wallet',
    title: 'Financing',
    text: 'Hire purchase and personal contract purchase with the full cost in writing before you decide.',
  },
  {
    icon: 'handshake',
    title: 'Part exchange',
    text: 'We value your car fairly, settle what is owed on it, and buy it even if you buy nothing from us.',
  },
  {
    icon: 'badge',
    title: 'After-sales support',
    text: 'The person who sold you the car answers when you call about it. That does not end at the gate.',
  },
] as const

export const DEFAULT_HOME = {
  title: 'Used and luxury cars in {town}',
  featuredOverline: 'Our selection',
  noVehicles: 'New arrivals are on their way. Please check back soon.',
  strengthsOverline: 'Why buy from us',
  instagramOverline: 'From the showroom',
  description:
    'A small family dealership in {town}: hand-picked used and luxury cars with a free 6 month warranty, part exchange, plain pricing and UK mainland delivery.',
  strengthsHeading: 'A dealer you can hold to their word',
} as const

export const STRENGTHS = [
  {
    icon: 'gem',
    title: 'Curated Selection',
    text: 'We choose each car for its history and condition, and turn away more than we keep. Selling yours? We value and buy customers’ cars, too.',
  },
  {
    icon: 'shield',
    title: 'Premium Guarantee',
    text: 'Every car leaves us with a free 6 month warranty. If something is not right, you call the people you bought it from.',
  },
  {
    icon: 'receipt',
    title: 'Transparent Process',
    text: 'Straightforward pricing, no concealed fees: the price you see is the price you pay. Part exchange is welcome, at a figure we explain.',
  },
  {
    icon: 'truck',
    title: 'Bespoke Service',
    text: 'Viewings at a time that suits you, and delivery across the UK mainland. One person looks after you from first call to handover.',
  },
] as const

/** The icons that the dealer can choose for a claim. */
export const CLAIM_ICONS = {
  shield: 'Shield',
  badge: 'Badge',
  gem: 'Gem',
  handshake: 'Handshake',
  heart: 'Heart',
  receipt: 'Receipt',
  star: 'Star',
  truck: 'Truck',
  wallet: 'Wallet',
  wrench: 'Spanner',
} as const

const HERO_SLIDE = {
  heading: 'Fine cars, honestly presented',
  text: 'A small family dealership. Every car is prepared with care, priced plainly and comes with a free 6 month warranty.',
  picture: '',
}

export const DEFAULT_HERO = {
  overline: 'Used and luxury cars in {town}',
  slides: [HERO_SLIDE, HERO_SLIDE, HERO_SLIDE],
}
