import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { RemoveDemoVehicles } from '#app/features/admin/seed-data/remove-demo-vehicles.tsx'
import { SEED_COUNT, SeedRefused, seedVehicles } from '#app/features/admin/seed-data/seed-vehicles.ts'

export const meta = () => [{ title: 'Seed Data | Back office' }]

export default function SeedDataPage() {
  const client = useQueryClient()
  const [added, setAdded] = useState(0)
  const [isAsking, setAsking] = useState(false)
  const seeding = useMutation({
    mutationFn: () => seedVehicles(added, setAdded),
    onSuccess: () => toast.success(`Successfully added ${SEED_COUNT} test vehicles!`),
    onError: (error) => {
      console.error(error)
      const refused = error instanceof SeedRefused
      toast.error(
        refused ? 'Failed to seed vehicles. Check console for details.' : 'An error occurred while seeding vehicles.',
      )
    },
    onSettled: () => client.invalidateQueries(),
  })

  return (
    <>
      <ScreenHeader title="Seed Data" />
      <Card className="grid max-w-2xl gap-5 p-6 sm:p-8">
        <div className="grid gap-2">
          <h2 className="display text-2xl">Test vehicles</h2>
          <p className="text-quiet">
            This adds {SEED_COUNT} vehicles with pictures, features and specifications, plus some popular makes. Two of
            the vehicles are marked as sold and stay listed for 30 days. You can edit or delete test vehicles like any
            others.
          </p>
        </div>
        {(seeding.isPending || added > 0) && <SeedProgress added={added} />}
        <div>
          <Button
            size="lg"
            loading={seeding.isPending}
            disabled={seeding.isPending || seeding.isSuccess}
            onClick={() => setAsking(true)}
          >
            {seeding.isSuccess && <Check aria-hidden />}
            {seeding.isPending ? 'Adding vehicles...' : seeding.isSuccess ? 'Vehicles Added' : 'Add 20 test vehicles'}
          </Button>
        </div>
      </Card>
      <RemoveDemoVehicles />
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Add test vehicles"
        description={`${SEED_COUNT} sample vehicles will appear on your website straight away, where every visitor can see them.`}
        confirmLabel="Add vehicles"
        onConfirm={() => {
          setAsking(false)
          seeding.mutate()
        }}
      />
    </>
  )
}

function SeedProgress({ added }: { added: number }) {
  return (
    <div className="grid gap-2">
      <Progress label="Test vehicles added" value={added} max={SEED_COUNT} />
      <p className="tabular text-quiet text-sm">
        {added} of {SEED_COUNT} vehicles
      </p>
    </div>
  )
}
