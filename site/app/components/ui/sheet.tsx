// A panel at the edge of the screen, based on the native <dialog>, which traps the focus, makes the page inert and
// closes on Escape. It needs no extra scripts, so public pages can afford it.
import clsx from 'clsx'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { buttonClass } from './button.tsx'

interface SheetProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  /** Shown instead of the title, which is then for screen readers only. */
  logo?: ReactNode
  side?: 'right' | 'bottom'
  /** Stays at the bottom while the content scrolls. */
  footer?: ReactNode
  className?: string
  children: ReactNode
}

export function Sheet({ open, onClose, title, logo, side = 'right', footer, className, children }: SheetProps) {
  const panel = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const dialog = panel.current
    if (open && !dialog?.open) dialog?.showModal()
    if (!open && dialog?.open) dialog.close()
  }, [open])

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keyboard users have Escape
    <dialog
      ref={panel}
      className={clsx('sheet', `sheet-${side}`, className)}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === panel.current) panel.current.close()
      }}
    >
      <div className="flex min-h-16 shrink-0 items-center justify-between gap-4 border-b border-hairline px-5">
        <h2 id={titleId} className={clsx('display text-xl', logo && 'sr-only')}>
          {title}
        </h2>
        {logo}
        <button
          type="button"
          className={buttonClass({ variant: 'quiet', size: 'icon' }, '-mr-3 ml-auto')}
          aria-label="Close panel"
          onClick={() => panel.current?.close()}
        >
          <X aria-hidden strokeWidth={1.5} />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-6">{children}</div>
      {footer && <div className="shrink-0 border-t border-hairline px-5 py-4">{footer}</div>}
    </dialog>
  )
}
