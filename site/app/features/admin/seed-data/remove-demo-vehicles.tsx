import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { Checkbox } from '#app/components/ui/checkbox.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { formatNumber } from '#app/lib/money.ts'
import { demoStock, removeDemoVehicles, type UsedVehicle } from './demo-stock.ts'

const vehicles = (count: number) => `${formatNumber(count)} ${count === 1 ? 'vehicle' : 'vehicles'}`

/** The way back from test vehicles. Not there while there is nothing to remove. */
export function RemoveDemoVehicles() {
  const client = useQueryClient()
  const { data: stock } = useQuery(demoStock())
  const [isAsking, setAsking] = useState(false)
  const [ticked, setTicked] = useState<string[]>([])
  const [removed, setRemoved] = useState(0)
  const removal = useMutation({
    mutationFn: () => removeDemoVehicles(ticked, setRemoved),
    onSuccess: (count) => toast.success(`${vehicles(count)} removed.`),
    onError: () => toast.error('Failed to remove demo vehicles. Please try again.'),
    onSettled: () => {
      setAsking(false)
      setTicked([])
      setRemoved(0)
      return client.invalidateQueries()
    },
  })
  if (!stock || stock.unused + stock.used.length === 0) return null

  const going = stock.unused + ticked.length
  return (
    <Card className="mt-6 grid max-w-2xl gap-5 p-6 sm:p-8">
      <div className="grid gap-2">
        <h2 className="display text-2xl">Demo vehicles</h2>
        <p className="text-quiet">
          {vehicles(stock.unused + stock.used.length + stock.unlisted)} came with the demo or were added here. Your own
          are not touched.
        </p>
      </div>
      <div>
        <Button variant="hairline" size="lg" onClick={() => setAsking(true)}>
          Remove demo vehicles
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={(open) => !removal.isPending && setAsking(open)}
        title="Remove demo vehicles"
        description={`${vehicles(going)} will be removed from your website, with their pictures. This action cannot be undone.`}
        confirmLabel={removed > 0 ? `${formatNumber(removed)} of ${formatNumber(going)}` : `Remove ${vehicles(going)}`}
        danger
        disabled={going === 0}
        loading={removal.isPending}
        onConfirm={() => removal.mutate()}
      >
        {stock.used.length > 0 && (
          <UsedVehicles used={stock.used} unlisted={stock.unlisted} ticked={ticked} onTick={setTicked} />
        )}
      </ConfirmDialog>
    </Card>
  )
}

interface UsedVehiclesProps {
  used: UsedVehicle[]
  unlisted: number
  ticked: string[]
  onTick(ids: string[]): void
}

function UsedVehicles({ used, unlisted, ticked, onTick }: UsedVehiclesProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-sm">These were edited since, or asked about. They stay unless you tick them.</legend>
      <ul className="grid max-h-56 gap-1 overflow-y-auto border-y border-hairline py-2">
        {used.map((vehicle) => (
          <li key={vehicle.id}>
            <Checkbox
              label={
                <>
                  {vehicle.title} <span className="text-quiet">({reasonsOf(vehicle)})</span>
                </>
              }
              checked={ticked.includes(vehicle.id)}
              onCheckedChange={(checked) =>
                onTick(checked ? [...ticked, vehicle.id] : ticked.filter((id) => id !== vehicle.id))
              }
            />
          </li>
        ))}
      </ul>
      {unlisted > 0 && <p className="text-quiet text-sm">{vehicles(unlisted)} more like these stay.</p>}
    </fieldset>
  )
}

function reasonsOf({ is_edited, leads }: UsedVehicle): string {
  const asked = leads === 1 ? '1 enquiry or test drive' : `${formatNumber(leads)} enquiries and test drives`
  return [is_edited && 'edited', leads > 0 && asked].filter(Boolean).join(', ')
}
