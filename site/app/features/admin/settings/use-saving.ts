import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { toast } from '#app/components/ui/toast.tsx'
import { useDraft } from '#app/features/admin/drafts/use-draft.ts'
import type { FieldChange } from '#app/features/admin/field-changes.ts'
import { refill, withEditsSince } from '#app/features/admin/refill.ts'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { outdateCompany } from '#app/platform/company/company-age.ts'
import type { SettingTab, TabSettings } from '#supabase/functions/_shared/settings.ts'
import { applyDraft, type SettingsDraft, settingsDraft } from './settings-draft.ts'
import { changesSince, rebase, type Stored } from './stored-settings.ts'
import { useUnsavedTab } from './unsaved-tabs.tsx'

const CHANGED_ELSEWHERE = 'PT409'

/** How a tab's settings are stored: saved directly, or published. */
interface SettingsStore<Tab extends SettingTab, Base extends Stored<Tab>> {
  save(tab: Tab, values: TabSettings<Tab>, against: Base): Promise<Base>
  read(tab: Tab, known: TabSettings<Tab>): Promise<Base>
  done: string
  failed: string
}

interface Saving<Tab extends SettingTab, Base> {
  values: TabSettings<Tab>
  /** The same values as they were typed. */
  sent: TabSettings<Tab>
  against: Base
}

export interface SavingConflict<Base> {
  theirs: Base
  changes: FieldChange[]
  onKeepEditing(): void
  onReload(): void
  onOverwrite(): void
}

/**
 * Saves a form's changes and resets it to the stored values; what has been typed since stays, as unsaved changes.
 * Conflicts are returned for the admin to resolve.
 */
export function useSaving<Tab extends SettingTab, Base extends Stored<Tab>>(
  tab: Tab,
  opened: Base,
  form: Pick<
    UseFormReturn<TabSettings<Tab>>,
    'handleSubmit' | 'getValues' | 'setValue' | 'reset' | 'watch' | 'formState'
  >,
  store: NoInfer<SettingsStore<Tab, Base>>,
) {
  const [filled, setFilled] = useState(opened)
  const [found, setFound] = useState<{ theirs: Base; changes: FieldChange[] } | null>(null)
  // A second press before the button is disabled would conflict with the first.
  const isUnderWay = useRef(false)
  const refreshCompany = useRefreshCompany()
  const fill = (stored: Base, mine = stored.values) => {
    setFilled(stored)
    refill(form, stored.values, mine)
  }
  const draft = useSettingsDraft(tab, form, filled, fill)
  const showConflict = (now: Base, against: Base) => {
    const rebased = rebase(tab, against, now, form.getValues())
    setFound({ theirs: now, changes: changesSince(tab, against.values, now.values, rebased.mine) })
    fill(rebased.filled, rebased.mine)
  }

  const saving = useMutation({
    mutationFn: ({ values, against }: Saving<Tab, Base>) => store.save(tab, values, against),
    onSuccess: (stored, { sent }) => {
      fill(stored, withEditsSince(sent, form.getValues(), stored.values))
      toast.success(store.done)
      refreshCompany()
    },
    onError: async (error, { against }) => {
      const isConflict = (error as { code?: string }).code === CHANGED_ELSEWHERE
      const now = isConflict ? await store.read(tab, against.values).catch(() => null) : null
      if (now) showConflict(now, against)
      else toast.error(refusalInWords(error) ?? store.failed)
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const save = (against: Base) =>
    form.handleSubmit((values) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      saving.mutate({ values, sent: structuredClone(form.getValues()), against })
    })

  const conflict: SavingConflict<Base> | null = found && {
    ...found,
    onKeepEditing: () => setFound(null),
    onReload: () => {
      fill(found.theirs)
      setFound(null)
    },
    onOverwrite: () => {
      setFilled(found.theirs)
      setFound(null)
      void save(found.theirs)()
    },
  }
  return { filled, submit: save(filled), isSaving: saving.isPending, conflict, draft }
}

/** Keeps the form's edits in a draft. They are back at once on a tab that was left in this visit, and else offered. */
function useSettingsDraft<Tab extends SettingTab, Base extends Stored<Tab>>(
  tab: Tab,
  form: Pick<UseFormReturn<TabSettings<Tab>>, 'getValues' | 'watch' | 'formState'>,
  filled: Base,
  fill: (stored: Base, mine: TabSettings<Tab>) => void,
) {
  const { found, dismiss, drop } = useDraft<SettingsDraft<Tab>>(form, settingsDraft(tab, filled))
  const wasLeft = useUnsavedTab(tab, form.formState.isDirty, found !== null, drop)
  const onRestore = () => {
    if (!found) return
    const { filled: rebased, mine } = applyDraft(tab, found, filled)
    fill(rebased, mine)
    dismiss()
  }
  const restoreOnOpening = useRef(onRestore)
  useEffect(() => {
    if (wasLeft) restoreOnOpening.current()
  }, [wasLeft])
  return { savedAt: wasLeft ? undefined : found?.savedAt, onRestore, onDiscard: drop }
}

/** The rest of the back office shows the new name and logo immediately. */
function useRefreshCompany(): () => void {
  const { revalidate } = useRevalidator()
  return () => {
    outdateCompany()
    void revalidate()
  }
}
