import clsx from 'clsx'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { toast } from '#app/components/ui/toast.tsx'
import { DropZone } from './drop-zone.tsx'
import { FormSection } from './form-section.tsx'
import { LARGEST_IMAGE } from './image-checks.ts'
import { ImageTile } from './image-tile.tsx'
import { move } from './list-rules.ts'
import { UploadTile } from './upload-tile.tsx'
import type { useImageUploads } from './use-image-uploads.ts'
import { type Picture, VEHICLE_LABELS } from './vehicle-form.schema.ts'

// Loaded on demand, because few pictures need it.
const PictureEditor = lazy(() => import('./picture-editor.tsx'))

interface ImagesSectionProps {
  images: Picture[]
  onChange(images: Picture[]): void
  maxImages: number | undefined
  uploading: ReturnType<typeof useImageUploads>
}

export function ImagesSection({ images, onChange, maxImages, uploading }: ImagesSectionProps) {
  const { uploads, add, retry, remove } = uploading
  const [dragged, setDragged] = useState<number | null>(null)
  const [edited, setEdited] = useState<number | null>(null)
  const latest = useRef(images)
  latest.current = images
  usePastedFiles(add)

  const drop = (target: number) => {
    if (dragged !== null) onChange(move(images, dragged, target))
    setDragged(null)
  }
  const replace = (from: string, to: string) =>
    onChange(latest.current.map((image) => (image.image_url === from ? { ...image, image_url: to } : image)))
  const showEdited = (before: string, after: string) => {
    setEdited(null)
    replace(before, after)
    toast.info('Picture changed. Save the vehicle to keep it.', {
      label: 'Undo',
      onClick: () => replace(after, before),
    })
  }

  return (
    <FormSection
      title={VEHICLE_LABELS.images}
      note={`${images.length} of ${maxImages ?? '…'}. Pictures over ${LARGEST_IMAGE} are resized.`}
      className="xl:col-span-2"
    >
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-6">
        {images.map((image, index) => (
          <ImageTile
            key={image.image_url}
            image={image}
            position={index}
            count={images.length}
            isDragged={dragged === index}
            onMove={(to) => onChange(move(images, index, to))}
            onCaption={(caption) => onChange(images.with(index, { ...image, caption }))}
            onEdit={() => setEdited(index)}
            onRemove={() => onChange(images.toSpliced(index, 1))}
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
      <Editor images={images} edited={edited} onEdited={showEdited} onClose={() => setEdited(null)} />
    </FormSection>
  )
}

interface EditorProps {
  images: Picture[]
  edited: number | null
  onEdited(before: string, after: string): void
  onClose(): void
}

function Editor({ images, edited, onEdited, onClose }: EditorProps) {
  const image = edited === null ? undefined : images[edited]
  if (edited === null || !image) return null
  return (
    <Suspense>
      <PictureEditor
        src={image.image_url}
        name={`image ${edited + 1}`}
        onEdited={(after) => onEdited(image.image_url, after)}
        onClose={onClose}
      />
    </Suspense>
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
