import { ButtonLink } from '#app/components/ui/button.tsx'
import { Container } from '#app/components/ui/container.tsx'

export function NotFoundScreen() {
  return (
    <Container className="grid min-h-[60vh] content-center justify-items-start gap-5 py-24">
      <p className="overline-text">404</p>
      <h1 className="display text-3xl md:text-5xl">This road ends here</h1>
      <p className="max-w-[52ch] text-quiet md:text-lg">
        Page not found. It may have moved, or there may be a typo in the address. The cars are all still here.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <ButtonLink to="/">Return to home</ButtonLink>
        <ButtonLink to="/vehicles" variant="hairline">
          View vehicles
        </ButtonLink>
      </div>
    </Container>
  )
}
