import { lazy, Suspense } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { Button, buttonClass } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { ErrorReference } from './error-reference.tsx'

const NotFoundScreen = lazy(async () => ({ default: (await import('./not-found-screen.tsx')).NotFoundScreen }))

/** For a route's ErrorBoundary. */
export function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <Suspense>
        <NotFoundScreen />
      </Suspense>
    )
  return (
    <Container className="grid min-h-[60vh] content-center justify-items-start gap-5 py-24">
      <title>Something went wrong</title>
      <p className="overline-text">Error</p>
      <h1 className="display text-3xl md:text-4xl">Something went wrong</h1>
      <p className="max-w-[52ch] text-quiet md:text-lg">
        We couldn’t show this page because of a problem on our side. Please try again in a moment. If it keeps
        happening, please get in touch using the details on our contact page.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <a href="/" className={buttonClass({ variant: 'hairline' })}>
          Return to home
        </a>
      </div>
      <ErrorReference />
    </Container>
  )
}
