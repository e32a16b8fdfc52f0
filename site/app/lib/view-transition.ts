// When the visitor goes from a list to a vehicle, the picture grows into place in browsers that support view
// transitions.

/** The picture's transition name on both pages. It contains the id, because names must be unique on a page. */
export const pictureName = (vehicleId: string) => `vehicle-picture-${vehicleId}`

/** The `sizes` attribute for the picture on the vehicle page. */
export const STAGE_SIZES =
  '(min-width: 1760px) 1108px, (min-width: 1600px) 928px, (min-width: 1280px) 808px, (min-width: 1024px) 64vw, 100vw'

/**
 * Names the picture on the clicked card. When the visitor goes back, the list has no named picture, so the picture
 * fades.
 */
export function namePicture(picture: HTMLElement | null, vehicleId: string): void {
  if (!picture) return
  listenToTransitions()
  picture.style.viewTransitionName = pictureName(vehicleId)
}

let listens = false

/** The router ignores `ready`, so a transition interrupted by the next click would cause an unhandled rejection. */
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
