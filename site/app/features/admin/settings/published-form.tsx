import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'
import { PreviewDialog } from '#app/features/admin/preview-dialog.tsx'
import { VersionList } from '#app/features/admin/version-list.tsx'
import type { TabSettings } from '#supabase/functions/_shared/settings.ts'
import { AnySettingField } from './any-setting-field.tsx'
import { GroupCard } from './group-card.tsx'
import { PublishedConflict } from './published-conflict.tsx'
import { fetchPreview, PUBLISHED, type Published, type PublishedTab } from './published-queries.ts'
import { groupsOf } from './setting-groups.ts'
import { settingsSchema } from './settings.schema.ts'
import { SettingsDraftNotice } from './settings-draft-notice.tsx'
import { uncheckedOf } from './unchecked.ts'
import { useSaving } from './use-saving.ts'

type Values = TabSettings<PublishedTab>

/** The pages that show a tab's settings, the most relevant first. */
const PAGES: Record<PublishedTab, Record<string, string>> = {
  brand: { '/': 'Home', '/vehicles': 'Inventory', '/contact': 'Contact', '/about': 'About Us' },
  pages: { '/faq': 'FAQ', '/': 'Home', '/about': 'About Us', '/contact': 'Contact' },
  legal: {
    '/privacy-policy': 'Privacy Policy',
    '/terms-of-service': 'Terms of Service',
    '/cookie-policy': 'Cookie Policy',
    '/': 'Home',
  },
}

/** Up to this many groups are shown open; if there are more, all start collapsed. */
const UNFOLDED = 4

interface PublishedFormProps {
  tab: PublishedTab
  published: Published
}

/** Settings that can be previewed before they are published, and restored afterwards. */
export function PublishedForm({ tab, published }: PublishedFormProps) {
  const form = useForm<Values>({ defaultValues: published.values, resolver: zodResolver(settingsSchema(tab)) })
  const { handleSubmit, formState, reset } = form
  const [preview, setPreview] = useState<Values | null>(null)
  const { filled, submit, isSaving, conflict, draft } = useSaving(tab, published, form, PUBLISHED)
  const groups = groupsOf(tab)
  const unchecked = uncheckedOf(tab, filled.versions)

  return (
    <FormProvider {...form}>
      <SettingsDraftNotice {...draft} />
      <form noValidate onSubmit={submit} className="grid max-w-3xl gap-5">
        {unchecked.size > 0 && (
          <Alert tone="warning" title="Check what your site promises">
            The texts marked “Check this” are examples. Change them to match how you work, then publish.
          </Alert>
        )}
        {groups.map(({ title, names }) => (
          <GroupCard
            key={title}
            title={title}
            isFolded={groups.length > UNFOLDED}
            hasErrors={names.some((name) => formState.errors[name] !== undefined)}
          >
            {names.map((name) => (
              <AnySettingField key={name} name={name} isUnchecked={unchecked.has(name)} />
            ))}
          </GroupCard>
        ))}
        {formState.submitCount > 0 && !formState.isValid && (
          <Alert tone="danger">Please fix the highlighted fields.</Alert>
        )}
        <BottomBar className="max-sm:*:grow">
          <Button type="button" variant="hairline" onClick={() => void handleSubmit(setPreview)()}>
            Preview
          </Button>
          <Button type="submit" loading={isSaving}>
            Publish
          </Button>
        </BottomBar>
      </form>
      <VersionList
        versions={filled.versions}
        publishedId={filled.versions[0]?.id}
        isDirty={formState.isDirty}
        onRestore={({ values }) => reset({ ...filled.values, ...values }, { keepDefaultValues: true })}
      />
      {preview && (
        <PreviewDialog
          pages={PAGES[tab]}
          values={preview}
          load={fetchPreview}
          onPublish={() => {
            setPreview(null)
            void submit()
          }}
          onClose={() => setPreview(null)}
        />
      )}
      {conflict && <PublishedConflict conflict={conflict} />}
    </FormProvider>
  )
}
