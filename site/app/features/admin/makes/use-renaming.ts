import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { refusalInWords } from '#app/features/admin/refusal-in-words.ts'
import { pluralise } from '#app/lib/pluralise.ts'
import { type Name, nameOf, renameAll } from './make-queries.ts'

const GONE = 'PT404'
const inWords = (vehicles: number) => pluralise(vehicles, 'vehicle', 'vehicles')

/** Renames or merges a make or model, with its progress. Closing the dialog stops it between two requests. */
export function useRenaming(name: Name, onDone: () => void) {
  const client = useQueryClient()
  const [moved, setMoved] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const underWay = useRef<AbortController>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  const run = async (to: string, merge: boolean) => {
    const controller = new AbortController()
    underWay.current = controller
    let count = 0
    setProblem(null)
    setMoved(0)
    try {
      await renameAll({ of: name, to, merge }, controller.signal, (done) => {
        count = done
        setMoved(done)
      })
      toast.success(`${nameOf(name)} ${merge ? 'merged into' : 'renamed to'} ${to}: ${inWords(count)}`)
      onDone()
    } catch (error) {
      if (controller.signal.aborted)
        toast.info(`Stopped: ${inWords(count)} moved to ${to}. To move the rest, merge ${nameOf(name)} into ${to}.`)
      else setProblem(problemOf(error))
      setMoved(null)
    }
    await client.invalidateQueries()
  }
  return { run, moved, problem }
}

function problemOf(error: unknown): string {
  if ((error as { code?: string }).code === GONE) return 'This name no longer exists. Someone may have changed it.'
  return refusalInWords(error) ?? 'We couldn’t save the new name. Please try again.'
}
