// The design system on one page, in development only.
import { Container } from '#app/components/ui/container.tsx'
import { PageHeading } from '#app/components/ui/section.tsx'
import { Controls } from './controls.tsx'
import { Colours, Type } from './foundations.tsx'
import { Overlays } from './overlays.tsx'
import { Surfaces } from './surfaces.tsx'

export const meta = () => [{ title: 'Components' }, { name: 'robots', content: 'noindex' }]

export default function ComponentsPage() {
  return (
    <main id="main" tabIndex={-1}>
      <Container className="grid gap-20 pb-32">
        <PageHeading
          overline="Development"
          title="Components"
          intro="Every component in the design system. Add a new component here before you use it on a screen."
        />
        <Colours />
        <Type />
        <Controls />
        <Surfaces />
        <Overlays />
      </Container>
    </main>
  )
}
