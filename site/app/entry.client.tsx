import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { HYDRATED_EVENT } from '#app/features/frame/late-start.ts'

/** Sets <html data-hydrated>, which tests can wait for. */
function Hydrated() {
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
    window.dispatchEvent(new Event(HYDRATED_EVENT))
  }, [])
  return null
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
      <Hydrated />
    </StrictMode>,
  )
})
