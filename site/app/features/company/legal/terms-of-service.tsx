import { useCompany } from '#app/platform/company/company.tsx'
import { legalNameOf } from '#supabase/functions/_shared/legal.ts'
import { LegalPage, type LegalSection, type LegalWords } from './legal-page.tsx'
import { financeSection, lawSection } from './terms-of-the-dealer.tsx'

const SECTIONS: readonly LegalSection[] = [
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
  {
    id: 'vehicles-and-prices',
    title: 'Vehicles and prices',
    body: (
      <>
        <p>
          We describe each vehicle carefully from our own inspection and its records. The manufacturer’s figures, such
          as fuel economy, range and performance, are the official figures for the model when new. The figures you
          achieve will depend on how and where you drive.
        </p>
        <p>
          Prices are in pounds sterling and are the total price of the vehicle, including VAT where it applies. We don’t
          add administration or preparation fees. We’ll tell you the price of delivery and any other services before you
          agree to them. A listing is an invitation to make an offer, not an offer. A contract is made when we’ve both
          signed the order form or when we confirm your order in writing. If a price is clearly a mistake, we’ll tell
          you before any contract is made.
        </p>
      </>
    ),
  },
  {
    id: 'enquiries-and-test-drives',
    title: 'Enquiries, reservations and test drives',
    body: (
      <>
        <p>Enquiries and test drive bookings are free and without obligation.</p>
        <ul>
          <li>
            To take a test drive, you must be at least 21 and show us a full driving licence that’s valid in Great
            Britain.
          </li>
          <li>
            Our insurance covers the test drive, but you’re responsible for any fines and for damage you cause on
            purpose.
          </li>
          <li>We may reschedule or decline an appointment if safety or the vehicle’s condition requires it.</li>
          <li>
            A reservation deposit takes the vehicle off sale. It counts towards the price, and we refund it in full if
            you withdraw before a contract is made.
          </li>
        </ul>
      </>
    ),
  },
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
            We’ll refund the price and our standard delivery charge within 14 days of getting the vehicle back. You pay
            the cost of returning it, and we’ll tell you how much that is before you order.
          </li>
          <li>
            Until you return the vehicle, please use it only as you would on a test drive. If you use it more than that,
            we may make a deduction for the loss in value, for example because of extra mileage or damage.
          </li>
        </ul>
        <p>If you reserve a vehicle on this site but see and order it at our premises, that isn’t a distance sale.</p>
      </>
    ),
  },
  {
    id: 'part-exchange',
    title: 'Part exchange and cars we buy',
    body: (
      <p>
        If we value your car from a description, the valuation is provisional until we’ve seen the car. It’s valid for
        seven days if the age, mileage, condition, ownership and outstanding finance are as you described. You confirm
        that the car is yours to sell. We settle any outstanding finance out of the price.
      </p>
    ),
  },
  {
    id: 'delivery',
    title: 'Delivery and collection',
    body: (
      <p>
        We deliver across the UK mainland on a day we agree with you. The vehicle is at our risk until you, or someone
        you’ve named, receives it. You become the owner once you’ve paid us in full.
      </p>
    ),
  },
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
  {
    id: 'complaints',
    title: 'Complaints and disputes',
    body: (
      <p>
        Please tell us first, using the details below. We’ll acknowledge your complaint within two working days and
        reply in full within eight weeks. If we can’t agree, we’ll give you the name of an approved dispute resolution
        body and tell you whether we’ll use it. You can also call Citizens Advice on 0808 223 1133.
      </p>
    ),
  },
]

const FINANCE_BEFORE = 'delivery'

export function TermsOfService(words: LegalWords) {
  const company = { ...useCompany(), ...words }
  const place = SECTIONS.findIndex(({ id }) => id === FINANCE_BEFORE)
  return (
    <LegalPage
      title="Terms of Service"
      intro={`These terms apply to this website and to your dealings with ${legalNameOf(company)} through it. When you buy a vehicle, the order form is the contract, and our promises here apply to it too.`}
      sections={[...SECTIONS.toSpliced(place, 0, financeSection(company)), lawSection(company)]}
      company={company}
    />
  )
}
