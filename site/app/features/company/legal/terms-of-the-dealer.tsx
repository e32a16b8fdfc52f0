// The terms that depend on where the dealer is registered and what it may do.
import { Link } from 'react-router'
import type { CompanySettings } from '#app/platform/company/company-settings.ts'
import { fcaLine, REGISTERED_IN } from '#supabase/functions/_shared/legal.ts'
import type { LegalSection } from './legal-page.tsx'

const SUBJECT_TO_STATUS = 'Finance is subject to status and available to UK residents aged 18 or over.'

function financeWords({ fcaStatus }: CompanySettings): string {
  if (fcaStatus === 'none')
    return 'We neither lend money nor arrange credit. If you pay with a loan of your own, that agreement is between you and your lender.'
  if (fcaStatus === 'lender')
    return `${SUBJECT_TO_STATUS} The agreement is between you and us; you get its whole cost in writing before you sign.`
  return `${SUBJECT_TO_STATUS} It is provided by a lender that is authorised and regulated by the Financial Conduct Authority, under an agreement between you and that lender. We tell you in writing which lenders we work with and whether we receive a commission, before you apply.`
}

export function financeSection(company: CompanySettings): LegalSection {
  const status = fcaLine(company)
  return {
    id: 'finance',
    title: 'Finance',
    body: (
      <>
        {status && <p>{status}</p>}
        <p>{financeWords(company)}</p>
      </>
    ),
  }
}

export function lawSection({ registeredIn }: CompanySettings): LegalSection {
  const known = Object.hasOwn(REGISTERED_IN, registeredIn) ? (registeredIn as keyof typeof REGISTERED_IN) : null
  const home = REGISTERED_IN[known ?? 'england-and-wales']
  const others = Object.values(REGISTERED_IN).filter((place) => place !== home)
  return {
    id: 'law',
    title: 'Law, content and privacy',
    body: (
      <>
        <p>
          These terms are governed by the law of {home}. If you live in {others.join(' or ')} you may also bring
          proceedings there, and keep the protection of its mandatory law.
        </p>
        <p>
          The text and pictures on this site are ours or used with permission; please ask before using them elsewhere.
          How we treat your data is in our <Link to="/privacy-policy">privacy policy</Link>.
        </p>
      </>
    ),
  }
}
