import clsx from 'clsx'
import { ArrowLeft, ArrowRight, X } from 'lucide-react'
import type { ReactNode } from 'react'
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

/** A picture with its controls below it, so that they don't cover any of it. */
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
      className={clsx('flex cursor-grab flex-col border border-hairline', isDragged && 'opacity-40')}
    >
      <VehicleImage src={image} alt={`Vehicle ${name}`} sizes="320px" className="pointer-events-none" />
      <div className="flex items-center">
        <TileButton label={`Move ${name} left`} disabled={position === 0} onClick={() => on.onMove(position - 1)}>
          <ArrowLeft aria-hidden className="size-4" strokeWidth={1.5} />
        </TileButton>
        <TileButton
          label={`Move ${name} right`}
          disabled={position === count - 1}
          onClick={() => on.onMove(position + 1)}
        >
          <ArrowRight aria-hidden className="size-4" strokeWidth={1.5} />
        </TileButton>
        <span className="flex-1 truncate text-center text-xs">
          {position === 0 ? (
            <span className="font-medium text-brass">Primary</span>
          ) : (
            <span className="tabular text-quiet">{position + 1}</span>
          )}
        </span>
        <TileButton label={`Remove ${name}`} onClick={on.onRemove}>
          <X aria-hidden className="size-4" strokeWidth={1.5} />
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
      className="grid h-9 w-8 shrink-0 sm:w-9 place-content-center text-quiet hover:bg-ink/6 hover:text-ink disabled:opacity-30"
      {...rest}
    >
      {children}
    </button>
  )
}
