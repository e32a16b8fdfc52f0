import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useRevalidator } from 'react-router'
import { toast } from '#app/components/ui/toast.tsx'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { outdateCompany } from '#app/platform/company/company-age.ts'
import type { SettingTab, TabSettings } from '#supabase/functions/_shared/settings.ts'
import { readSettings, saveSettings } from './settings-queries.ts'
import { changesSince, learn, type Stored } from './stored-settings.ts'

const CHANGED_BY_SOMEONE_ELSE = 'PT409'

/** Saves what was changed in a form, which then begins anew from what is stored. A conflict is the admin's to decide. */
export function useSaving<Tab extends SettingTab>(
  tab: Tab,
  opened: Stored<Tab>,
  form: Pick<UseFormReturn<TabSettings<Tab>>, 'handleSubmit' | 'getValues' | 'reset'>,
) {
  const [filled, setFilled] = useState(opened)
  const [theirs, setTheirs] = useState<Stored<Tab> | null>(null)
  const showCompany = useFreshCompany()
  const fill = (stored: Stored<Tab>) => {
    setFilled(stored)
    form.reset(stored.values)
  }
  const askAbout = (now: Stored<Tab>, against: Stored<Tab>) => {
    const learnt = learn(tab, against, now, form.getValues())
    setFilled(learnt.filled)
    form.reset(learnt.mine)
    setTheirs(now)
  }

  const saving = useMutation({
    mutationFn: ({ values, against }: { values: TabSettings<Tab>; against: Stored<Tab> }) =>
      saveSettings(tab, values, against),
    onSuccess: (stored) => {
      fill(stored)
      toast.success('Settings saved successfully')
      showCompany()
    },
    onError: async (error, { against }) => {
      const isConflict = (error as { code?: string }).code === CHANGED_BY_SOMEONE_ELSE
      const now = isConflict ? await readSettings(tab, against.values).catch(() => null) : null
      if (now) askAbout(now, against)
      else toast.error(refusalInWords(error) ?? 'Failed to save settings')
    },
  })
  const save = (against: Stored<Tab>) => form.handleSubmit((values) => saving.mutate({ values, against }))

  return {
    submit: save(filled),
    isSaving: saving.isPending,
    conflict: theirs && {
      changes: changesSince(tab, filled.values, theirs.values, form.getValues()),
      onKeepEditing: () => setTheirs(null),
      onReload: () => {
        fill(theirs)
        setTheirs(null)
      },
      onOverwrite: () => {
        setFilled(theirs)
        setTheirs(null)
        void save(theirs)()
      },
    },
  }
}

/** The office around the form has the new name and logo at once. */
export function useFreshCompany(): () => void {
  const { revalidate } = useRevalidator()
  return () => {
    outdateCompany()
    void revalidate()
  }
}
