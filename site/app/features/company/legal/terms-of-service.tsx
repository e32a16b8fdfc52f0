import { RichText } from '#app/components/ui/rich-text.tsx'
import type { Block } from '#app/lib/rich-text.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { legalNameOf } from '#supabase/functions/_shared/legal.ts'
import { type LegalCompany, LegalPage, type LegalSection, type LegalWords } from './legal-page.tsx'
import { financeSection, lawSection } from './terms-of-the-dealer.tsx'

const sectionsOf = (company: LegalCompany): (LegalSection | false)[] => [
  {
    id: 'this-site',
    title: 'Using this site',
    body: (
      <p>
        You may use this site to look at our vehicles and to get in touch with us. Please don’t try to disrupt it,
        collect its content by automated means beyond what search engines do, or send us details that aren’t yours to
        give. If you create an account, keep your password to yourself and tell us if someone else finds it out.
      </p>
    ),
  },
  dealerSection('vehicles-and-prices', 'Vehicles and prices', company.termsVehicles),
  {
    id: 'enquiries-and-test-drives',
    title: 'Enquiries and test drives',
    body: (
      <>
        <p>Enquiries and test drive bookings are free and without obligation.</p>
        <RichText blocks={company.termsTestDrives} />
      </>
    ),
  },
  dealerSection('reservations', 'Reservations', company.termsReservations),
  {
    id: 'your-rights',
    title: 'Your rights when you buy',
    body: (
      <>
        <p>
          Under the Consumer Rights Act 2015, a vehicle must be of satisfactory quality for its age, mileage and price,
          fit for its purpose, and as described. If it isn’t:
        </p>
        <ul>
          <li>Within 30 days of delivery, you may reject it for a full refund.</li>
          <li>
            After that, you may ask for a repair or a replacement. If one attempt doesn’t put the fault right, you may
            ask for a price reduction or reject the vehicle for a refund, from which we may deduct a fair amount for the
            use you’ve had.
          </li>
          <li>
            A fault that appears within six months is taken to have been there at delivery, unless we can show
            otherwise.
          </li>
        </ul>
        <p>Any warranty we give is in addition to these rights. Nothing in these terms limits them.</p>
      </>
    ),
  },
  {
    id: 'distance-sales',
    title: 'Buying at a distance',
    body: (
      <>
        <p>
          If the whole contract is made by email, by telephone or through this site, without a visit to us, the Consumer
          Contracts (Information, Cancellation and Additional Charges) Regulations 2013 give you the right to cancel
          within 14 days after the day the vehicle is delivered, without giving a reason.
        </p>
        <ul>
          <li>To cancel, send us a clear statement within the 14 days, for example by email.</li>
          <li>Return the vehicle, or hand it over for collection, within 14 days of telling us.</li>
          <li>
            Until you return the vehicle, please use it only as you would on a test drive. If you use it more than that,
            we may make a deduction for the loss in value, for example because of extra mileage or damage.
          </li>
        </ul>
        <RichText blocks={company.termsReturns} />
        <p>If you reserve a vehicle at a distance but see and order it at our premises, that isn’t a distance sale.</p>
      </>
    ),
  },
  dealerSection('part-exchange', 'Part exchange and cars we buy', company.termsPartExchange),
  financeSection(company),
  dealerSection('delivery', 'Delivery and collection', company.termsDelivery),
  {
    id: 'liability',
    title: 'Our responsibility',
    body: (
      <p>
        We’re responsible for loss that’s a foreseeable result of our breaking a contract with you or failing to use
        reasonable care. We don’t exclude liability for death or injury caused by negligence, for fraud, or for anything
        else the law doesn’t let us exclude. We aren’t responsible for business losses or for sites that we link to.
      </p>
    ),
  },
  dealerSection('complaints', 'Complaints and disputes', company.termsComplaints),
  lawSection(company),
]

/** A section that the dealer has written, and can leave out. */
const dealerSection = (id: string, title: string, blocks: Block[]): LegalSection | false =>
  blocks.length > 0 && { id, title, body: <RichText blocks={blocks} /> }

export function TermsOfService(words: LegalWords) {
  const company = { ...useCompany(), ...words }
  return (
    <LegalPage
      title="Terms of Service"
      intro={`These terms apply to this website and to your dealings with ${legalNameOf(company)} through it. When you buy a vehicle, the order form is the contract, and our promises here apply to it too.`}
      sections={sectionsOf(company).filter((section) => section !== false)}
      company={company}
    />
  )
}
