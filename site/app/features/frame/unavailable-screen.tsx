import { Button } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'
import { Emblem } from '#app/platform/company/emblem.tsx'

/** Stands alone, without the frame: header and footer speak of the dealer, and nothing is known of them now. */
export function UnavailableScreen() {
  return (
    <main className="grid min-h-dvh content-center">
      <Container className="grid justify-items-start gap-5 py-24">
        <title>Back in a moment</title>
        <Emblem className="mb-3 size-14" />
        <p className="overline-text">Service unavailable</p>
        <h1 className="display text-3xl md:text-5xl">Back in a moment</h1>
        <p className="max-w-[52ch] text-quiet md:text-lg">
          We cannot show this page just now. Nothing is lost; please try again in a minute.
        </p>
        <div className="mt-3">
          <Button onClick={() => window.location.reload()}>Try again</Button>
        </div>
      </Container>
    </main>
  )
}
