import clsx from 'clsx'
import { Heart } from 'lucide-react'
import { Button } from '#app/components/ui/button.tsx'
import type { Vehicle } from '#app/lib/vehicle.ts'
import { useSaveToggle } from './save-button.tsx'

/** The button on the vehicle page. */
export function SaveToggle({ vehicle, className }: { vehicle: Vehicle; className?: string }) {
  const { isSaved, toggle } = useSaveToggle(vehicle)
  return (
    <Button variant="quiet" className={clsx('needs-script', className)} aria-pressed={isSaved} onClick={toggle}>
      <Heart
        aria-hidden
        className={clsx('size-5 transition-colors', isSaved && 'fill-brass text-brass')}
        strokeWidth={1.5}
      />
      {isSaved ? 'Saved' : 'Save'}
    </Button>
  )
}
