import clsx from 'clsx'
import { Camera, ImagePlus } from 'lucide-react'
import { type ChangeEvent, type DragEvent, useState } from 'react'

/** Where pictures are dropped or chosen. On a phone, it also opens the camera. */
export function DropZone({ onFiles }: { onFiles(files: File[]): void }) {
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (event.dataTransfer.files.length > 0) onFiles([...event.dataTransfer.files])
  }
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    // Allows the same file to be chosen again after it has been removed.
    target.value = ''
  }
  return (
    <div className="flex h-full flex-col gap-3">
      <label
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          'grid min-h-36 flex-1 cursor-pointer place-content-center justify-items-center gap-2 border border-dashed p-3 text-center',
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
          onChange={choose}
        />
      </label>
      {/* Chrome on Android shows only the photos taken before, unless an input asks for the camera. */}
      <label className="hidden min-h-11 cursor-pointer items-center justify-center gap-2 border border-control p-2 text-sm focus-within:outline-2 focus-within:outline-brass focus-within:outline-offset-2 pointer-coarse:flex">
        <Camera aria-hidden className="size-4 text-brass" strokeWidth={1.5} />
        Take a photo
        <input type="file" accept="image/*" capture="environment" className="sr-only" onChange={choose} />
      </label>
    </div>
  )
}
