import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '#app/components/ui/button.tsx'
import { toast } from '#app/components/ui/toast.tsx'
import { firstStepFacts, hideFirstSteps } from './first-step-queries.ts'

/** The way back of what was hidden; not there while nothing is. */
export function ShowFirstSteps() {
  const client = useQueryClient()
  const { data } = useQuery(firstStepFacts)
  const showing = useMutation({
    mutationFn: () => hideFirstSteps(false),
    onSuccess: () => toast.success('“Make it yours” is on the dashboard again, until all of it is done.'),
    onError: () => toast.error('Failed to show it again'),
    onSettled: () => client.invalidateQueries({ queryKey: firstStepFacts.queryKey }),
  })
  if (!data?.isHidden) return null
  return (
    <p className="mt-8 flex flex-wrap items-center gap-x-4 gap-y-2 text-quiet text-sm">
      The first steps, “Make it yours”, are hidden.
      <Button size="sm" variant="hairline" loading={showing.isPending} onClick={() => showing.mutate()}>
        Show them again
      </Button>
    </p>
  )
}
