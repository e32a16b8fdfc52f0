// The words that a new site starts with, and what may stand in them for the dealer's facts.

/** What may be written in a text of the pages, and shows as the dealer's fact. */
const STAND_INS = ['{name}', '{town}', '{address}', '{hours}', '{phone}', '{email}'] as const
export const STAND_INS_HINT = `${STAND_INS.slice(0, -1).join(', ')} and ${STAND_INS.at(-1)} stand for what the settings of the company say.`

interface Facts {
  companyName: string
  companyEmail: string
  companyPhone: string
  companyAddress: string
  openingHours: string
}

const POSTCODE = /\b([A-Z]{1,2}\d[A-Z\d]?\s*\d[A-Z]{2})\b/i

export interface AddressParts {
  street: string
  town?: string
  postcode?: string
}

/** 'Street, Town, Postcode'; what cannot be told apart stays in the street. */
export function addressParts(address: string): AddressParts {
  const postcode = POSTCODE.exec(address)?.[1]
  const lines = address
    .replace(postcode ?? '', '')
    .split(',')
    .map((line) => line.trim())
    .filter(Boolean)
  const town = lines.length > 1 ? lines.at(-1) : undefined
  return { street: (town ? lines.slice(0, -1) : lines).join(', '), town, postcode }
}

/** The text with the dealer's facts in their places. Where a fact is not known, its place stays empty. */
export function withFacts(text: string, company: Facts): string {
  const facts: Record<(typeof STAND_INS)[number], string> = {
    '{name}': company.companyName,
    '{town}': addressParts(company.companyAddress).town ?? '',
    '{address}': company.companyAddress,
    '{hours}': company.openingHours.replaceAll('-', ' to '),
    '{phone}': company.companyPhone,
    '{email}': company.companyEmail,
  }
  return text.replaceAll(/\{[a-z]+\}/g, (word) => facts[word as keyof typeof facts] ?? word)
}

export const FAQ_WORDS = [
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
      'Open the car you like and choose Test Drive, then a day and an hour. We confirm by e-mail and have the car ready. Please bring your full driving licence; insurance during the drive is on us.',
  },
  {
    question: 'Do you accept trade-ins?',
    answer:
      'Part exchange is welcome. Send us the registration, mileage and a few honest pictures with your enquiry and we will value your car, settle any finance that is left on it, and take the rest off the price. We also buy cars outright, whether or not you buy one from us.',
  },
  {
    question: 'What warranty do your vehicles come with?',
    answer:
      'Every car comes with a free 6 month warranty covering mechanical and electrical faults, and you can extend it. The warranty is in addition to your rights under the Consumer Rights Act 2015 and never instead of them.',
  },
  {
    question: 'Can I reserve a vehicle?',
    answer:
      'Yes. A deposit takes a car off sale and holds it for you while you arrange a visit, finance or delivery. If you have not yet seen the car and change your mind, you get the deposit back. Send us an enquiry and we will reply with the details.',
  },
  {
    question: 'What are your opening hours?',
    answer:
      'We are open {hours}, at {address}. Outside those hours write to us and we will reply when we are back, or visit by appointment.',
  },
] as const
