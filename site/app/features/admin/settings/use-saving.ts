import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { toast } from '#app/components/ui/toast.tsx'
import type { FieldChange } from '#app/features/admin/field-changes.ts'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { outdateCompany } from '#app/platform/company/company-age.ts'
import type { SettingTab, TabSettings } from '#supabase/functions/_shared/settings.ts'
import { changesSince, learn, type Stored } from './stored-settings.ts'

const CHANGED_ELSEWHERE = 'PT409'

/** How the settings of a tab are kept: saved as they stand, or published. */
interface Keeping<Tab extends SettingTab, Kept extends Stored<Tab>> {
  save(tab: Tab, values: TabSettings<Tab>, against: Kept): Promise<Kept>
  read(tab: Tab, known: TabSettings<Tab>): Promise<Kept>
  done: string
  failed: string
}

export interface SavingConflict<Kept> {
  theirs: Kept
  changes: FieldChange[]
  onKeepEditing(): void
  onReload(): void
  onOverwrite(): void
}

/** Saves what was changed in a form, which then begins anew from what is stored. A conflict is the admin's to decide. */
export function useSaving<Tab extends SettingTab, Kept extends Stored<Tab>>(
  tab: Tab,
  opened: Kept,
  form: Pick<UseFormReturn<TabSettings<Tab>>, 'handleSubmit' | 'getValues' | 'reset'>,
  keeping: NoInfer<Keeping<Tab, Kept>>,
) {
  const [filled, setFilled] = useState(opened)
  const [found, setFound] = useState<{ theirs: Kept; changes: FieldChange[] } | null>(null)
  // A second press before the button is disabled would be in conflict with the first.
  const isUnderWay = useRef(false)
  const showCompany = useFreshCompany()
  const fill = (stored: Kept) => {
    setFilled(stored)
    form.reset(stored.values)
  }
  const askAbout = (now: Kept, against: Kept) => {
    const learnt = learn(tab, against, now, form.getValues())
    setFound({ theirs: now, changes: changesSince(tab, against.values, now.values, learnt.mine) })
    setFilled(learnt.filled)
    form.reset(learnt.mine)
  }

  const saving = useMutation({
    mutationFn: ({ values, against }: { values: TabSettings<Tab>; against: Kept }) =>
      keeping.save(tab, values, against),
    onSuccess: (stored) => {
      fill(stored)
      toast.success(keeping.done)
      showCompany()
    },
    onError: async (error, { against }) => {
      const isConflict = (error as { code?: string }).code === CHANGED_ELSEWHERE
      const now = isConflict ? await keeping.read(tab, against.values).catch(() => null) : null
      if (now) askAbout(now, against)
      else toast.error(refusalInWords(error) ?? keeping.failed)
    },
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const save = (against: Kept) =>
    form.handleSubmit((values) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      saving.mutate({ values, against })
    })

  const conflict: SavingConflict<Kept> | null = found && {
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
  return { filled, submit: save(filled), isSaving: saving.isPending, conflict }
}

/** The office around the form has the new name and logo at once. */
function useFreshCompany(): () => void {
  const { revalidate } = useRevalidator()
  return () => {
    outdateCompany()
    void revalidate()
  }
}
