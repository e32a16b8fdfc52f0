// What the legal pages of a new site promise on the dealer's behalf. The back office marks each text 'Check this' until
// an admin has published it.

import { DEPOSIT } from './default-content.ts'

export const DEFAULT_TERMS = {
  vehicles: `We describe each vehicle carefully from our own inspection and its records. The manufacturer’s figures, such as fuel economy, range and performance, are the official figures for the model when new. The figures you achieve will depend on how and where you drive.

Prices are in pounds sterling and are the total price of the vehicle, including VAT where it applies. We don’t add administration or preparation fees. We’ll tell you the price of delivery and any other services before you agree to them. A listing is an invitation to make an offer, not an offer. A contract is made when we’ve both signed the order form or when we confirm your order in writing. If a price is clearly a mistake, we’ll tell you before any contract is made.`,
  testDrives: `- To take a test drive, you must be at least 21 and show us a full driving licence that’s valid in Great Britain.
- Our insurance covers the test drive, but you’re responsible for any fines and for damage you cause on purpose.
- We may reschedule or decline an appointment if safety or the vehicle’s condition requires it.`,
  reservations: `A deposit takes the vehicle off sale and holds it for you. ${DEPOSIT}`,
  returns:
    'We’ll refund the price and our standard delivery charge within 14 days of getting the vehicle back. You pay the cost of returning it, and we’ll tell you how much that is before you order.',
  partExchange:
    'If we value your car from a description, the valuation is provisional until we’ve seen the car. It’s valid for seven days if the age, mileage, condition and ownership are as you described, and so is what’s still owed on the car. You confirm that the car is yours to sell. We settle what’s owed out of the price.',
  delivery:
    'We deliver across the UK mainland on a day we agree with you. The vehicle is at our risk until you, or someone you’ve named, receives it. You become the owner once you’ve paid us in full.',
  complaints:
    'Please tell us first, using the details below. We’ll acknowledge your complaint within two working days and reply in full within eight weeks. If we can’t agree, we’ll give you the name of an approved dispute resolution body and tell you whether we’ll use it. You can also call Citizens Advice on 0808 223 1133.',
} as const

export const DEFAULT_PRIVACY = {
  collected: `- **When you arrive for a test drive,** we check your driving licence. We note that we’ve seen it, but we don’t keep a copy.
- **When you buy or part-exchange a car,** we collect the information we need for the contract, for the V5C and for the records the law requires, such as proof of identity, address and payment.`,
  use: 'We don’t make decisions about you by automated means alone, and we don’t sell personal data. We use your details for marketing only with your consent, which you can withdraw at any time.',
  sharing:
    'Our contracts with these organisations require them to protect your data. Where one of them is outside the United Kingdom, we rely on UK adequacy regulations or the International Data Transfer Agreement.',
  retention: `- **Enquiries, test drives and messages:** for as long as we need them to deal with your request and any questions that follow.
- **Accounts:** until you delete your account or ask us to delete it.
- **Sales and part-exchange records:** six years after the end of the tax year they relate to, as the law requires.`,
} as const
