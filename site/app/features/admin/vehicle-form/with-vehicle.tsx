import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '#app/components/ui/button.tsx'
import { EmptyState } from '#app/components/ui/empty-state.tsx'
import { Skeleton } from '#app/components/ui/skeleton.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { type LoadedVehicle, vehicleToEdit } from './vehicle-form-queries.ts'

interface WithVehicleProps {
  id: string
  children(vehicle: LoadedVehicle): ReactNode
}

/** Loads a vehicle for the form. Without one, leads back to the list. */
export function WithVehicle({ id, children }: WithVehicleProps) {
  const { data: vehicle, isError, refetch } = useQuery(vehicleToEdit(id))
  const navigate = useNavigate()
  const isUnknown = vehicle === null

  useEffect(() => {
    if (!isUnknown) return
    toast.error('Vehicle not found')
    void navigate('/admin/vehicles', { replace: true })
  }, [isUnknown, navigate])

  if (vehicle) return children(vehicle)
  if (isError) {
    return (
      <EmptyState
        as="h1"
        title="We couldn’t load the vehicle"
        description="Check your connection and try again."
        action={
          <Button variant="hairline" onClick={() => void refetch()}>
            Try again
          </Button>
        }
      />
    )
  }
  return <FormSkeleton />
}

const FormSkeleton = () => (
  <div aria-busy className="grid gap-5 pt-24 xl:grid-cols-[7fr_5fr]">
    <Skeleton className="h-72 xl:col-span-2" />
    <Skeleton className="h-[640px]" />
    <Skeleton className="h-96" />
  </div>
)
