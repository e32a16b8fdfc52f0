import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { WithoutScript } from '#app/platform/company/without-script.tsx'

/** Shown until we know whether the visitor is signed in, because redirecting earlier could turn a signed-in user away. */
export function SessionPending({ isUnreachable }: { isUnreachable: boolean }) {
  return (
    // As high as the screen, so that the footer is not seen to move when the page appears.
    <Container className="grid min-h-svh place-content-center justify-items-center gap-6">
      {isUnreachable ? (
        <>
          <Alert tone="warning" title="Something went wrong on our side">
            You’re still signed in. Please try again in a minute.
          </Alert>
          <Button onClick={() => window.location.reload()}>Try again</Button>
        </>
      ) : (
        <>
          <Spinner size="lg" className="needs-script" />
          <WithoutScript what="Your account" />
        </>
      )}
    </Container>
  )
}
