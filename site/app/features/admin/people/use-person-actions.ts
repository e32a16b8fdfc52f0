import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { toast } from '#app/components/ui/toast.tsx'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { londonDate } from '#app/lib/dates.ts'
import { downloadFile } from '#app/lib/download-file.ts'
import type { ListedPerson } from './people-queries.ts'
import { personName } from './person.schema.ts'
import { toCsv } from './person-csv.ts'
import { erasePerson, exportPerson, mergePeople, type Person, undoMerge } from './person-queries.ts'

export type ExportFormat = 'json' | 'csv'

/** Merging, exporting and erasing, with toasts. */
export function usePersonActions(person: Person, onMerged: () => void) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => client.invalidateQueries({ queryKey: ['people'] })

  const merging = useMutation({
    mutationFn: (other: ListedPerson) => mergePeople(other.id, person.id),
    onSuccess: async (_, other) => {
      await refresh()
      toast.success(`${personName(other)} merged into ${personName(person)}`)
    },
    onError: () => toast.error('Failed to merge: one of the two may have been merged or erased in the meantime'),
    onSettled: onMerged,
  })
  const undoing = useMutation({
    mutationFn: (merged: Person) => undoMerge(merged.id),
    onSuccess: (_, merged) => toast.success(`${personName(merged)} now has an entry of their own`),
    onError: (error) => toast.error(refusalInWords(error) ?? 'Failed to undo the merge'),
    onSettled: refresh,
  })
  const exporting = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const data = await exportPerson(person.id)
      const name = `person-${londonDate()}.${format}`
      if (format === 'csv') downloadFile(name, toCsv(data as Record<string, unknown>), 'text/csv')
      else downloadFile(name, JSON.stringify(data, null, 2), 'application/json')
    },
    onError: () => toast.error('Failed to export the data'),
  })
  const erasing = useMutation({
    mutationFn: () => erasePerson(person.id),
    onSuccess: async () => {
      await navigate('/admin/people', { replace: true })
      client.removeQueries({ queryKey: ['people'] })
      await client.invalidateQueries()
      toast.success('The person has been erased')
    },
    onError: (error) => {
      if (!refusalInWords(error)) toast.error('Failed to erase the person')
    },
  })
  return { merging, undoing, exporting, erasing, refusal: refusalInWords(erasing.error) }
}
