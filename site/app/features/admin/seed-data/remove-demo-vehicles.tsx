import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { ChooseDialog } from './choose-dialog.tsx'
import { type Choice, chooseDemoVehicles, demoStock } from './demo-stock.ts'
import { vehiclesInWords } from './removal-in-words.ts'
import { RemoveDialog } from './remove-dialog.tsx'

/** Removes test vehicles after two confirmations. Renders nothing while there is nothing to remove. */
export function RemoveDemoVehicles() {
  const client = useQueryClient()
  const { data: stock } = useQuery(demoStock())
  const [isChoosing, setChoosing] = useState(false)
  const [ticked, setTicked] = useState<string[]>([])
  const [choice, setChoice] = useState<Choice | null>(null)
  const choosing = useMutation({
    mutationFn: () => chooseDemoVehicles(ticked),
    onSuccess: (chosen) => {
      setChoosing(false)
      setChoice(chosen)
    },
    onError: () => toast.error('Failed to select the demo vehicles. Please try again.'),
  })
  const finish = () => {
    setChoice(null)
    setTicked([])
    return client.invalidateQueries()
  }
  const total = stock ? stock.unused.total + stock.used.total : 0
  // The second dialog stays open while the last vehicles are being removed.
  if (!stock || (total === 0 && !choice)) return null

  return (
    <Card className="mt-6 grid max-w-2xl gap-5 p-6 sm:p-8">
      <div className="grid gap-2">
        <h2 className="display text-2xl">Demo vehicles</h2>
        <p className="text-quiet">
          Your site has {vehiclesInWords(total)} that came with the demo or from the button above. Your own vehicles
          won’t be affected.
        </p>
      </div>
      <div>
        <Button variant="hairline" size="lg" onClick={() => setChoosing(true)}>
          Remove demo vehicles
        </Button>
      </div>
      <ChooseDialog
        open={isChoosing}
        stock={stock}
        ticked={ticked}
        onTick={setTicked}
        isChoosing={choosing.isPending}
        onChoose={() => choosing.mutate()}
        onClose={() => {
          setChoosing(false)
          setTicked([])
        }}
      />
      {choice && <RemoveDialog key={choice.removal} choice={choice} onClose={finish} />}
    </Card>
  )
}
