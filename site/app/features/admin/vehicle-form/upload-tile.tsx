import { Button } from '#app/components/ui/button.tsx'
import type { Upload } from './use-image-uploads.ts'

interface UploadTileProps {
  upload: Upload
  onRetry(): void
  onRemove(): void
}

/** A picture on its way: what it is, how far it is, and what to do when it did not arrive. */
export function UploadTile({ upload, onRetry, onRemove }: UploadTileProps) {
  const percent = Math.round(upload.progress * 100)
  return (
    <li className="relative aspect-[3/2] overflow-hidden bg-[#0e1012]">
      <img src={upload.preview} alt="" className="size-full object-cover opacity-40" />
      <div className="absolute inset-0 flex flex-col justify-end gap-2 p-3 text-white text-xs">
        <p className="truncate">{upload.file.name}</p>
        {upload.failed ? (
          <div className="flex gap-2">
            <Button size="sm" variant="hairline" className="!border-white/60 !text-white" onClick={onRetry}>
              Try again
            </Button>
            <Button size="sm" variant="quiet" className="!text-white" onClick={onRemove}>
              Remove
            </Button>
          </div>
        ) : (
          <div
            role="progressbar"
            aria-label={`Uploading ${upload.file.name}`}
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            className="h-1 bg-white/25"
          >
            <div className="h-full bg-[#cfa765] transition-[width]" style={{ width: `${percent}%` }} />
          </div>
        )}
      </div>
    </li>
  )
}
