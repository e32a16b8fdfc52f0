import { type CSSProperties, useEffect } from 'react'
import { Toaster as SonnerToaster, toast as sonner } from 'sonner'
import type { ToastAction } from './toast.tsx'
import './toaster.css'

const BOTTOM = 'calc(max(var(--bottom-bar) + var(--cookie-banner), var(--toast-lift, 0px)) + 1.25rem)'

/** The size of the corner that a toast covers. */
const CORNER = { width: 356 + 24, height: 120 }

/**
 * A toast must not cover the control that was just pressed. If the control is in the corner, the toast is raised above
 * it.
 */
function liftAbovePressed(): void {
  const { innerWidth, innerHeight } = window
  const pressed = [document.activeElement, ...document.querySelectorAll(':hover')]
    .filter((element) => element?.matches('button, a, input'))
    .map((element) => element?.getBoundingClientRect())
    .filter((box) => box && box.bottom > innerHeight - CORNER.height && box.right > innerWidth - CORNER.width)
  const top = Math.min(innerHeight, ...pressed.map((box) => box?.top ?? innerHeight))
  // Toasts are raised by at most half the window's height, because a button in a dialog may be anywhere.
  document.documentElement.style.setProperty('--toast-lift', `${Math.min(innerHeight - top, innerHeight / 2)}px`)
}

const LOOK = {
  '--width': '356px',
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
  '--border-radius': '2px',
  fontFamily: 'var(--font-sans)',
} as CSSProperties

type Show = (kind: 'success' | 'error' | 'info', message: string, action?: ToastAction) => void

interface ToasterProps {
  /** Receives the function that shows a toast, or undefined after unmounting. */
  connect: (show: Show | undefined) => void
}

export default function Toaster({ connect }: ToasterProps) {
  useEffect(() => {
    connect((kind, message, action) => {
      liftAbovePressed()
      sonner[kind](message, action && { action, duration: 10_000 })
    })
    return () => connect(undefined)
  }, [connect])
  return (
    <SonnerToaster
      theme="system"
      position="bottom-right"
      visibleToasts={3}
      duration={4000}
      gap={14}
      offset={{ bottom: BOTTOM, right: '1.5rem' }}
      mobileOffset={{ bottom: BOTTOM, left: '1rem', right: '1rem' }}
      style={LOOK}
      closeButton
      toastOptions={{ closeButtonAriaLabel: 'Close message' }}
    />
  )
}
