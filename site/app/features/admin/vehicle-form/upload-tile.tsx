import clsx from 'clsx'
import { useState } from 'react'
import { Button } from '#app/components/ui/button.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import type { Upload } from './use-image-uploads.ts'

interface UploadTileProps {
  upload: Upload
  onRetry(): void
  onRemove(): void
}

const NAMED = 10

/** The names of all files that were refused, so that the admin knows which ones are missing. */
function nameOf({ files }: Upload): string {
  const names = files.slice(0, NAMED).map(({ name }) => name)
  return names.join(', ') + (files.length > NAMED ? ` and ${files.length - NAMED} more` : '')
}

/** One upload: its name and progress, or why it failed and what to do. */
export function UploadTile({ upload, onRetry, onRemove }: UploadTileProps) {
  const { problem } = upload
  const name = nameOf(upload)
  return (
    <li className="flex flex-col border border-hairline">
      <Preview key={upload.preview} src={upload.preview} />
      <div className="flex flex-1 flex-col gap-2 p-2 text-xs">
        <p className={clsx('text-quiet', upload.files.length > 1 ? 'wrap-anywhere' : 'truncate')} title={name}>
          {name}
        </p>
        {problem ? (
          <>
            <p role="alert" className="break-message text-danger">
              {problem.message}
            </p>
            <div className="mt-auto flex flex-wrap gap-2">
              {problem.canRetry && (
                <Button size="sm" variant="hairline" onClick={onRetry}>
                  Try again
                </Button>
              )}
              <Button size="sm" variant="quiet" onClick={onRemove}>
                Remove
              </Button>
            </div>
          </>
        ) : (
          <>
            <Progress label={`Uploading ${name}`} value={Math.round(upload.progress * 100)} />
            <p role="status" className="text-quiet empty:hidden">
              {upload.isPaused && 'No connection. We’ll try again.'}
            </p>
          </>
        )}
      </div>
    </li>
  )
}

/** Stays empty if the browser cannot display the file. */
function Preview({ src }: { src: string | null }) {
  const [failed, setFailed] = useState(false)
  return (
    <div className="aspect-[3/2] overflow-hidden bg-sunken">
      {src && !failed && (
        <img src={src} alt="" className="size-full object-cover opacity-50" onError={() => setFailed(true)} />
      )}
    </div>
  )
}
