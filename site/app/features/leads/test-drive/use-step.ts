import { useEffect, useEffectEvent, useRef, useState } from 'react'

export type Step = 'details' | 'schedule'

interface Steps {
  step: Step
  goTo(step: Step): void
}

/** Stored in the history entry beside the router's own fields, so that the step survives a reload. */
const stepOfEntry = (): Step => (window.history.state?.step === 'schedule' ? 'schedule' : 'details')

/**
 * The second step has its own history entry, so that Back returns to the first step and a reload keeps the current one.
 * The router is bypassed, because it would call the server, and changing steps must work offline.
 */
export function useStep(): Steps {
  const [step, setStep] = useState<Step>('details')
  const path = useRef('')
  // Clicking a tab calls goTo twice, for the click and for the focus; going back twice would leave the page.
  const isMoving = useRef(false)

  const onPop = useEffectEvent((event: PopStateEvent) => {
    isMoving.current = false
    if (window.location.pathname !== path.current || stepOfEntry() === step) return
    event.stopImmediatePropagation()
    setStep(stepOfEntry())
  })

  useEffect(() => {
    path.current = window.location.pathname
    setStep(stepOfEntry())
    const listener = (event: PopStateEvent) => onPop(event)
    // Captures the event, to run before the router's listener.
    window.addEventListener('popstate', listener, { capture: true })
    return () => window.removeEventListener('popstate', listener, { capture: true })
  }, [])

  function goTo(wanted: Step) {
    if (wanted === step || isMoving.current) return
    if (wanted === 'details') {
      isMoving.current = true
      return window.history.back()
    }
    const { state } = window.history
    window.history.pushState({ ...state, idx: (state?.idx ?? 0) + 1, step: wanted }, '')
    setStep(wanted)
  }
  return { step, goTo }
}
