import type { CompanySettings } from '#app/platform/company/company-settings.ts'
import { arrangesFinance } from '#supabase/functions/_shared/legal.ts'
import type { LegalSection, LegalWords } from './legal-page.tsx'

/** Who gets personal data: whom the dealer named, and of the services that are built in those that are in use. */
export const sharingSection = (company: CompanySettings, { processors }: LegalWords): LegalSection => ({
  id: 'sharing',
  title: 'Who we share it with',
  body: (
    <>
      <p>Only those who need it to do their part, under contracts that bind them to protect it:</p>
      <ul>
        {processors.length === 0 && <li>the companies that host this website and deliver our e-mail;</li>}
        {processors.map(({ name, purpose }) => (
          <li key={name}>
            <strong>{name}:</strong> {`${purpose};`}
          </li>
        ))}
        <li>
          {arrangesFinance(company) ? 'a finance company, warranty provider' : 'a warranty provider'} or delivery
          driver, when you ask us to arrange their service;
        </li>
        <li>the DVLA, HMRC and other authorities, where the law requires it.</li>
      </ul>
      <p>
        If you allow third-party content, Google may receive your network address when a map
        {company.recaptchaSiteKey && ' or its security check, reCAPTCHA,'} is shown. Our own check of forms against
        robots runs on our server and your device alone. Where a recipient is outside the United Kingdom, we rely on UK
        adequacy regulations or the International Data Transfer Agreement.
      </p>
    </>
  ),
})
