import { type CSSProperties, useEffect } from 'react'
import { Toaster as SonnerToaster, toast as sonner } from 'sonner'
import './toaster.css'

const BOTTOM = 'calc(var(--bottom-bar) + var(--cookie-banner) + 1.25rem)'

const LOOK = {
  '--width': '356px',
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
  '--border-radius': '2px',
  fontFamily: 'var(--font-sans)',
} as CSSProperties

type Show = (kind: 'success' | 'error' | 'info', message: string) => void

interface ToasterProps {
  /** Takes the way to show a message, and none once this has left the page. */
  connect: (show: Show | undefined) => void
}

export default function Toaster({ connect }: ToasterProps) {
  useEffect(() => {
    connect((kind, message) => void sonner[kind](message))
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
