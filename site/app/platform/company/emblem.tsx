import { BrandLogo, useBrandLogo } from './brand-logo.tsx'
import { useCompany } from './company.tsx'

/** The default car icon, in colours that suit its background. */
export function Emblem({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 96 96" aria-hidden="true" className={className}>
      <circle cx="48" cy="48" r="46.5" fill="none" stroke="var(--brass)" strokeOpacity="0.6" strokeWidth="1.5" />
      <g fill="var(--brass-text)">
        <path d="M11 54.5C22 49.5 29 48.5 35 47.2 45 38.5 53 35.5 61 35.8c11 .4 19 7.7 25 18.7C77.5 45.6 70 40.2 60.5 40 52 39.8 45 43.4 36.5 50.4 29 51.4 21 52.3 11 54.5Z" />
        <path d="M11 58.6h75l-8 1.8H20ZM31 66h35l-6 1.2H37Z" />
      </g>
    </svg>
  )
}

export function Logo() {
  const { companyName } = useCompany()
  const logo = useBrandLogo()
  if (logo) return <BrandLogo logo={logo} className="h-9 md:max-lg:max-w-32" />
  return (
    <span className="flex min-w-0 items-center gap-3">
      <Emblem className="size-9 shrink-0" />
      <span className="display line-clamp-2 min-w-0 text-[1.25rem] leading-[1.05] text-balance md:max-lg:max-w-32 md:max-lg:text-lg lg:text-xl">
        {companyName}
      </span>
    </span>
  )
}
