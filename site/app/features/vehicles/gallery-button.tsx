import type { ReactNode } from 'react'

interface GalleryButtonProps {
  label: string
  onClick: () => void
  children: ReactNode
}

export function GalleryButton({ label, onClick, children }: GalleryButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-11 place-content-center transition-colors hover:text-brass"
      onClick={onClick}
    >
      {children}
    </button>
  )
}
