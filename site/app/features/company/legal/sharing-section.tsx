import { RichText } from '#app/components/ui/rich-text.tsx'
import { trackersOf } from '#supabase/functions/_shared/trackers.ts'
import type { LegalCompany, LegalSection } from './legal-page.tsx'

/** Who receives personal data: the processors that the dealer has listed, and the built-in services in use. */
export function sharingSection(company: LegalCompany): LegalSection {
  const { google, meta } = trackersOf(company)
  return {
    id: 'sharing',
    title: 'Who we share your data with',
    body: (
      <>
        <p>We share your data only with organisations that need it to provide their services:</p>
        <ul>
          {company.processors.length === 0 && <li>the companies that host this website and deliver our email;</li>}
          {company.processors.map(({ name, purpose }) => (
            <li key={name}>
              <strong>{name}:</strong> {`${purpose};`}
            </li>
          ))}
          <li>
            {company.offersFinance ? 'a finance company, warranty provider' : 'a warranty provider'} or delivery driver,
            when you ask us to arrange their services;
          </li>
          <li>the DVLA, HMRC and other authorities, where the law requires it.</li>
        </ul>
        <p>
          If you allow third-party content, Google may receive your IP address when a map
          {company.recaptchaSiteKey && ' or its security check, reCAPTCHA,'} is shown, and YouTube, Vimeo or Kuula when
          you play a vehicle’s video or 360-degree view. The spam check built into our forms runs only on our server and
          your device.
        </p>
        {google && (
          <p>If you choose Accept All, Google receives your IP address and the pages you open, for Google Analytics.</p>
        )}
        {meta && (
          <p>
            If you choose Accept All, Meta receives your IP address and the pages you open, to measure our advertising.
            We and Meta are joint controllers of that.
          </p>
        )}
        <RichText blocks={company.privacySharing} />
      </>
    ),
  }
}
