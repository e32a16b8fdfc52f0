// Keeps the saved vehicles of this device and of the signed-in account alike. The hearts change only the list on the
// device, as they do for visitors; this module, which loads with the session, sends the changes and fetches those from
// other devices. Without a connection, the changes wait in the list itself.
import { browserRest } from '#app/lib/backend.ts'
import { hasStoredSession } from '#app/lib/backend-address.ts'
import { findVehiclesById } from '#app/lib/whole-vehicles.ts'
import { getState } from '#app/platform/session/session-state.ts'
import { keepAccountList, knownIds } from './account-list.ts'
import { changesHere, mergeSaved, toFetch } from './merge-saved.ts'
import { readSaved, SAVED_KEY } from './saved-list.ts'
import { notifySaved, subscribeToSaved } from './use-saved.ts'

/** As in sync_saved_vehicles. */
const MOST_AT_ONCE = 200
/** How often a page that the visitor returns to asks for changes from other devices. */
const LOOK_AGAIN_MS = 60_000

let isFollowing = false
let running: Promise<void> | undefined
let isWaiting = false
let lastLooked = 0

/** Called whenever the account has been checked. */
export function followAccount(): void {
  if (!isFollowing) {
    isFollowing = true
    subscribeToSaved(() => {
      const user = userId()
      if (!user) return
      const { added, removed } = changesHere(knownIds(user), readSaved(window.localStorage))
      if (added.length + removed.length > 0) compare()
    })
    window.addEventListener('online', compare)
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible' && Date.now() - lastLooked > LOOK_AGAIN_MS) compare()
    })
  }
  compare()
}

function userId(): string | undefined {
  const { status, user, hasEnded } = getState()
  return status === 'signed-in' && !hasEnded && hasStoredSession() ? user?.id : undefined
}

function compare(): void {
  if (running) {
    isWaiting = true
    return
  }
  lastLooked = Date.now()
  // If it fails, the next change, visit or connection tries again.
  running = exclusively(compareLists)
    .catch(() => {})
    .finally(() => {
      running = undefined
      if (!isWaiting) return
      isWaiting = false
      compare()
    })
}

/** One tab at a time. Browsers have locks only on secure pages; without them, the tabs repeat each other's work. */
const exclusively = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request(SAVED_KEY, work) : work()

async function compareLists(): Promise<void> {
  const user = userId()
  if (!user) return
  const known = knownIds(user)
  const before = readSaved(window.localStorage)
  const { added, removed } = changesHere(known, before)
  const rest = browserRest()
  const { data: account, error } = await rest.rpc('sync_saved_vehicles', {
    _added: added.slice(-MOST_AT_ONCE),
    _removed: removed.slice(0, MOST_AT_ONCE),
  })
  if (error) throw error
  const found = await findVehiclesById(rest, toFetch({ known, before, account }))
  // From here on nothing can come in between, such as a sign-out in this or another tab.
  if (userId() !== user) return
  const now = readSaved(window.localStorage)
  const { list, ids } = mergeSaved({ known, before, now, account, found })
  // In this order: if the page closes in between, the next comparison adds the same vehicles once more.
  if (list.length !== now.length || list.some(({ id }, place) => id !== now[place]?.id))
    window.localStorage.setItem(SAVED_KEY, JSON.stringify(list))
  keepAccountList({ user, ids })
  notifySaved()
}
