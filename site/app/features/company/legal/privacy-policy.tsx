import { Link } from 'react-router'
import { useCompany } from '#app/platform/company/company.tsx'
import { legalNameOf } from '#supabase/functions/_shared/legal.ts'
import { LegalPage, type LegalSection, type LegalWords } from './legal-page.tsx'
import { sharingSection } from './sharing-section.tsx'

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'what-we-collect',
    title: 'What we collect',
    body: (
      <>
        <p>We collect only what you give us, and the little that running a website needs.</p>
        <ul>
          <li>
            <strong>Enquiries and contact messages:</strong> your name, e-mail address, telephone number, your message
            and the vehicle it is about.
          </li>
          <li>
            <strong>Test drives:</strong> the same, with the day and time you chose. When you arrive we check your
            driving licence; we note that we saw it, and keep no copy.
          </li>
          <li>
            <strong>An account, if you open one:</strong> your name, e-mail address, optional telephone number and your
            password, which we store only as a one-way hash.
          </li>
          <li>
            <strong>A purchase or a part exchange:</strong> what the contract, the V5C and the law on record keeping
            require, such as proof of identity, address and payment.
          </li>
          <li>
            <strong>Technical records:</strong> the network address and time of requests, kept to keep the site secure.
          </li>
        </ul>
        <p>Vehicles you save stay in your own browser. We never see that list.</p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'Why we use it, and our lawful basis',
    body: (
      <>
        <p>The UK GDPR asks us to name a lawful basis for each use.</p>
        <ul>
          <li>
            <strong>To answer you, arrange a test drive, sell or buy a car:</strong> steps you ask for before a
            contract, and the contract itself (Article 6(1)(b)).
          </li>
          <li>
            <strong>To keep tax, anti-money-laundering and vehicle records:</strong> legal obligation (Article 6(1)(c)).
          </li>
          <li>
            <strong>To keep the site safe from abuse and to improve our service:</strong> our legitimate interests,
            balanced against yours (Article 6(1)(f)).
          </li>
          <li>
            <strong>To load content from third parties, or to send you marketing:</strong> your consent (Article
            6(1)(a)), which you can withdraw at any time.
          </li>
        </ul>
        <p>We make no decision about you by automated means alone, and we do not sell personal data.</p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep it',
    body: (
      <ul>
        <li>Enquiries, test drives and messages: up to 24 months after our last contact.</li>
        <li>Accounts: until you delete yours or ask us to, or after 24 months without use.</li>
        <li>Sales and part-exchange records: six years after the end of the tax year, as the law requires.</li>
        <li>Technical records: up to 30 days.</li>
      </ul>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>Under the UK GDPR and the Data Protection Act 2018 you may ask us to:</p>
        <ul>
          <li>tell you what we hold about you and give you a copy;</li>
          <li>correct what is wrong, or delete what we no longer need;</li>
          <li>restrict or stop a use that rests on our legitimate interests, and stop marketing at any time;</li>
          <li>hand your data over in a form that a computer can read;</li>
          <li>withdraw a consent, without any effect on what was done before.</li>
        </ul>
        <p>
          Write to us at the address below; we answer within one month and charge nothing. If we cannot put things
          right, you may complain to the Information Commissioner’s Office at{' '}
          <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a> or on 0303 123 1113.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    body: (
      <p>
        The site is served over an encrypted connection. Access to customer records is limited to the staff who need
        them and enforced by the database itself. If a breach is likely to put your rights at risk, we tell the
        Information Commissioner’s Office within 72 hours, and you without delay.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <p>
        What we store in your browser, and how to change your choice, is in our{' '}
        <Link to="/cookie-policy">cookie policy</Link>.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: <p>This site is for adults who can buy a car. We do not knowingly collect data about anyone under 18.</p>,
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        When the way we use personal data changes, this page changes first. If the change matters to you, we tell you by
        e-mail where we have your address.
      </p>
    ),
  },
]

const SHARING_AFTER = 2

export function PrivacyPolicy(words: LegalWords) {
  const company = useCompany()
  const sections = SECTIONS.toSpliced(SHARING_AFTER, 0, sharingSection(company, words))
  return (
    <LegalPage
      title="Privacy Policy"
      intro={`${legalNameOf(company)} is the controller of the personal data described here. This page says what we hold, why, for how long, and what you can ask of us.`}
      sections={sections}
      words={words}
    />
  )
}
