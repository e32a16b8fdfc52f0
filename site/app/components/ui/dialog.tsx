import clsx from 'clsx'
import { X } from 'lucide-react'
import { AlertDialog, Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { Button, buttonClass } from './button.tsx'

interface DialogProps {
  open: boolean
  /** Without this handler there is no close button, and only the dialog's own buttons close it. */
  onOpenChange?: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  /** The buttons at the bottom right. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg' | 'full'
  children?: ReactNode
}

const WIDTH = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-3xl', full: 'max-w-[96rem]' }
const PANEL =
  'dialog-panel fixed inset-x-4 top-1/2 z-50 mx-auto flex max-h-[min(90dvh,52rem)] -translate-y-1/2 flex-col border border-line bg-raised text-ink shadow-2xl low:overflow-y-auto'

/** Radix returns the focus to a dialog's trigger. Our dialogs have none, so the focus returns to where it was. */
function useReturnFocus() {
  const before = useRef<Element | null>(null)
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement
    },
    onCloseAutoFocus: (event: Event) => {
      if (!(before.current instanceof HTMLElement) || !before.current.isConnected) return
      event.preventDefault()
      before.current.focus()
    },
  }
}

export function Dialog({ open, onOpenChange, title, description, footer, size = 'md', children }: DialogProps) {
  const focus = useReturnFocus()
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="dialog-veil fixed inset-0 z-50" />
        <Radix.Content
          {...focus}
          onOpenAutoFocus={(event) => {
            focus.onOpenAutoFocus()
            // Focuses the panel rather than the close button or a field, because focusing a field would open a phone's keyboard.
            event.preventDefault()
            ;(event.currentTarget as HTMLElement).focus()
          }}
          className={clsx(PANEL, WIDTH[size], 'outline-none')}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <header className="flex items-start justify-between gap-6 border-b border-hairline px-6 py-5">
            <div className="grid gap-1">
              <Radix.Title className="display text-2xl">{title}</Radix.Title>
              {description && <Radix.Description className="text-sm text-quiet">{description}</Radix.Description>}
            </div>
            {onOpenChange && (
              <Radix.Close
                className={buttonClass({ variant: 'quiet', size: 'icon' }, '-mt-2 -mr-3')}
                aria-label="Close dialog"
              >
                <X aria-hidden strokeWidth={1.5} />
              </Radix.Close>
            )}
          </header>
          {children && <div className="overflow-y-auto px-6 py-6 low:shrink-0">{children}</div>}
          {footer && (
            <footer className="flex flex-wrap justify-end gap-3 border-t border-hairline px-6 py-4 max-sm:*:grow">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Whether the action is destructive. */
  danger?: boolean
  loading?: boolean
  disabled?: boolean
  onConfirm: () => void
  /** Further options above the buttons. */
  children?: ReactNode
}

/** Asks for confirmation of an action that cannot be undone. Stays open until the caller closes it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, description, confirmLabel, cancelLabel = 'Cancel', danger, loading } = props
  const focus = useReturnFocus()
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="dialog-veil fixed inset-0 z-50" />
        <AlertDialog.Content {...focus} className={clsx(PANEL, WIDTH.sm, 'overflow-y-auto')}>
          <div className="grid gap-3 px-6 pt-6">
            <AlertDialog.Title className="display text-2xl">{title}</AlertDialog.Title>
            <AlertDialog.Description className="text-quiet">{description}</AlertDialog.Description>
          </div>
          {props.children && <div className="px-6 pt-5">{props.children}</div>}
          <div className="flex flex-wrap justify-end gap-3 px-6 py-6">
            <AlertDialog.Cancel className={buttonClass({ variant: 'hairline' })}>{cancelLabel}</AlertDialog.Cancel>
            <Button
              variant={danger ? 'danger' : 'solid'}
              loading={loading}
              disabled={props.disabled}
              onClick={props.onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
