import clsx from 'clsx'
import { type ReactNode, useEffect } from 'react'

const HEIGHT = '4.75rem'

/** What a form is sent with stays at the lower edge however long the form is; messages rise above it. */
export function BottomBar({ className, children }: { className?: string; children: ReactNode }) {
  useEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--bottom-bar', HEIGHT)
    return () => void style.removeProperty('--bottom-bar')
  }, [])
  return (
    <div
      className={clsx('sticky bottom-0 z-20 flex justify-end gap-3 border-hairline border-t bg-page py-4', className)}
    >
      {children}
    </div>
  )
}
