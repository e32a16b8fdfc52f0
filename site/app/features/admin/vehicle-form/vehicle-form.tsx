import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { TextLink } from '#app/components/ui/link.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { daysInStock } from '#app/features/admin/days-in-stock.ts'
import { DraftNotice } from '#app/features/admin/drafts/draft-notice.tsx'
import { LeaveGuard } from '#app/features/admin/drafts/leave-guard.tsx'
import { useDraft } from '#app/features/admin/drafts/use-draft.ts'
import { useReturnToList } from '#app/features/admin/list/list-place.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import type { Reservable } from '#app/features/admin/vehicles/reservation-queries.ts'
import { useCompany } from '#app/platform/company/company.tsx'
import { useSession } from '#app/platform/session/session.tsx'
import { isDemo } from '#supabase/functions/_shared/settings.ts'
import { BasicInformation } from './basic-information.tsx'
import { FeaturesSection } from './features-section.tsx'
import { IdentitySection } from './identity-section.tsx'
import { ImagesSection } from './images-section.tsx'
import { MoreDetails } from './more-details.tsx'
import { PurchaseSection } from './purchase-section.tsx'
import { changedParts } from './record.schema.ts'
import { SaleSection } from './sale-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { SpecificationsSection } from './specifications-section.tsx'
import { useRestoreDraft } from './use-restore-draft.ts'
import { type Editing, useSaveVehicle } from './use-save-vehicle.ts'
import { useVehicleForm } from './use-vehicle-form.ts'
import { useVehicleImages } from './use-vehicle-images.ts'
import { changesSince } from './vehicle-changes.ts'
import { VehicleConflict } from './vehicle-conflict.tsx'
import { copiedValues, newVehicleValues } from './vehicle-defaults.ts'
import { type VehicleDraft, vehicleDraft } from './vehicle-draft.ts'
import { toFormValues, type VehicleFormValues } from './vehicle-form.schema.ts'
import { type LoadedVehicle, maxVehicleImages } from './vehicle-form-queries.ts'
import { summarise } from './vehicle-summary.ts'

const LIST = '/admin/vehicles'

const toEditing = ({ id, updated_at, sold }: LoadedVehicle): Editing => ({ id, updatedAt: updated_at, sold })

interface VehicleFormProps {
  /** The vehicle to edit. */
  vehicle?: LoadedVehicle
  /** The vehicle that a new one is copied from. */
  original?: LoadedVehicle
}

