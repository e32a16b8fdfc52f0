// The terms that depend on where the dealer is registered and on its FCA status.
import { PathLink } from '#app/components/ui/link.tsx'
import { fcaLine, REGISTERED_IN } from '#supabase/functions/_shared/legal.ts'
import type { LegalCompany, LegalSection } from './legal-page.tsx'

const SUBJECT_TO_STATUS = 'Finance is subject to status and available to UK residents aged 18 or over.'

const NO_CREDIT =
  'We don’t lend money or arrange credit. If you take out your own loan, that agreement is between you and your lender.'

function financeWords({ fcaStatus }: LegalCompany): string {
  if (fcaStatus === 'lender')
    return `${SUBJECT_TO_STATUS} The agreement is between you and us, and we’ll give you the full cost in writing before you sign.`
  return `${SUBJECT_TO_STATUS} It’s provided by a lender that’s authorised and regulated by the Financial Conduct Authority, under an agreement between you and that lender. Before you apply, we’ll tell you in writing which lenders we work with and whether we receive a commission.`
}

export function financeSection(company: LegalCompany): LegalSection {
  if (!company.offersFinance) return { id: 'credit', title: 'Credit', body: <p>{NO_CREDIT}</p> }
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

export function lawSection({ registeredIn }: LegalCompany): LegalSection {
  const known = Object.hasOwn(REGISTERED_IN, registeredIn) ? (registeredIn as keyof typeof REGISTERED_IN) : null
  const home = REGISTERED_IN[known ?? 'england-and-wales']
  const others = Object.values(REGISTERED_IN).filter((place) => place !== home)
  return {
    id: 'law',
    title: 'Law, content and privacy',
    body: (
      <>
        <p>
          These terms are governed by the law of {home}. If you live in {others.join(' or ')}, you may also bring
          proceedings there, and you keep the protection of any mandatory law that applies there.
        </p>
        <p>
          The text and pictures on this site are ours or used with permission. Please ask before you use them elsewhere.
          Our <PathLink to="/privacy-policy">privacy policy</PathLink> explains how we use your data.
        </p>
      </>
    ),
  }
}
