import { arrangesFinance } from '#supabase/functions/_shared/legal.ts'
import type { LegalCompany, LegalSection } from './legal-page.tsx'

/** Who receives personal data: the processors that the dealer has listed, and the built-in services in use. */
export const sharingSection = (company: LegalCompany): LegalSection => ({
  id: 'sharing',
  title: 'Who we share your data with',
  body: (
    <>
      <p>
        We share your data only with organisations that need it to provide their services, under contracts that require
        them to protect it:
      </p>
      <ul>
        {company.processors.length === 0 && <li>the companies that host this website and deliver our email;</li>}
        {company.processors.map(({ name, purpose }) => (
          <li key={name}>
            <strong>{name}:</strong> {`${purpose};`}
          </li>
        ))}
        <li>
          {arrangesFinance(company) ? 'a finance company, warranty provider' : 'a warranty provider'} or delivery
          driver, when you ask us to arrange their services;
        </li>
        <li>the DVLA, HMRC and other authorities, where the law requires it.</li>
      </ul>
      <p>
        If you allow third-party content, Google may receive your IP address when a map
        {company.recaptchaSiteKey && ' or its security check, reCAPTCHA,'} is shown. The spam check built into our forms
        runs only on our server and your device. Where a recipient is outside the United Kingdom, we rely on UK adequacy
        regulations or the International Data Transfer Agreement.
      </p>
    </>
  ),
})
