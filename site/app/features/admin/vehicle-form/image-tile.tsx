import clsx from 'clsx'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#app/components/ui/badge.tsx'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'

interface ImageTileProps {
  image: string
  position: number
  count: number
  isDragged: boolean
  onMove(to: number): void
  onRemove(): void
  onDragStart(): void
  onDragEnd(): void
  onDropOn(): void
}

export function ImageTile({ image, position, count, isDragged, ...on }: ImageTileProps) {
  const name = `image ${position + 1}`
  return (
    <li
      draggable
      onDragStart={on.onDragStart}
      onDragEnd={on.onDragEnd}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        on.onDropOn()
      }}
      className={clsx('relative aspect-[3/2] cursor-grab overflow-hidden', isDragged && 'opacity-40')}
    >
      <VehicleImage src={image} alt={`Vehicle ${name}`} sizes="320px" ratio="fill" className="pointer-events-none" />
      {position === 0 && <Badge className="absolute top-2 left-2">Primary</Badge>}
      <div className="absolute inset-x-0 bottom-0 flex justify-between bg-black/60 text-white">
        <TileButton label={`Move ${name} left`} disabled={position === 0} onClick={() => on.onMove(position - 1)}>
          <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} />
        </TileButton>
        <TileButton label={`Remove ${name}`} onClick={on.onRemove}>
          <X aria-hidden className="size-4" strokeWidth={1.5} />
        </TileButton>
        <TileButton
          label={`Move ${name} right`}
          disabled={position === count - 1}
          onClick={() => on.onMove(position + 1)}
        >
          <ArrowRight aria-hidden className="size-4" strokeWidth={1.5} />
        </TileButton>
      </div>
    </li>
  )
}

interface TileButtonProps {
  label: string
  disabled?: boolean
  onClick(): void
  children: ReactNode
}

function TileButton({ label, children, ...rest }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="grid size-10 place-content-center hover:bg-white/20 disabled:opacity-30"
      {...rest}
    >
      {children}
    </button>
  )
}
