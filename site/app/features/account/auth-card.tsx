import type { ReactNode } from 'react'
import { Container } from '#app/components/ui/container.tsx'
import { BrandLogo, useBrandLogo } from '#app/platform/company/brand-logo.tsx'
import { Emblem } from '#app/platform/company/emblem.tsx'
import { PrivacyNote } from '#app/platform/company/privacy-note.tsx'

interface AuthCardProps {
  title: ReactNode
  intro: ReactNode
  children: ReactNode
}

/** The centred card used by every sign-in screen. */
export function AuthCard({ title, intro, children }: AuthCardProps) {
  const logo = useBrandLogo()
  return (
    <Container className="py-10 md:py-20 short:py-5">
      <div className="mx-auto max-w-[29rem] border border-hairline bg-raised px-5 py-9 sm:px-10 sm:py-11 short:py-6">
        <div className="mb-8 grid short:mb-5 justify-items-center gap-3 text-center">
          {logo ? <BrandLogo logo={logo} className="h-12 short:hidden" /> : <Emblem className="size-12 short:hidden" />}
          <h1 className="display text-3xl">{title}</h1>
          <p className="text-sm text-quiet">{intro}</p>
        </div>
        {children}
        <PrivacyNote className="mt-6 text-center text-quiet text-xs" />
      </div>
    </Container>
  )
}
