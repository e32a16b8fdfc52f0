import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { firstStepFacts, hideFirstSteps } from './first-step-queries.ts'

/** Brings a hidden checklist back, and renders nothing unless the checklist is hidden. */
export function ShowFirstSteps() {
  const client = useQueryClient()
  const { data } = useQuery(firstStepFacts)
  const showing = useMutation({
    mutationFn: () => hideFirstSteps(false),
    onSuccess: () => toast.success('“Make it yours” is back on your dashboard.'),
    onError: () => toast.error('Failed to show the checklist'),
    onSettled: () => client.invalidateQueries({ queryKey: firstStepFacts.queryKey }),
  })
  if (!data?.isHidden) return null
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-sm">
      The “Make it yours” checklist is hidden.
      <Button size="sm" variant="hairline" loading={showing.isPending} onClick={() => showing.mutate()}>
        Show it again
      </Button>
    </p>
  )
}
