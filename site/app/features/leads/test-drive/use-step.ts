import { useEffect, useEffectEvent, useRef, useState } from 'react'

export type Step = 'details' | 'schedule'

interface Steps {
  step: Step
  goTo(step: Step): void
}

/** Beside the router's own fields: a reload keeps it. */
const stepOfEntry = (): Step => (window.history.state?.step === 'schedule' ? 'schedule' : 'details')

/**
 * The second step is an entry of its own in the history: Back leads to the first, and a reload stays where one is. The
 * router hears nothing of it: to it this would be a navigation, which asks the server, and a step must need no connection.
 */
export function useStep(): Steps {
  const [step, setStep] = useState<Step>('details')
  const path = useRef('')
  // A tab that is pressed asks twice, by the press and by the focus that follows: twice back would leave the page.
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
    // Before the router's.
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
