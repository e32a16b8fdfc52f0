import { PathLink } from '#app/components/ui/link.tsx'
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
        <p>We collect only what you give us, plus the little that’s needed to run a website.</p>
        <ul>
          <li>
            <strong>Enquiries and contact messages:</strong> your name, email address, telephone number, message and the
            vehicle it’s about.
          </li>
          <li>
            <strong>Test drives:</strong> the same details, plus the day and time you choose. When you arrive, we check
            your driving licence. We note that we’ve seen it, but we don’t keep a copy.
          </li>
          <li>
            <strong>An account, if you create one:</strong> your name, email address, optional telephone number and
            password, which we store only as a one-way hash.
          </li>
          <li>
            <strong>A purchase or a part exchange:</strong> the information we need for the contract, for the V5C and
            for the records the law requires, such as proof of identity, address and payment.
          </li>
          <li>
            <strong>Technical records:</strong> the IP address and time of each request, which we keep to protect the
            site.
          </li>
        </ul>
        <p>Vehicles you save stay in your own browser. We never see the list.</p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'Why we use your data, and our lawful basis',
    body: (
      <>
        <p>The UK GDPR requires us to have a lawful basis for each way we use your data.</p>
        <ul>
          <li>
            <strong>To reply to you, arrange a test drive, or sell or buy a car:</strong> steps you ask us to take
            before a contract, and the contract itself (Article 6(1)(b)).
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
        <p>We don’t make decisions about you by automated means alone, and we don’t sell personal data.</p>
      </>
    ),
  },
  {
    id: 'retention',
    title: 'How long we keep your data',
    body: (
      <ul>
        <li>Enquiries, test drives and messages: up to 24 months after our last contact.</li>
        <li>Accounts: until you delete your account, ask us to delete it or leave it unused for 24 months.</li>
        <li>
          Sales and part-exchange records: six years after the end of the tax year they relate to, as the law requires.
        </li>
        <li>Technical records: up to 30 days.</li>
      </ul>
    ),
  },
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>Under the UK GDPR and the Data Protection Act 2018, you have the right to:</p>
        <ul>
          <li>know what we hold about you and get a copy;</li>
          <li>have mistakes corrected, and have any data we no longer need deleted;</li>
          <li>restrict or object to any use based on our legitimate interests, and stop marketing at any time;</li>
          <li>receive your data in a machine-readable format;</li>
          <li>withdraw your consent, although this won’t affect anything we’ve already done.</li>
        </ul>
        <p>
          Contact us using the details below. We’ll reply within one month, free of charge. If we can’t put things
          right, you can complain to the Information Commissioner’s Office at{' '}
          <a href="https://ico.org.uk/make-a-complaint/">ico.org.uk</a> or on 0303 123 1113.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect your data',
    body: (
      <p>
        The site is served over an encrypted connection. Access to customer records is limited to the staff who need
        them, and the database itself enforces that limit. If a breach is likely to put your rights at risk, we’ll tell
        the Information Commissioner’s Office within 72 hours, and you without delay.
      </p>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    body: (
      <p>
        Our <PathLink to="/cookie-policy">cookie policy</PathLink> explains what we store in your browser and how to
        change your choice.
      </p>
    ),
  },
  {
    id: 'children',
    title: 'Children',
    body: (
      <p>
        This site is for adults who want to buy or sell a car. We don’t knowingly collect data about anyone under 18.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: (
      <p>
        We update this page before we change how we use personal data. If the change affects you and we have your email
        address, we’ll tell you by email.
      </p>
    ),
  },
]

const SHARING_AFTER = 2

export function PrivacyPolicy(words: LegalWords) {
  const company = { ...useCompany(), ...words }
  const sections = SECTIONS.toSpliced(SHARING_AFTER, 0, sharingSection(company))
  return (
    <LegalPage
      title="Privacy Policy"
      intro={`${legalNameOf(company)} is the controller of the personal data described here. This page explains what we hold, why and for how long, and what your rights are.`}
      sections={sections}
      company={company}
    />
  )
}
