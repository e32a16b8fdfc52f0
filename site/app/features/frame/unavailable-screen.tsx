import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { Button, buttonClass } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { Emblem } from '#app/platform/company/emblem.tsx'
import { ErrorReference } from './error-reference.tsx'

/** Rendered without header and footer, which need the dealer's settings. */
export function UnavailableScreen() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 405) {
    return (
      <BareScreen overline="Error" title="That didn’t work" words="This page doesn’t accept form submissions.">
        <a href="/" className={buttonClass()}>
          Return to home
        </a>
      </BareScreen>
    )
  }
  return (
    <BareScreen
      overline="Service unavailable"
      title="Back in a moment"
      words="Something went wrong on our side. Please try again in a minute."
    >
      <div className="grid justify-items-start gap-6">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <ErrorReference />
      </div>
    </BareScreen>
  )
}

interface BareScreenProps {
  overline: string
  title: string
  words: string
  children: ReactNode
}

function BareScreen({ overline, title, words, children }: BareScreenProps) {
  return (
    <main className="grid min-h-dvh content-center">
      <Container className="grid justify-items-start gap-5 py-24">
        <title>{title}</title>
        <Emblem className="mb-3 size-14" />
        <p className="overline-text">{overline}</p>
        <h1 className="display text-3xl md:text-5xl">{title}</h1>
        <p className="max-w-[52ch] text-quiet md:text-lg">{words}</p>
        <div className="mt-3">{children}</div>
      </Container>
    </main>
  )
}
