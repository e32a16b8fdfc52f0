import { TextLink } from '#app/components/ui/link.tsx'
import { isOutside } from '#app/lib/safe-href.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { fillPlaceholders } from '#supabase/functions/_shared/page-content.ts'

/** The dealer's announcement, for example of a bank holiday or an open day. The server omits it after its last day. */
export function DealerBanner() {
  const company = useCompany()
  if (!company.bannerText) return null
  const text = fillPlaceholders(company.bannerText, company)
  return (
    <section
      aria-label="Notice"
      className="relative z-40 border-b border-hairline bg-raised px-5 py-2.5 text-center text-sm text-balance"
    >
      <BannerWords text={text} href={company.bannerLink} />
    </section>
  )
}

function BannerWords({ text, href }: { text: string; href: string }) {
  if (!href) return <p>{text}</p>
  const to = href.startsWith('/') ? { to: href } : { href, rel: isOutside(href) ? 'noreferrer nofollow' : undefined }
  return (
    <TextLink {...to} arrow className="min-h-6">
      {text}
    </TextLink>
  )
}
