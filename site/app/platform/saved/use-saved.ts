import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import type { ListedVehicle, Vehicle } from '#app/lib/vehicle.ts'
import { addSaved, parseSaved, removeSaved, SAVED_KEY } from './saved-list.ts'

const listeners = new Set<() => void>()
export const notifySaved = () => {
  for (const listener of listeners) listener()
}

export function subscribeToSaved(listener: () => void) {
  listeners.add(listener)
  // Other tabs share the list.
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** If storage is blocked (a private window, a strict policy), the list is empty and the page still works. */
function readText(): string | null {
  try {
    return window.localStorage.getItem(SAVED_KEY)
  } catch {
    return null
  }
}

/** Undefined on the server and while hydrating, because pages are the same for every visitor. */
export function useSavedVehicles(): Vehicle[] | undefined {
  const text = useSyncExternalStore(subscribeToSaved, readText, () => undefined)
  return useMemo(() => (text === undefined ? undefined : parseSaved(text)), [text])
}

export function useIsSaved(id: string): boolean {
  return useSyncExternalStore(
    subscribeToSaved,
    useCallback(() => parseSaved(readText()).some((vehicle) => vehicle.id === id), [id]),
    () => false,
  )
}

export function saveVehicle(vehicle: ListedVehicle | Vehicle): void {
  try {
    if ('features' in vehicle) addSaved(window.localStorage, vehicle)
    else {
      addSaved(window.localStorage, { ...vehicle, images: [vehicle.image], features: [], specifications: {} })
      void completeCopy(vehicle.id)
    }
  } catch {
    toast.error('Failed to save vehicle')
    return
  }
  notifySaved()
  toast.success('Vehicle saved successfully')
}

/** A card holds only part of a vehicle, so the rest is fetched after saving. If that fails, the partial copy is kept. */
const completeCopy = (id: string) =>
  import('./complete-copy.ts').then((module) => module.completeCopy(id)).then(notifySaved, () => undefined)

export function removeSavedVehicle(id: string): void {
  try {
    removeSaved(window.localStorage, id)
  } catch {
    toast.error('Failed to remove vehicle from saved list')
    return
  }
  notifySaved()
  toast.success('Vehicle removed from saved list')
}
