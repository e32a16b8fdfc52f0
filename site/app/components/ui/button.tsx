import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './spinner.tsx'

/** solid: a screen's main action; brass: an action that deserves the accent; hairline: secondary; quiet: minor. */
type ButtonVariant = 'solid' | 'brass' | 'hairline' | 'quiet' | 'danger'
type ButtonSize = 'sm' | 'md' | 'lg' | 'icon'

const VARIANT: Record<ButtonVariant, string> = {
  solid: 'bg-ink text-page hover:bg-ink/88 border-ink',
  brass: 'bg-brass text-on-brass hover:bg-brass/88 border-brass',
  hairline: 'border-control text-ink hover:border-ink hover:bg-ink/5',
  quiet: 'border-transparent text-ink hover:bg-ink/6',
  danger: 'bg-danger text-on-status hover:bg-danger/88 border-danger',
}

const SIZE: Record<ButtonSize, string> = {
  sm: 'min-h-9 px-3.5 text-sm gap-1.5',
  md: 'min-h-11 px-5 text-sm gap-2',
  lg: 'min-h-13 px-7 text-base gap-2.5',
  icon: 'size-11 shrink-0',
}

interface Look {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Fills the width of its container. */
  wide?: boolean
}

export function buttonClass({ variant = 'solid', size = 'md', wide = false }: Look = {}, className?: string): string {
  return clsx(
    'inline-flex items-center justify-center rounded-sm border text-center font-medium tracking-[0.01em] transition-colors select-none',
    'disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50',
    '[&_svg]:size-[1.15em] [&_svg]:shrink-0',
    VARIANT[variant],
    SIZE[size],
    wide && 'w-full',
    className,
  )
}

type ButtonProps = ComponentProps<'button'> & Look & { /** Shows a spinner and ignores clicks. */ loading?: boolean }

export function Button({ variant, size, wide, loading = false, className, children, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClass({ variant, size, wide }, className)}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      {...rest}
    >
      {loading && <Spinner size="sm" label={null} />}
      {children}
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, className, ...rest }: LinkProps & Look) {
  return <Link className={buttonClass({ variant, size, wide }, className)} {...rest} />
}
