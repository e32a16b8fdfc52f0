import { useEffect } from 'react'
import { useSession } from '#app/platform/session/session.tsx'

/** Keeps <html data-session> true after the first paint: signing in or out, here or in another tab. */
export function SessionAttribute() {
  const { status } = useSession()
  useEffect(() => {
    if (status !== 'loading') document.documentElement.dataset.session = status
  }, [status])
  return null
}
