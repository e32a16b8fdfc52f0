import { Outlet } from 'react-router'
import { ErrorScreen } from '#app/features/frame/error-screen.tsx'
import { Frame } from '#app/features/frame/frame.tsx'
import { DealerJsonLd } from '#app/platform/company/dealer-json-ld.tsx'
import type { Route } from './+types/layout'

export default function StorefrontLayout() {
  return (
    <Frame>
      <Outlet />
      <DealerJsonLd />
    </Frame>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Frame hero={false}>
      <ErrorScreen error={error} />
    </Frame>
  )
}
