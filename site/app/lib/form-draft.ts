// Whatever a visitor types into a form survives a reload, a lost connection and a failed submission, but only in this
// tab.
import { useEffect, useState } from 'react'
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form'

const storageKey = (name: string) => `draft:${name}`

function readDraft(name: string): Record<string, unknown> {
  try {
    return JSON.parse(window.sessionStorage.getItem(storageKey(name)) ?? '{}') as Record<string, unknown>
  } catch {
    return {}
  }
}

export function clearDraft(name: string): void {
  try {
    window.sessionStorage.removeItem(storageKey(name))
  } catch {
    // Storage is blocked, so there is no draft.
  }
}

/** Called on sign-out, because the next user of this tab may be another person. */
export function clearDrafts(): void {
  try {
    for (const key of Object.keys(window.sessionStorage))
      if (key.startsWith(storageKey(''))) window.sessionStorage.removeItem(key)
  } catch {
    // Storage is blocked, so there are no drafts.
  }
}

/** Keeps whatever was typed before hydration. The draft is named after the form's id. */
function readTyped(name: string): Record<string, unknown> {
  if (typeof document === 'undefined') return {}
  const element = document.getElementById(name)
  if (!(element instanceof HTMLFormElement)) return {}
  return Object.fromEntries([...new FormData(element)].filter(([, value]) => value !== ''))
}

/** Restores the draft after hydration (the server doesn't have it), then stores every change. */
export function useFormDraft<T extends FieldValues>(name: string, form: UseFormReturn<T>): void {
  const [typed] = useState(() => readTyped(name))
  useEffect(() => {
    const draft = { ...readDraft(name), ...typed }
    for (const field of Object.keys(form.getValues()) as Path<T>[]) {
      const value = draft[field]
      if (typeof value === 'string' && value) form.setValue(field, value as PathValue<T, Path<T>>)
    }
    return form.subscribe({
      formState: { values: true },
      callback: ({ values }) => {
        try {
          window.sessionStorage.setItem(storageKey(name), JSON.stringify(values))
        } catch {
          // Storage is full or blocked, so the form works without a draft.
        }
      },
    })
  }, [name, form, typed])
}
