import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { syncListing } from '#app/features/admin/listing-sync.ts'
import { OpenLeads } from './open-leads.tsx'
import { deleteVehicle } from './vehicle-queries.ts'

interface DeleteVehicleDialogProps {
  vehicle: { id: string; title: string } | null
  onClose(): void
}

export function DeleteVehicleDialog({ vehicle, onClose }: DeleteVehicleDialogProps) {
  const client = useQueryClient()
  const deletion = useMutation({
    mutationFn: ({ id }: { id: string; title: string }) => deleteVehicle(id),
    onSuccess: (_, { id, title }) => {
      toast.success(`${title} has been deleted.`)
      onClose()
      // A deleted vehicle's advert must not stay online.
      void syncListing(id, 'delete')
    },
    onError: () => toast.error('Failed to delete vehicle. Please try again.'),
    onSettled: () => client.invalidateQueries({ queryKey: ['vehicles'] }),
  })
  return (
    <ConfirmDialog
      open={vehicle !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Delete Vehicle"
      description={
        vehicle && (
          <>
            Are you sure you want to delete {vehicle.title}? This action cannot be undone.
            <OpenLeads vehicleId={vehicle.id} />
          </>
        )
      }
      confirmLabel="Delete"
      danger
      loading={deletion.isPending}
      onConfirm={() => vehicle && deletion.mutate(vehicle)}
    />
  )
}
