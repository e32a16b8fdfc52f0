import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'

interface LeaveGuardProps {
  isDirty: boolean
  /** Which changes would be lost. */
  description: string
  /** Set once the changes are saved or deliberately discarded. */
  mayLeave?: RefObject<boolean>
  /** Whether the changes are still there on another page, so that there is nothing to ask. */
  isKeptOn?: (path: string) => boolean
  onDiscard(path: string): void
}

/** Asks before unsaved changes are lost, whether by a link, the back button or closing the tab. */
export function LeaveGuard({ isDirty, description, mayLeave, isKeptOn, onDiscard }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty &&
      !mayLeave?.current &&
      currentLocation.pathname !== nextLocation.pathname &&
      !isKeptOn?.(nextLocation.pathname),
  )

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!mayLeave?.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty, mayLeave])

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description={description}
      cancelLabel="Keep editing"
      confirmLabel="Leave"
      danger
      onConfirm={() => {
        onDiscard(blocker.location?.pathname ?? '')
        blocker.proceed?.()
      }}
    />
  )
}
