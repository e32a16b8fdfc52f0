import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { ChoosePersonDialog } from './choose-person-dialog.tsx'
import { personName } from './person.schema.ts'

interface ChosenPerson {
  id: string
  name: string
}

interface PersonFieldProps {
  label: string
  /** What the person is called on the buttons, such as "buyer". */
  noun: string
  person: ChosenPerson | null
  onChange(person: ChosenPerson | null): void
}

/** A person whom the dealer knows, or no one. */
export function PersonField({ label, noun, person, onChange }: PersonFieldProps) {
  const [isChoosing, setChoosing] = useState(false)
  return (
    <div className="grid content-start gap-1.5 text-sm">
      <p className="font-medium">{label}</p>
      <p className="wrap-anywhere flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        {person && <span>{person.name}</span>}
        <Button size="sm" variant="hairline" onClick={() => setChoosing(true)}>
          {person ? `Change ${noun}` : `Choose ${noun}`}
        </Button>
        {person && (
          <Button size="sm" variant="hairline" onClick={() => onChange(null)}>
            Remove {noun}
          </Button>
        )}
      </p>
      {isChoosing && (
        <ChoosePersonDialog
          title={`Choose the ${noun}`}
          description="Find the person among the people you know."
          onChoose={(chosen) => {
            onChange({ id: chosen.id, name: personName(chosen) })
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}
