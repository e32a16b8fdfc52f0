import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { WithoutScript } from '#app/platform/company/without-script.tsx'

/** Nobody is sent away while it is not known who they are. */
export function SessionPending({ isUnreachable }: { isUnreachable: boolean }) {
  return (
    <Container className="grid min-h-[60vh] place-content-center justify-items-center gap-6">
      {isUnreachable ? (
        <>
          <Alert tone="warning" title="We can’t reach the service at the moment">
            You are still signed in. Please try again in a minute.
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
