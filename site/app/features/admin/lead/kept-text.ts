import { useEffect, useState } from 'react'
import { dropDraft, findDraft, keepDraft } from '#app/features/admin/drafts/draft.ts'
import { randomId } from '#app/lib/random-id.ts'

/**
 * Text that survives a reload until it is saved. The id goes with it, so that saving it again after a lost response
 * saves it once.
 */
export function useKeptText<Text extends Record<string, string>>(name: string, empty: Text) {
  const [state, setState] = useState(() => find(name, empty) ?? { id: randomId(), text: empty })
  const { id, text } = state
  const isEmpty = Object.keys(empty).every((field) => text[field] === empty[field])

  useEffect(() => {
    if (isEmpty) dropDraft(localStorage, name)
    else keepDraft(localStorage, name, { values: { id, text }, savedAt: new Date().toISOString() })
  }, [name, id, text, isEmpty])

  return {
    id,
    text,
    isEmpty,
    change: (change: Partial<Text>) => setState((now) => ({ ...now, text: { ...now.text, ...change } })),
    clear: () => setState({ id: randomId(), text: empty }),
  }
}

interface Kept<Text> {
  values: { id: string; text: Text }
  savedAt: string
}

function find<Text extends Record<string, string>>(name: string, empty: Text): { id: string; text: Text } | null {
  const draft = findDraft<Kept<Text>>(
    localStorage,
    name,
    ({ values }) =>
      typeof values?.id === 'string' && Object.keys(empty).every((field) => typeof values.text?.[field] === 'string'),
  )
  return draft?.values ?? null
}
