import { useCompany } from '#app/features/company/company.tsx'

/** A roofline in a ring: it stands beside any dealer's name. */
export function Emblem({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 40 40" fill="none" aria-hidden="true" className={className}>
      <circle cx="20" cy="20" r="19" stroke="var(--brass)" />
      <path
        d="M6.5 24.5c2.6-.2 4.6-.9 6.6-2.8 2.7-2.6 5-4.2 9.4-4.2 4.2 0 6.6 1.9 8.6 4.4.9 1.1 1.9 1.6 2.6 2.6"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
      <path d="M11 28h18" stroke="var(--brass)" strokeLinecap="round" />
    </svg>
  )
}

export function Logo() {
  const { companyName } = useCompany()
  return (
    <span className="flex items-center gap-3">
      <Emblem className="size-9 shrink-0" />
      <span className="display text-[1.25rem] leading-none whitespace-nowrap lg:text-xl">{companyName}</span>
    </span>
  )
}
