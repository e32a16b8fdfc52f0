import { firstEmailAt } from '#supabase/functions/_shared/email-places.ts'

export interface PrintedDealer {
  companyName: string
  companyAddress: string
  companyEmail: string
  companyPhone: string
  emailHiddenOn: string
  openingHours: string
}

/** The header and footer are not printed, so the printed page has the dealer's name and opening hours. */
export function PrintedHead({ dealer }: { dealer: PrintedDealer }) {
  const reach = [dealer.companyPhone, firstEmailAt('print', dealer)].filter(Boolean).join(' | ')
  const lines = [dealer.companyAddress, dealer.openingHours, reach].filter(Boolean)
  return (
    <div className="mb-6 hidden items-end justify-between gap-8 border-b pb-4 print:flex">
      <p className="display text-3xl">{dealer.companyName}</p>
      <div className="tabular text-right text-sm">
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  )
}
