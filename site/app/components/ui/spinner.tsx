import clsx from 'clsx'

interface SpinnerProps {
  size?: 'sm' | 'md' | 'lg'
  /** The text for screen readers; null if there is visible text beside it. */
  label?: string | null
  className?: string
}

const SIZE = { sm: 'size-4 border-[1.5px]', md: 'size-7 border-2', lg: 'size-10 border-2' }

export function Spinner({ size = 'md', label = 'Loading...', className }: SpinnerProps) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-hidden={label ? undefined : true}
      className={clsx('inline-flex', className)}
    >
      <span className={clsx('animate-spin rounded-full border-current border-t-transparent opacity-80', SIZE[size])} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
