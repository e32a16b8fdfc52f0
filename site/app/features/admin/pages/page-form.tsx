import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { BottomBar } from '#app/features/admin/bottom-bar.tsx'
import { ConflictDialog } from '#app/features/admin/conflict-dialog.tsx'
import type { Draft } from '#app/features/admin/drafts/draft.ts'
import { DraftNotice } from '#app/features/admin/drafts/draft-notice.tsx'
import { LeaveGuard } from '#app/features/admin/drafts/leave-guard.tsx'
import { useDraft } from '#app/features/admin/drafts/use-draft.ts'
import { changedFields } from '#app/features/admin/field-changes.ts'
import { PreviewDialog } from '#app/features/admin/preview-dialog.tsx'
import { formatDateTime } from '#app/lib/dates.ts'
import { useSession } from '#app/platform/session/session.tsx'
import { NEW_PAGE, type PageContent, type PageValues, pageSchema, toContent, toValues } from './page.schema.ts'
import { PageActions } from './page-actions.tsx'
import { PageFields } from './page-fields.tsx'
import { fetchPagePreview, type WrittenPage } from './page-queries.ts'
import { PageVersions } from './page-versions.tsx'
import { useSavePage } from './use-save-page.ts'

/** Remembers which version an unsaved edit is based on. */
interface PageDraft extends Draft<PageValues> {
  version: number | null
}

interface PageFormProps {
  id: string
  /** The page when the form was opened; null for a new page. */
  opened: WrittenPage | null
  onSaved(): void
  onDeleted(): void
}

export function PageForm({ id, opened, onSaved, onDeleted }: PageFormProps) {
  const userId = useSession().user?.id
  const mayLeave = useRef(false)
  const [preview, setPreview] = useState<PageContent | null>(null)
  const form = useForm<PageValues>({
    defaultValues: opened ? toValues(opened) : NEW_PAGE,
    resolver: zodResolver(pageSchema),
  })
  const { isDirty, submitCount, isValid } = form.formState
  const { stored, fill, save, isSaving, isPublishing, conflict } = useSavePage({ id, opened, form, onSaved })
  const draft = useDraft<PageDraft>(form, {
    name: stored ? `page-${id}` : 'page-new',
    isUsable: ({ values }) => typeof values?.body === 'string',
    base: { version: stored?.version ?? null },
  })
  const restore = ({ values, version }: PageDraft) => {
    // A draft of an older version conflicts when it is saved.
    if (stored && version !== null) fill({ ...stored, version })
    form.reset(values, { keepDefaultValues: true })
    draft.dismiss()
  }

  const leave = () => {
    mayLeave.current = true
    draft.drop()
    onDeleted()
  }
  const isOwn = conflict?.theirs.updated_by === userId

  return (
    <>
      {draft.found && (
        <DraftNotice
          className="max-w-3xl"
          savedAt={draft.found.savedAt}
          onRestore={() => draft.found && restore(draft.found)}
          onDiscard={draft.drop}
        />
      )}
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void save(false)
        }}
        className="grid max-w-3xl gap-5"
      >
        {stored && (
          <PageActions
            page={stored}
            isDirty={isDirty}
            onChanged={(page) => fill(page, toValues(stored))}
            onDeleted={leave}
          />
        )}
        <PageFields form={form} isNew={stored === null} />
        {submitCount > 0 && !isValid && <Alert tone="danger">Please fix the highlighted fields.</Alert>}
        <BottomBar className="max-sm:*:grow">
          <Button
            type="button"
            variant="quiet"
            onClick={() => void form.handleSubmit((v) => setPreview(toContent(v)))()}
          >
            Preview
          </Button>
          <Button type="submit" variant="hairline" loading={isSaving && !isPublishing}>
            Save draft
          </Button>
          <Button type="button" loading={isSaving && isPublishing} onClick={() => void save(true)}>
            Publish
          </Button>
        </BottomBar>
      </form>
      {stored && (
        <PageVersions
          page={stored}
          isDirty={isDirty}
          onRestore={(content) => form.reset(toValues(content), { keepDefaultValues: true })}
        />
      )}
      <LeaveGuard
        isDirty={isDirty}
        description="Your changes to this page haven’t been saved."
        mayLeave={mayLeave}
        // A new page moves to its own address when it is first saved.
        isKeptOn={(path) => path.endsWith(`/${id}`)}
        onDiscard={draft.drop}
      />
      {preview && (
        <PreviewDialog
          pages={{ [preview.path]: preview.title }}
          values={preview}
          load={() => fetchPagePreview(preview)}
          onPublish={() => {
            setPreview(null)
            void save(true)
          }}
          onClose={() => setPreview(null)}
        />
      )}
      {conflict && (
        <ConflictDialog
          isOwn={isOwn}
          title={isOwn ? 'You changed this page elsewhere' : 'Someone else has changed this page'}
          saved={`${isOwn ? 'You' : 'Someone'} saved this page on ${formatDateTime(conflict.theirs.updated_at)}`}
          changes={changedFields(
            FIELD_TEXTS,
            stored ? toValues(stored) : NEW_PAGE,
            toValues(conflict.theirs),
            form.getValues(),
          )}
          {...conflict}
        />
      )}
    </>
  )
}

const LABELS = { address: 'Web address', title: 'Title', summary: 'Summary', body: 'Text' } as const
type Named = keyof typeof LABELS

const FIELD_TEXTS = {
  names: Object.keys(LABELS) as Named[],
  labelOf: (name: Named) => LABELS[name],
  toText: (values: PageValues, name: Named) => values[name],
}
