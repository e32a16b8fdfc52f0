import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { PathLink } from '#app/components/ui/link.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'
import type { TabSettings } from '#supabase/functions/_shared/settings.ts'
import { AnySettingField } from './any-setting-field.tsx'
import { GroupCard } from './group-card.tsx'
import { groupsOf } from './setting-groups.ts'
import { settingsSchema } from './settings.schema.ts'
import { SettingsConflict } from './settings-conflict.tsx'
import { SettingsDraftNotice } from './settings-draft-notice.tsx'
import { SAVED_DIRECTLY } from './settings-queries.ts'
import type { Stored } from './stored-settings.ts'
import { useSaving } from './use-saving.ts'

type Values = TabSettings<'notifications'>

const GROUPS = groupsOf('notifications')

/** Which emails the dealership gets, who else gets them, and what customers' emails contain. */
export function NotificationsForm({ stored }: { stored: Stored<'notifications'> }) {
  const form = useForm<Values>({ defaultValues: stored.values, resolver: zodResolver(settingsSchema('notifications')) })
  const { formState, watch } = form
  const { submit, isSaving, conflict, draft } = useSaving('notifications', stored, form, SAVED_DIRECTLY)

  return (
    <FormProvider {...form}>
      <SettingsDraftNotice {...draft} />
      <form noValidate onSubmit={submit} className="grid max-w-3xl gap-5">
        <p className="text-quiet text-sm">
          We send notifications to the admin email address in your{' '}
          <PathLink to="/admin/settings" className="underline underline-offset-4 hover:text-brass">
            company settings
          </PathLink>
          . You’ll find everything in the back office, whether or not an email is sent.
        </p>
        {GROUPS.map(({ title, names }) => (
          <GroupCard
            key={title}
            title={title}
            isFolded={false}
            hasErrors={names.some((name) => formState.errors[name] !== undefined)}
          >
            {names.map((name) => (
              <AnySettingField key={name} name={name} warning={watch(name) === false ? OFF : undefined} />
            ))}
          </GroupCard>
        ))}
        {formState.submitCount > 0 && !formState.isValid && (
          <Alert tone="danger">Please fix the highlighted fields.</Alert>
        )}
        <BottomBar className="max-sm:*:grow">
          <Button type="submit" loading={isSaving}>
            Save Settings
          </Button>
        </BottomBar>
      </form>
      {conflict && <SettingsConflict conflict={conflict} />}
    </FormProvider>
  )
}

const OFF = 'No emails are sent, not even to additional recipients.'
