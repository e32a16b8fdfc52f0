import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { LeaveGuard } from '#app/features/admin/drafts/leave-guard.tsx'
import { SETTING_TABS } from '#supabase/functions/_shared/settings.ts'
import { hasSettingsDraft } from './settings-draft.ts'

/** Where a tab's unsaved edits are. */
interface UnsavedTab {
  /**
   * 'offered': in a draft from an earlier visit. 'kept': in the form, and in a draft while another tab is open.
   * 'unkept': only in the form, because it has a password, which must not be stored.
   */
  state: 'offered' | 'kept' | 'unkept'
  discard(): void
}

interface UnsavedTabs {
  tabs: ReadonlyMap<string, UnsavedTab>
  mark(tab: string, unsaved: UnsavedTab | null): void
}

const Context = createContext<UnsavedTabs>({ tabs: new Map(), mark: () => {} })

const nothing = () => {}
const OFFERED: UnsavedTab = { state: 'offered', discard: nothing }
const UNKEPT: UnsavedTab = { state: 'unkept', discard: nothing }

const offeredTabs = () =>
  new Map(
    Object.keys(SETTING_TABS)
      .filter(hasSettingsDraft)
      .map((tab) => [tab, OFFERED]),
  )

const PATH = '/admin/settings'
const isSettings = (path: string) => path === PATH || path.startsWith(`${PATH}/`)

/** Whether opening this page loses the tab's edits. */
const isLostOn = ({ state }: UnsavedTab, path: string) => state === 'unkept' || (state === 'kept' && !isSettings(path))

/** Knows which tabs have unsaved edits, and asks before any of them are lost. */
export function UnsavedTabsProvider({ children }: { children: ReactNode }) {
  const [tabs, setTabs] = useState<ReadonlyMap<string, UnsavedTab>>(offeredTabs)
  const mark = useCallback((tab: string, unsaved: UnsavedTab | null) => {
    setTabs((before) => {
      const others = [...before].filter(([name]) => name !== tab)
      return new Map(unsaved ? [...others, [tab, unsaved]] : others)
    })
  }, [])
  const all = [...tabs.values()]
  return (
    <Context value={useMemo(() => ({ tabs, mark }), [tabs, mark])}>
      {children}
      <LeaveGuard
        isDirty={all.some(({ state }) => state !== 'offered')}
        description="Your changes to the settings haven’t been saved."
        isKeptOn={(path) => !all.some((tab) => isLostOn(tab, path))}
        onDiscard={(path) => {
          for (const tab of all) if (isLostOn(tab, path)) tab.discard()
        }}
      />
    </Context>
  )
}

export const useUnsavedTabs = () => useContext(Context).tabs

/** Reports a tab's unsaved edits. Returns whether there were some when its form was opened again in this visit. */
export function useUnsavedTab(tab: string, isDirty: boolean, isOffered: boolean, discard: () => void): boolean {
  const { tabs, mark } = useContext(Context)
  const [wasLeft] = useState(tabs.get(tab)?.state === 'kept')
  useEffect(() => {
    mark(tab, isDirty ? { state: 'kept', discard } : isOffered ? OFFERED : null)
  }, [tab, isDirty, isOffered, discard, mark])
  return wasLeft
}

/** Reports unsaved edits that are lost when another tab is opened. */
export function useUnkeptTab(tab: string, isDirty: boolean): void {
  const { mark } = useContext(Context)
  useEffect(() => {
    if (!isDirty) return
    mark(tab, UNKEPT)
    return () => mark(tab, null)
  }, [tab, isDirty, mark])
}
