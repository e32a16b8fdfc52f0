import { ButtonLink } from '#app/components/ui/button.tsx'
import { TextLink } from '#app/components/ui/link.tsx'

interface SoldNoteProps {
  vehicleId: string
  /** Where similar vehicles are listed. */
  similar: string
}

/** Says that a vehicle has been sold, and what the visitor can do instead. */
export function SoldNote({ vehicleId, similar }: SoldNoteProps) {
  return (
    <div className="no-print grid justify-items-start gap-5">
      <p className="border-l-2 border-brass pl-4 text-sm">
        This vehicle has been sold and is no longer available for purchase or test drives.
      </p>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <ButtonLink to={`/contact?like=${vehicleId}`} variant="hairline">
          Find me one like it
        </ButtonLink>
        <TextLink to={similar} arrow>
          Similar cars
        </TextLink>
      </div>
    </div>
  )
}
