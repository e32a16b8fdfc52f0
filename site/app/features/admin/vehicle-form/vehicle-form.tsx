import { ArrowLeft } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { TextLink } from '#app/components/ui/link.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { DraftNotice } from '#app/features/admin/drafts/draft-notice.tsx'
import { LeaveGuard } from '#app/features/admin/drafts/leave-guard.tsx'
import { useDraft } from '#app/features/admin/drafts/use-draft.ts'
import { useReturnToList } from '#app/features/admin/list/list-place.ts'
import { ScreenHeader } from '#app/features/admin/screen-header.tsx'
import { useCompany } from '#app/platform/company/company.tsx'
import { isDemo } from '#supabase/functions/_shared/settings.ts'
import { BasicInformation } from './basic-information.tsx'
import { FeaturesSection } from './features-section.tsx'
import { ImagesSection } from './images-section.tsx'
import { SaveBar } from './save-bar.tsx'
import { SpecificationsSection } from './specifications-section.tsx'
import { useImageUploads } from './use-image-uploads.ts'
import { useRestoreDraft } from './use-restore-draft.ts'
import { type Editing, useSaveVehicle } from './use-save-vehicle.ts'
import { useVehicleForm } from './use-vehicle-form.ts'
import { changesSince } from './vehicle-changes.ts'
import { VehicleConflict } from './vehicle-conflict.tsx'
import { newVehicleValues } from './vehicle-defaults.ts'
import { type VehicleDraft, vehicleDraft } from './vehicle-draft.ts'
import { toFormValues, type VehicleFormValues } from './vehicle-form.schema.ts'
import type { LoadedVehicle } from './vehicle-form-queries.ts'
import { summarise } from './vehicle-summary.ts'

const LIST = '/admin/vehicles'

const toEditing = ({ id, updated_at, sold }: LoadedVehicle): Editing => ({ id, updatedAt: updated_at, sold })

/** Adds a vehicle, or edits the given one. */
export function VehicleForm({ vehicle }: { vehicle?: LoadedVehicle }) {
  const navigate = useNavigate()
  const mayLeave = useRef(false)
  const [editing, setEditing] = useState<Editing | null>(() => (vehicle ? toEditing(vehicle) : null))
  const company = useCompany()
  const hasExamples = !vehicle && isDemo(company)
  const form = useVehicleForm(vehicle ? toFormValues(vehicle) : newVehicleValues({ withExamples: hasExamples }))
  const opened = form.formState.defaultValues as VehicleFormValues
  const draft = useDraft<VehicleDraft>(form, vehicleDraft(vehicle?.id ?? null, editing?.updatedAt ?? null))
  const images = form.watch('images')

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

  const setImages = useCallback(
    (next: string[]) => form.setValue('images', next, { shouldDirty: true, shouldValidate: true }),
    [form],
  )
  const appendImages = useCallback(
    (urls: string[]) => setImages([...form.getValues('images'), ...urls]),
    [form, setImages],
  )
  const uploading = useImageUploads(images.length, appendImages)
  const submit = (against = editing) => {
    correctNumber()
    return form.handleSubmit((parsed) => save({ parsed, editing: against }), focusFirstError)()
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

  return (
    <>
      <TextLink {...list} className="mb-4 text-quiet text-sm">
        <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} /> Back to Vehicles
      </TextLink>
      <ScreenHeader title={vehicle ? 'Edit vehicle' : 'Add New Vehicle'} note={vehicle?.title} />
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
          <ImagesSection images={images} onChange={setImages} uploading={uploading} />
          <BasicInformation form={form} vehicleId={vehicle?.id} />
          <div className="grid gap-5">
            <FeaturesSection form={form} hasExamples={hasExamples} />
            <SpecificationsSection form={form} hasExamples={hasExamples} />
          </div>
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
