import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { Card } from '#app/components/ui/card.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'
import { siteStatus } from '#app/features/admin/site-status.ts'
import { parseOpeningHours } from '#app/platform/company/opening-hours.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { hasTwoSteps } from '#app/platform/session/two-steps.ts'
import { SETTINGS, type SettingName, type TabSettings } from '#supabase/functions/_shared/settings.ts'
import { AnySettingField } from './any-setting-field.tsx'
import { HoursEditor } from './hours-editor.tsx'
import { PlacesField } from './places-field.tsx'
import { groupsOf } from './setting-groups.ts'
import { settingsSchema } from './settings.schema.ts'
import { SettingsConflict } from './settings-conflict.tsx'
import { SettingsDraftNotice } from './settings-draft-notice.tsx'
import { SAVED_DIRECTLY } from './settings-queries.ts'
import type { Stored } from './stored-settings.ts'
import { useSaving } from './use-saving.ts'

type CompanyTab = TabSettings<'company'>

const GROUPS = groupsOf('company')

/** Where the site shows a setting is chosen right below it. */
const PLACES_OF: Partial<Record<SettingName, SettingName>> = {
  companyEmail: 'emailHiddenOn',
  companyEmail2: 'email2HiddenOn',
}

interface SettingsFormProps {
  stored: Stored<'company'>
  /** Whether the stored values could not be read. The values shown instead must not be saved over them. */
  isReadOnly?: boolean
}

export function SettingsForm({ stored, isReadOnly = false }: SettingsFormProps) {
  const form = useForm<CompanyTab>({ defaultValues: stored.values, resolver: zodResolver(settingsSchema('company')) })
  const [editsHours, setEditsHours] = useState(false)
  const { submit, isSaving, conflict, draft } = useSaving('company', stored, form, SAVED_DIRECTLY)

  // Only admins who use two-step verification may require it; for other admins the database would refuse the change.
  const mayRequireTwoSteps = hasTwoSteps(useSession().user)
  const warnings = useWarnings(form.watch('openingHours'), form.watch('enableAutoTrader'))
  const { isSubmitted } = form.formState

  return (
    <FormProvider {...form}>
      <SettingsDraftNotice {...draft} />
      <form noValidate onSubmit={submit} className="grid max-w-3xl gap-5">
        {GROUPS.map(({ title, names }) => (
          <Card key={title} className="grid gap-x-5 gap-y-5 p-5 sm:grid-cols-2 sm:p-6">
            <h2 className="display text-2xl sm:col-span-2">{title}</h2>
            {names
              .filter(
                (name) => SETTINGS[name].type !== 'places' && (mayRequireTwoSteps || name !== 'adminsNeedTwoSteps'),
              )
              .map((name) => (
                <AnySettingField
                  key={name}
                  name={name}
                  warning={warnings[name]}
                  tool={
                    name === 'openingHours' ? (
                      <EditHours onClick={() => setEditsHours(true)} />
                    ) : (
                      PLACES_OF[name] && <PlacesField name={PLACES_OF[name]} />
                    )
                  }
                />
              ))}
          </Card>
        ))}
        {editsHours && (
          <HoursEditor
            text={form.getValues('openingHours')}
            onDone={(text) => {
              form.setValue('openingHours', text, { shouldDirty: true, shouldValidate: isSubmitted })
              setEditsHours(false)
            }}
            onClose={() => setEditsHours(false)}
          />
        )}
        <BottomBar className="max-sm:*:grow">
          <Button type="submit" loading={isSaving} disabled={isReadOnly}>
            Save Settings
          </Button>
        </BottomBar>
      </form>
      {conflict && <SettingsConflict conflict={conflict} />}
    </FormProvider>
  )
}

const EditHours = ({ onClick }: { onClick: () => void }) => (
  <Button variant="quiet" size="sm" className="-ml-3.5" onClick={onClick}>
    <CalendarClock aria-hidden strokeWidth={1.5} />
    Edit hours by day
  </Button>
)

/** Warnings about values that can be saved but will not have the expected effect. */
function useWarnings(openingHours: string, enableAutoTrader: boolean): Partial<Record<keyof CompanyTab, string>> {
  const { data: site } = useQuery(siteStatus)
  return {
    openingHours:
      openingHours.trim() && !parseOpeningHours(openingHours)
        ? 'We couldn’t read these hours, so customers can book test drives every day from 9am to 5pm. Please write the hours like this: Mon-Fri: 9am-1pm & 2pm-6pm, Sat: 10am-4pm, Sun: closed, Closed: 25 Dec.'
        : undefined,
    enableAutoTrader:
      enableAutoTrader && site?.autotraderConfigured === false
        ? 'AutoTrader isn’t connected to this server yet, so we won’t send it anything. To connect it, see “AutoTrader” in the Forecourt documentation.'
        : undefined,
  }
}
