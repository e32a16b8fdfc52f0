import clsx from 'clsx'
import { ArrowLeft, ArrowRight, Crop, Star, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { VehicleImage } from '#app/platform/vehicle-image.tsx'
import { CAPTION_LENGTH } from '#supabase/functions/_shared/lengths.ts'
import type { Picture } from './vehicle-form.schema.ts'

interface ImageTileProps {
  image: Picture
  position: number
  count: number
  isDragged: boolean
  onMove(to: number): void
  onCaption(caption: string): void
  onEdit(): void
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
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        on.onDropOn()
      }}
      className={clsx('flex flex-col border border-hairline', isDragged && 'opacity-40')}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below move a picture too */}
      <div draggable onDragStart={on.onDragStart} onDragEnd={on.onDragEnd} className="cursor-grab">
        <VehicleImage src={image.image_url} alt={`Vehicle ${name}`} sizes="320px" className="pointer-events-none" />
      </div>
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
        {position === 0 ? (
          <span className="flex-1 truncate text-center font-medium text-brass text-xs">Primary</span>
        ) : (
          <TileButton label={`Make ${name} primary`} isWide onClick={() => on.onMove(0)}>
            <Star aria-hidden className="size-3.5" strokeWidth={1.5} />
            <span className="tabular text-xs">{position + 1}</span>
          </TileButton>
        )}
        <TileButton label={`Remove ${name}`} onClick={on.onRemove}>
          <X aria-hidden className="size-4" strokeWidth={1.5} />
        </TileButton>
      </div>
      <div className="flex items-center border-hairline border-t">
        <input
          aria-label={`Caption of ${name}`}
          placeholder="Caption"
          value={image.caption}
          title={image.caption}
          maxLength={CAPTION_LENGTH}
          onChange={(event) => on.onCaption(event.target.value)}
          // The key would otherwise save the vehicle.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          className="h-9 min-w-0 flex-1 bg-transparent px-2.5 text-base placeholder:text-quiet sm:text-xs"
        />
        <TileButton label={`Rotate or crop ${name}`} onClick={on.onEdit}>
          <Crop aria-hidden className="size-4" strokeWidth={1.5} />
        </TileButton>
      </div>
    </li>
  )
}

interface TileButtonProps {
  label: string
  isWide?: boolean
  disabled?: boolean
  onClick(): void
  children: ReactNode
}

function TileButton({ label, isWide = false, children, ...rest }: TileButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        'flex h-9 items-center justify-center gap-1 text-quiet hover:bg-ink/6 hover:text-ink disabled:opacity-30',
        isWide ? 'min-w-0 flex-1' : 'w-8 shrink-0 sm:w-9',
      )}
      {...rest}
    >
      {children}
    </button>
  )
}
