import type { CompanySettings } from '#app/platform/company/company-settings.ts'

export interface FaqItem {
  question: string
  answer: string
}

export const faqItems = ({ companyAddress, openingHours }: CompanySettings): FaqItem[] => [
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
    answer: `We are open ${openingHours.replaceAll('-', ' to ')}, at ${companyAddress}. Outside those hours write to us and we will reply when we are back, or visit by appointment.`,
  },
]
