import clsx from 'clsx'

/** A quiet block in the final shape of what is coming; give it the size by class. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={clsx('animate-pulse bg-ink/8', className)} />
}
