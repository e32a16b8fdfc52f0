import clsx from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'ink' | 'brass' | 'quiet' | 'success' | 'warning' | 'danger' | 'info'

const BADGE: Record<Tone, string> = {
  ink: 'bg-[#0e1012] text-[#f1eee8] border-[#0e1012]',
  brass: 'bg-brass text-on-brass border-brass',
  quiet: 'border-line text-quiet',
  success: 'border-success/50 text-success',
  warning: 'border-warning/50 text-warning',
  danger: 'border-danger/50 text-danger',
  info: 'border-info/50 text-info',
}

const DOT: Record<Tone, string> = {
  ink: 'bg-ink',
  brass: 'bg-brass',
  quiet: 'bg-control',
  success: 'bg-success',
  warning: 'bg-warning',
  danger: 'bg-danger',
  info: 'bg-info',
}

interface BadgeProps {
  tone?: Tone
  className?: string
  children: ReactNode
}

/** A label in small capitals, such as 'Featured' or 'Sold' on a picture. */
export function Badge({ tone = 'ink', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center border px-2 py-0.5 text-xs font-medium tracking-[0.12em] whitespace-nowrap uppercase',
        BADGE[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

/** A status in a table: a dot and a word, so that colour is never the only cue. */
export function Status({ tone = 'quiet', className, children }: BadgeProps) {
  return (
    <span className={clsx('inline-flex items-center gap-2 text-sm whitespace-nowrap', className)}>
      <span aria-hidden className={clsx('size-2 rounded-full', DOT[tone])} />
      {children}
    </span>
  )
}
