import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { ConfirmDialog } from '#app/components/ui/dialog.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'
import { PreviewDialog } from '#app/features/admin/preview-dialog.tsx'
import type { TabSettings } from '#supabase/functions/_shared/settings.ts'
import { AnySettingField } from './any-setting-field.tsx'
import { GroupCard } from './group-card.tsx'
import { PublishedConflict } from './published-conflict.tsx'
import { fetchPreview, PUBLISHED, type Published, type PublishedTab, type Version } from './published-queries.ts'
import { groupsOf } from './setting-groups.ts'
import { settingsSchema } from './settings.schema.ts'
import { SettingsDraftNotice } from './settings-draft-notice.tsx'
import { uncheckedOf } from './unchecked.ts'
import { useSaving } from './use-saving.ts'
import { VersionList } from './version-list.tsx'

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
  const [wanted, setWanted] = useState<Version | null>(null)
  const unchecked = uncheckedOf(tab, filled.versions)
  const restore = (version: Version) => {
    setWanted(null)
    reset({ ...filled.values, ...version.values }, { keepDefaultValues: true })
    window.scrollTo({ top: 0 })
    toast.success('We’ve loaded that version into the form. Publish it to show it on your site.')
  }

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
      <VersionList versions={filled.versions} onRestore={formState.isDirty ? setWanted : restore} />
      <RestoreQuestion version={wanted} onRestore={restore} onClose={() => setWanted(null)} />
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

interface RestoreQuestionProps {
  version: Version | null
  onRestore(version: Version): void
  onClose(): void
}

/** Asked only if the form has edits, which the restored version replaces. */
const RestoreQuestion = ({ version, onRestore, onClose }: RestoreQuestionProps) => (
  <ConfirmDialog
    open={version !== null}
    onOpenChange={onClose}
    title="Replace your changes?"
    description="You haven’t published your changes to this form. If you restore this version, they are lost."
    cancelLabel="Keep editing"
    confirmLabel="Restore"
    danger
    onConfirm={() => version && onRestore(version)}
  />
)
