import { useMutation } from '@tanstack/react-query'
import { useRevalidator } from 'react-router'
import { toast } from '#app/components/ui/toast.tsx'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { outdateCompany } from '#app/platform/company/company-age.ts'
import type { Settings } from '#supabase/functions/_shared/settings.ts'
import { saveSettings } from './settings-queries.ts'

/** Saves what stands in a form, which then begins anew from it. */
export function useSaving<Values extends Partial<Settings>>(reset: (saved: Values) => void) {
  const showCompany = useFreshCompany()
  return useMutation({
    mutationFn: (values: Values) => saveSettings(values),
    onSuccess: (_, saved) => {
      reset(saved)
      toast.success('Settings saved successfully')
      showCompany()
    },
    onError: (error) => toast.error(refusalInWords(error) ?? 'Failed to save settings'),
  })
}

/** The office around the form has the new name and logo at once. */
export function useFreshCompany(): () => void {
  const { revalidate } = useRevalidator()
  return () => {
    outdateCompany()
    void revalidate()
  }
}
