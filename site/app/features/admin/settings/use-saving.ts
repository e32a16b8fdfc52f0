import { useMutation } from '@tanstack/react-query'
import { toast } from '#app/components/ui/toast.tsx'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import type { Settings } from '#supabase/functions/_shared/settings.ts'
import { saveSettings } from './settings-queries.ts'

/** Saves what stands in a form, which then begins anew from it. */
export const useSaving = <Values extends Partial<Settings>>(reset: (saved: Values) => void) =>
  useMutation({
    mutationFn: (values: Values) => saveSettings(values),
    onSuccess: (_, saved) => {
      reset(saved)
      toast.success('Settings saved successfully')
    },
    onError: (error) => toast.error(refusalInWords(error) ?? 'Failed to save settings'),
  })
