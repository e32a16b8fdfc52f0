import { type RefObject, useEffect, useRef } from 'react'
import type { Step } from './use-step.ts'

/**
 * The steps differ in height: on a phone the end of the first is below the whole second. And the button that was pressed
 * is gone, so that a keyboard would start again at the top of the page.
 */
export function useStepInView(step: Step, place: RefObject<HTMLFormElement | null>): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // The panels change places one rendering after the step.
    const frame = requestAnimationFrame(() => place.current && bringIntoView(place.current))
    return () => cancelAnimationFrame(frame)
  }, [step, place])
}

function bringIntoView(form: HTMLFormElement): void {
  const panel = form.querySelector<HTMLElement>('[role=tabpanel][data-state=active]')
  if (document.activeElement === document.body) panel?.focus({ preventScroll: true })
  const clear = Number.parseFloat(getComputedStyle(form).scrollMarginTop)
  if (form.getBoundingClientRect().top < clear) form.scrollIntoView()
}
