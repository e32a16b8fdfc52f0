import { type RefObject, useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'

interface LeaveGuardProps {
  isDirty: boolean
  /** Set once the changes are saved or deliberately discarded. */
  mayLeave: RefObject<boolean>
  onDiscard(): void
}

/** Asks before unsaved changes are lost, whether by a link, the back button or closing the tab. */
export function LeaveGuard({ isDirty, mayLeave, onDiscard }: LeaveGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isDirty && !mayLeave.current && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!mayLeave.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty, mayLeave])

  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title="Leave without saving?"
      description="Your changes to this vehicle haven’t been saved."
      cancelLabel="Keep editing"
      confirmLabel="Leave"
      danger
      onConfirm={() => {
        onDiscard()
        blocker.proceed?.()
      }}
    />
  )
}
