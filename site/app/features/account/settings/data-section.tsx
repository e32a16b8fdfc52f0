import { useMutation } from '@tanstack/react-query'
import { Button } from '#app/components/ui/button.tsx'
import { FormProblem, useFormProblem } from '#app/features/account/form-problem.tsx'
import { browserRest } from '#app/lib/backend.ts'
import { londonDate } from '#app/lib/dates.ts'
import { downloadFile } from '#app/lib/download-file.ts'
import { readSaved } from '#app/platform/saved/saved-list.ts'
import { AccountSection } from './account-section.tsx'

export function DataSection() {
  const { problem, setProblem } = useFormProblem()
  const downloading = useMutation({
    // Fails at once while offline, instead of waiting for a connection.
    networkMode: 'always',
    mutationFn: downloadMyData,
    onMutate: () => setProblem(null),
    onError: (error: { code?: string; message: string }) =>
      setProblem(error.code === 'PT429' ? error.message : 'Something went wrong on our side. Please try again.'),
  })
  return (
    <AccountSection
      title="Your data"
      intro="Download everything we hold about your account, plus this device’s copies of your saved vehicles, in one JSON file."
    >
      <FormProblem problem={problem} />
      <div>
        <Button variant="hairline" loading={downloading.isPending} onClick={() => downloading.mutate()}>
          {downloading.isPending ? 'Collecting...' : 'Download my data'}
        </Button>
      </div>
    </AccountSection>
  )
}

async function downloadMyData(): Promise<void> {
  const { data, error } = await browserRest().rpc('my_data')
  if (error) throw error
  const everything = { ...(data as object), saved_vehicles_on_this_device: readSaved(window.localStorage) }
  downloadFile(`my-data-${londonDate()}.json`, JSON.stringify(everything, null, 2), 'application/json')
}
