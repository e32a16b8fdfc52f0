import { PathLink } from '#app/components/ui/link.tsx'
import { RichText } from '#app/components/ui/rich-text.tsx'
import { useCompany } from '#app/platform/company/company.tsx'
import { legalNameOf } from '#supabase/functions/_shared/legal.ts'
import {
  FAILED_EMAIL_RETENTION_DAYS,
  SENT_EMAIL_RETENTION_DAYS,
  SESSION_RETENTION_DAYS,
} from '#supabase/functions/_shared/limits.ts'
import { type LegalCompany, LegalPage, type LegalSection, type LegalWords } from './legal-page.tsx'
import { sharingSection } from './sharing-section.tsx'

const sectionsOf = (company: LegalCompany): LegalSection[] => [
  {
    id: 'what-we-collect',
    title: 'What we collect',
    body: (
      <>
        <p>On this website, we collect what you give us, plus the little that’s needed to run it.</p>
        <ul>
          <li>
            <strong>Enquiries and contact messages:</strong> your name, email address, telephone number, message and the
            vehicle it’s about.
          </li>
          <li>
            <strong>Test drives:</strong> the same details, plus the day and time you choose.
          </li>
          <li>
            <strong>An account, if you create one:</strong> your name, email address, optional telephone number and
            password, which we store only as a one-way hash.
          </li>
          <li>
            <strong>Sign-ins:</strong> the IP address and the type of browser or app that you sign in with.
          </li>
          <li>
            <strong>Alerts:</strong> your email address and what you’ve asked us to tell you about.
          </li>
          <li>
            <strong>Security:</strong> our server counts requests by IP address for up to a day to stop abuse. Its log
            of requests doesn’t contain IP addresses.
          </li>
          {company.countWanted && (
            <li>
              <strong>Statistics:</strong> how often visitors search for something we don’t have, and which cars they
              compare, by week. The counts don’t identify anyone. To count each visitor once, our server remembers a
              scrambled form of the IP address for up to a week, but doesn’t store it.
            </li>
          )}
        </ul>
        <p>The list of vehicles you save stays in your own browser and, if you sign in, in your account.</p>
        <RichText blocks={company.privacyCollected} />
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
        <RichText blocks={company.privacyUse} />
      </>
    ),
  },
  sharingSection(company),
  {
    id: 'retention',
    title: 'How long we keep your data',
    body: (
      <>
        <RichText blocks={company.privacyRetention} />
        <p>This website deletes some data by itself:</p>
        <ul>
          <li>Sign-ins: when you log out, or {SESSION_RETENTION_DAYS} days after you last used them.</li>
          <li>
            Alerts: when you unsubscribe, after a year, or after a week if you don’t confirm them. Your address is
            deleted with them.
          </li>
          <li>
            Copies of emails it has sent: after {SENT_EMAIL_RETENTION_DAYS} days; emails it couldn’t deliver: after{' '}
            {FAILED_EMAIL_RETENTION_DAYS} days.
          </li>
        </ul>
        <p>Deleted data may remain in backups until they’re replaced.</p>
      </>
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
        Only our staff with access to the back office can see customer records, and the database itself enforces that
        limit. If a breach is likely to put your rights at risk, we’ll tell the Information Commissioner’s Office within
        72 hours, and you without delay.
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
    body: <p>This site is for adults who want to buy or sell a car. It isn’t meant for anyone under 18.</p>,
  },
  {
    id: 'changes',
    title: 'Changes to this policy',
    body: <p>We update this page when we change how we use personal data.</p>,
  },
]

export function PrivacyPolicy(words: LegalWords) {
  const company = { ...useCompany(), ...words }
  return (
    <LegalPage
      title="Privacy Policy"
      intro={`${legalNameOf(company)} is the controller of the personal data described here. This page explains what we hold, why and for how long, and what your rights are.`}
      sections={sectionsOf(company)}
      company={company}
    />
  )
}
