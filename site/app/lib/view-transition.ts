// From a list to a vehicle the picture grows into its place, where the browser can; elsewhere the page just changes.

/** What the picture is called on both pages: one name a vehicle, because no page may show two of the same name. */
export const pictureName = (vehicleId: string) => `vehicle-picture-${vehicleId}`

/** How wide it is there, as in the HTML attribute. */
export const STAGE_SIZES = '(min-width: 1280px) 808px, (min-width: 1024px) 64vw, 100vw'

/** Names the picture of a card that is left. The list one comes back to is not named: it fades. */
export function carryPicture(picture: HTMLElement | null, vehicleId: string): void {
  if (!picture) return
  listenToTransitions()
  picture.style.viewTransitionName = pictureName(vehicleId)
}

let listens = false

/** The router leaves `ready` unheard, and a transition cut short by the next click would be an error of the page. */
function listenToTransitions(): void {
  if (listens || typeof document.startViewTransition !== 'function') return
  listens = true
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (...args) => {
    const transition = start(...args)
    transition.ready.catch(() => {})
    return transition
  }
}
