import clsx from 'clsx'
import { ImagePlus } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { FormSection } from './form-section.tsx'
import { LARGEST_IMAGE, MAX_IMAGES } from './image-checks.ts'
import { ImageTile } from './image-tile.tsx'
import { move } from './list-rules.ts'
import { UploadTile } from './upload-tile.tsx'
import type { useImageUploads } from './use-image-uploads.ts'
import { VEHICLE_LABELS } from './vehicle-form.schema.ts'

interface ImagesSectionProps {
  images: string[]
  onChange(images: string[]): void
  uploading: ReturnType<typeof useImageUploads>
}

export function ImagesSection({ images, onChange, uploading }: ImagesSectionProps) {
  const { uploads, add, retry, remove } = uploading
  const [dragged, setDragged] = useState<number | null>(null)
  usePastedFiles(add)

  const drop = (target: number) => {
    if (dragged !== null) onChange(move(images, dragged, target))
    setDragged(null)
  }

  return (
    <FormSection
      title={VEHICLE_LABELS.images}
      note={`${images.length} of ${MAX_IMAGES}. Pictures over ${LARGEST_IMAGE} are resized.`}
      className="xl:col-span-2"
    >
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6">
        {images.map((image, index) => (
          <ImageTile
            key={image}
            image={image}
            position={index}
            count={images.length}
            isDragged={dragged === index}
            onMove={(to) => onChange(move(images, index, to))}
            onRemove={() => onChange(images.filter((other) => other !== image))}
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDropOn={() => drop(index)}
          />
        ))}
        {uploads.map((upload) => (
          <UploadTile key={upload.id} upload={upload} onRetry={() => retry(upload)} onRemove={() => remove(upload)} />
        ))}
        {/* While there are no pictures, the drop zone takes the full width. */}
        <li className={clsx(images.length + uploads.length === 0 && 'col-span-full')}>
          <DropZone onFiles={add} />
        </li>
      </ul>
    </FormSection>
  )
}

function DropZone({ onFiles }: { onFiles(files: File[]): void }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'grid h-full min-h-36 cursor-pointer place-content-center justify-items-center gap-2 border border-dashed p-3 text-center',
        'transition-colors focus-within:outline-2 focus-within:outline-brass focus-within:outline-offset-2 hover:border-ink',
        over ? 'border-brass bg-brass/10' : 'border-control',
      )}
    >
      <ImagePlus aria-hidden className="size-6 text-brass" strokeWidth={1.25} />
      <span className="font-medium text-sm">Upload images</span>
      <span className="hidden text-quiet text-xs sm:block">Drop, paste or choose files</span>
      <input
        type="file"
        accept="image/*,.heic,.heif"
        multiple
        aria-label="Upload images"
        className="sr-only"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Allows the same file to be chosen again after it has been removed.
          event.target.value = ''
        }}
      />
    </label>
  )
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea') !== null

/**
 * Pictures pasted anywhere on the screen are added to the vehicle. Spreadsheet cells arrive both as text and as a
 * picture; when pasted into a field, they count as text.
 */
function usePastedFiles(onFiles: (files: File[]) => void) {
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || (isField(event.target) && event.clipboardData?.getData('text/plain'))) return
      event.preventDefault()
      latest.current(files)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}
