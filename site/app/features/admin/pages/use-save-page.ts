import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { toast } from '#app/components/ui/toast.tsx'
import { refill, withEditsSince } from '#app/features/admin/refill.ts'
import { NEW_PAGE, type PageValues, toContent, toValues } from './page.schema.ts'
import { PageRefused, savePage, type WrittenPage, writtenPage } from './page-queries.ts'

const TAKEN = 'Another page already uses this address.'

interface SavePage {
  id: string
  /** The page when the form was opened; null if it is new. */
  opened: WrittenPage | null
  form: UseFormReturn<PageValues>
  onSaved(): void
}

interface Saving {
  values: PageValues
  /** The same values as they were typed. */
  sent: PageValues
  publish: boolean
  seen: WrittenPage | null
}

/** Saves and publishes the form. A conflict is returned for the admin to resolve. */
export function useSavePage({ id, opened, form, onSaved }: SavePage) {
  const client = useQueryClient()
  const [stored, setStored] = useState(opened)
  const [theirs, setTheirs] = useState<WrittenPage | null>(null)
  // A second press before the button is disabled would conflict with the first.
  const isUnderWay = useRef(false)

  /** Shows the page in the form. What has been typed since `sent` stays, as unsaved changes. */
  const fill = (page: WrittenPage, sent = form.getValues()) => {
    const saved = toValues(page)
    setStored(page)
    refill(form, saved, withEditsSince(sent, form.getValues(), saved))
  }
  const refuse = async (error: Error) => {
    if (!(error instanceof PageRefused)) return toast.error('Failed to save the page')
    if (error.reason === 'taken') return form.setError('address', { message: TAKEN }, { shouldFocus: true })
    const now = await client.fetchQuery({ ...writtenPage(id), staleTime: 0 }).catch(() => undefined)
    if (now) setTheirs(now)
    else if (now === undefined) toast.error('Failed to save the page')
    else {
      // Everything in the form is unsaved now, and the next save adds the page again.
      setStored(null)
      refill(form, NEW_PAGE, form.getValues())
      toast.error('Someone else has deleted this page. Save it to add it again.')
    }
  }
  const saving = useMutation({
    mutationFn: ({ values, publish, seen }: Saving) => savePage({ id, content: toContent(values), seen, publish }),
    onSuccess: (page, { publish, sent }) => {
      fill(page, sent)
      client.setQueryData(writtenPage(id).queryKey, page)
      toast.success(publish ? 'Published' : 'Draft saved')
      onSaved()
    },
    onError: (error) => refuse(error),
    onSettled: () => {
      isUnderWay.current = false
      void client.invalidateQueries({ queryKey: ['pages'] })
    },
  })
  const save = (publish: boolean, seen = stored) =>
    form.handleSubmit((values) => {
      if (isUnderWay.current) return
      isUnderWay.current = true
      saving.mutate({ values, sent: form.getValues(), publish, seen })
    })()

  return {
    stored,
    fill,
    save,
    isSaving: saving.isPending,
    /** Whether the save under way, or the last one, publishes. */
    isPublishing: saving.variables?.publish ?? false,
    conflict: theirs && {
      theirs,
      onKeepEditing: () => setTheirs(null),
      onReload: () => {
        fill(theirs)
        setTheirs(null)
      },
      onOverwrite: () => {
        setStored(theirs)
        setTheirs(null)
        void save(saving.variables?.publish ?? false, theirs)
      },
    },
  }
}
