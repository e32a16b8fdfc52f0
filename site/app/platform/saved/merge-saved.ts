import type { Vehicle } from '#app/lib/vehicle.ts'

interface Comparison {
  /** The ids on the device and in the account when they were last compared. */
  known: readonly string[]
  /** The device's list when its changes were sent. */
  before: readonly Vehicle[]
  /** The device's list now, which the visitor may have changed in the meantime. */
  now: readonly Vehicle[]
  /** The account's ids after those changes. */
  account: readonly string[]
  /** The vehicles of `toFetch` that still exist. */
  found: readonly Vehicle[]
}

const idsOf = (list: readonly Vehicle[]) => list.map(({ id }) => id)
const without = (ids: readonly string[], others: readonly string[]) => ids.filter((id) => !others.includes(id))

/** What the visitor has changed on this device since the last comparison. */
export function changesHere(known: readonly string[], list: readonly Vehicle[]) {
  return { added: without(idsOf(list), known), removed: without(known, idsOf(list)) }
}

/** Vehicles that the account has and the device lacks, and those that have left the account, which may have been deleted. */
export function toFetch({ known, before, account }: Omit<Comparison, 'now' | 'found'>): string[] {
  const here = idsOf(before)
  return [...without(account, here), ...without(known, account).filter((id) => here.includes(id))]
}

/** The device's new list, and the ids to remember for the next comparison. */
export function mergeSaved({ known, before, now, account, found }: Comparison): { list: Vehicle[]; ids: string[] } {
  const here = idsOf(now)
  const foundIds = idsOf(found)
  const leftAccount = without(known, account).filter((id) => here.includes(id))
  // A vehicle that no longer exists stays on the device, where it is shown as no longer listed.
  const gone = without(leftAccount, foundIds)
  const removedElsewhere = without(leftAccount, gone)
  const removedMeanwhile = without(idsOf(before), here)
  const isNew = ({ id }: Vehicle) => account.includes(id) && !here.includes(id) && !removedMeanwhile.includes(id)
  const fromAccount = found.filter(isNew).toSorted((a, b) => account.indexOf(a.id) - account.indexOf(b.id))
  const list = [...now.filter(({ id }) => !removedElsewhere.includes(id)), ...fromAccount]
  const shown = idsOf(list)
  return { list, ids: [...account, ...gone].filter((id) => shown.includes(id) || removedMeanwhile.includes(id)) }
}
