// What this device knows about the account's saved vehicles: the ids that both had when they were last compared. With
// it, a vehicle that is missing on one side can be told from one that is new on the other.
import { readSaved, SAVED_KEY } from './saved-list.ts'
import { notifySaved } from './use-saved.ts'

const ACCOUNT_KEY = 'saved_vehicles_account'

interface AccountList {
  user: string
  ids: string[]
}

function readAccountList(): AccountList | null {
  try {
    const list = JSON.parse(window.localStorage.getItem(ACCOUNT_KEY) ?? 'null') as Partial<AccountList> | null
    return list && typeof list.user === 'string' && Array.isArray(list.ids) ? (list as AccountList) : null
  } catch {
    return null
  }
}

/** If another account was used on this device and its owner did not log out, that account's vehicles are removed first. */
export function knownIds(user: string): string[] {
  const list = readAccountList()
  if (list && list.user !== user) forgetAccountList()
  return list?.user === user ? list.ids : []
}

export function keepAccountList(list: AccountList): void {
  window.localStorage.setItem(ACCOUNT_KEY, JSON.stringify(list))
}

/**
 * Called on sign-out: the next person at a shared computer must not see what this account has saved, or take it into
 * their own account. Vehicles that have not reached the account stay on the device, so that none is lost.
 */
export function forgetAccountList(): void {
  const list = readAccountList()
  if (!list) return
  const left = readSaved(window.localStorage).filter(({ id }) => !list.ids.includes(id))
  window.localStorage.setItem(SAVED_KEY, JSON.stringify(left))
  window.localStorage.removeItem(ACCOUNT_KEY)
  notifySaved()
}
