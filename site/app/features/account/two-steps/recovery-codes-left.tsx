import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { pluralise } from '#app/lib/pluralise.ts'
import { countRecoveryCodes } from '#app/platform/session/second-step.ts'
import { NewCodesDialog } from './new-codes-dialog.tsx'

const QUERY_KEY = ['recovery-codes']

/** How many recovery codes are left, with a button for new ones. */
export function RecoveryCodesLeft() {
  const client = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { data: remaining } = useQuery({ queryKey: QUERY_KEY, queryFn: countRecoveryCodes })
  if (remaining === undefined) return null

  async function close() {
    setOpen(false)
    await client.invalidateQueries({ queryKey: QUERY_KEY })
  }

  return (
    <div className="grid gap-3">
      <p className="text-quiet text-sm">
        {remaining === 0
          ? 'You don’t have any recovery codes. Without one, you won’t be able to sign in if you lose your phone.'
          : `You have ${pluralise(remaining, 'recovery code', 'recovery codes')} left.`}
      </p>
      <div>
        <Button variant="hairline" onClick={() => setOpen(true)}>
          {remaining === 0 ? 'Create recovery codes' : 'New recovery codes'}
        </Button>
      </div>
      {isOpen && <NewCodesDialog onClose={() => setOpen(false)} onDone={() => void close()} />}
    </div>
  )
}
