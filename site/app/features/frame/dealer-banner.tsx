import { TextLink } from '#app/components/ui/link.tsx'
import { isOutside } from '#app/lib/is-outside.ts'
import { useCompany } from '#app/platform/company/company.tsx'

/** The dealer's announcement, for example of a bank holiday or an open day. The server omits it after its last day. */
export function DealerBanner() {
  const { bannerText, bannerLink } = useCompany()
  if (!bannerText) return null
  return (
    <section
      aria-label="Notice"
      className="relative z-40 border-b border-hairline bg-raised px-5 py-2.5 text-center text-sm text-balance"
    >
      <BannerWords text={bannerText} href={bannerLink} />
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
