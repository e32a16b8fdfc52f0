import clsx from 'clsx'

/** A placeholder block for content that is loading. Set its size with a class. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse bg-ink/8', className)} />
}