/** Adds a vehicle, or edits the given one. */
export function VehicleForm({ vehicle, original }: VehicleFormProps) {
  const navigate = useNavigate()
  const mayLeave = useRef(false)
  const [editing, setEditing] = useState<Editing | null>(() => (vehicle ? toEditing(vehicle) : null))
  const company = useCompany()
  const { isAdmin } = useSession()
  const hasExamples = !vehicle && !original && isDemo(company)
  const blank = original ? copiedValues(original) : newVehicleValues({ withExamples: hasExamples })
  const { data: limit } = useQuery(maxVehicleImages)
  // A vehicle keeps the pictures that it has, even if the dealer has lowered the limit.
  const maxImages = limit && Math.max(limit, vehicle?.vehicle_images.length ?? 0)
  const form = useVehicleForm(vehicle ? toFormValues(vehicle) : blank, maxImages)
  const opened = form.formState.defaultValues as VehicleFormValues
  const draft = useDraft<VehicleDraft, VehicleFormValues>(
    form,
    vehicleDraft(vehicle?.id ?? (original ? `copy-of-${original.id}` : 'new'), editing?.updatedAt ?? null),
  )
  const { images, setImages, uploading } = useVehicleImages(form, maxImages)

  const list = useReturnToList(LIST)

  const leave = () => {
    mayLeave.current = true
    draft.drop()
    // A new vehicle is at the top of the unfiltered list.
    if (editing) void navigate(list.to, { state: list.state })
    else void navigate(LIST)
  }
  const { save, isSaving, conflict, closeConflict } = useSaveVehicle({
    onSaved: leave,
    onGone: () => {
      toast.error('Vehicle not found')
      leave()
    },
  })

  // A reservation is saved at once. The form then edits the new version, unless someone else has changed it as well.
  const noteReservation = (saved: Reservable, before: string) => {
    if (editing && editing.updatedAt === before) setEditing({ ...editing, updatedAt: saved.updated_at })
  }

  const submit = (against = editing) => {
    correctNumber()
    return form.handleSubmit((parsed) => {
      const record = changedParts(opened.record, form.getValues('record'), parsed.record, parsed.sold)
      return save({ parsed, editing: against, record })
    }, focusFirstError)()
  }
  useSaveShortcut(() => {
    if (uploading.isUploading) toast.info('Your pictures are still uploading. Save once they’ve finished.')
    else void submit()
  })

  const { restore, isRestoring } = useRestoreDraft(form, ({ baseUpdatedAt }) => {
    // The draft belongs to the version it was based on; a newer version must cause a conflict.
    if (editing && baseUpdatedAt) setEditing({ ...editing, updatedAt: baseUpdatedAt })
    draft.dismiss()
  })

  const days = vehicle && daysInStock(vehicle)
  return (
    <>
      <TextLink {...list} className="mb-4 text-quiet text-sm">
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} /> Back to Vehicles
      </TextLink>
      <ScreenHeader
        title={vehicle ? 'Edit vehicle' : 'Add New Vehicle'}
        note={
          vehicle
            ? [vehicle.title, days && `${days} in stock`].filter(Boolean).join(' · ')
            : original &&
              `Copied from ${original.title}. Check the description, and add the price, mileage, history and pictures.`
        }
      />
      {draft.found && (
        <DraftNotice
          savedAt={draft.found.savedAt}
          isRestoring={isRestoring}
          onRestore={() => draft.found && void restore(draft.found)}
          onDiscard={draft.drop}
        />
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
          <ImagesSection images={images} onChange={setImages} maxImages={maxImages} uploading={uploading} />
          <BasicInformation form={form} vehicle={vehicle} onReserved={noteReservation} />
          <div className="grid gap-5">
            <FeaturesSection form={form} hasExamples={hasExamples} />
            <SpecificationsSection form={form} hasExamples={hasExamples} />
          </div>
          <MoreDetails form={form} />
          <IdentitySection form={form} />
          {isAdmin && <PurchaseSection form={form} />}
          {isAdmin && form.watch('sold') && <SaleSection form={form} />}
        </div>
        <SaveBar
          list={list}
          summary={summarise(form.watch())}
          isNew={!vehicle}
          isSaving={isSaving}
          isUploading={uploading.isUploading}
        />
      </form>
      <LeaveGuard
        isDirty={form.formState.isDirty || uploading.isUploading}
        description="Your changes to this vehicle haven’t been saved."
        mayLeave={mayLeave}
        onDiscard={draft.drop}
      />
      {conflict && (
        <VehicleConflict
          conflict={conflict}
          changes={changesSince(opened, toFormValues(conflict.theirs), form.getValues())}
          onKeepEditing={closeConflict}
          onReload={(theirs) => {
            form.reset(toFormValues(theirs))
            setEditing(toEditing(theirs))
            draft.drop()
            closeConflict()
          }}
          onOverwrite={(theirs) => {
            setEditing(toEditing(theirs))
            closeConflict()
            void submit(toEditing(theirs))
          }}
        />
      )}
    </>
  )
}

/** An invalid number is corrected when its field loses the focus, but submitting with Enter does not move the focus. */
function correctNumber() {
  const field = document.activeElement
  if (!(field instanceof HTMLInputElement) || !field.validity.badInput) return
  field.blur()
  field.focus()
}

/** Ctrl+S, or Cmd+S on a Mac, saves. */
function useSaveShortcut(save: () => void) {
  const latest = useRef(save)
  latest.current = save
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      if (!event.repeat) latest.current()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** The form library cannot focus specification values, because they are not registered fields. */
function focusFirstError() {
  requestAnimationFrame(() => {
    if (document.activeElement?.getAttribute('aria-invalid') === 'true') return
    document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus()
  })
}
