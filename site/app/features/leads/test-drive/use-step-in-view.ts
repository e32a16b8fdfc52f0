import { type RefObject, useEffect, useRef } from 'react'
import type { Step } from './use-step.ts'

/**
 * Brings the new step into view. The steps differ in height, so on a phone the page could be left scrolled past the
 * second one. The pressed button is also gone, so keyboard users would start again at the top of the page.
 */
export function useStepInView(step: Step, place: RefObject<HTMLFormElement | null>): void {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    // The panels switch one render after the step changes.
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
