import clsx from 'clsx'
import { type ReactNode, useEffect } from 'react'

const HEIGHT = '4.75rem'

/** Keeps a form's buttons at the bottom of the window however long the form is; toasts appear above them. */
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
