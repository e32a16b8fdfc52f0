import clsx from 'clsx'
import { useId, useRef, useState } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { Button } from '#app/components/ui/button.tsx'
import { FieldError } from '#app/components/ui/field.tsx'
import { Progress } from '#app/components/ui/progress.tsx'
import { BRAND_PICTURE_EXTENSIONS, brandPicture } from '#supabase/functions/_shared/brand-picture.ts'
import { useIsDark } from './picture-brightness.ts'
import { useBrandUpload } from './use-brand-upload.ts'

interface PictureFieldProps {
  name: string
  label: string
  hint?: string
  error?: string
  /** Shown on a dark background. */
  isOnDark?: boolean
  /** Points out a picture that is too dark for dark backgrounds, where it is shown too. */
  warnsIfDark?: boolean
}

/** A checkerboard, so that transparent parts are visible. */
const CHECKERBOARD =
  'grid bg-[repeating-conic-gradient(var(--hairline)_0_25%,transparent_0_50%)] bg-size-[16px_16px] h-28 place-items-center border border-hairline p-3'

/** Chooses, replaces or removes a brand picture. The change goes live when it is published. */
export function PictureField(props: PictureFieldProps) {
  const { name, label, hint, error, isOnDark = false, warnsIfDark = false } = props
  const { watch, setValue } = useFormContext<FieldValues>()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const picture = brandPicture(String(watch(name) ?? ''))
  const change = (address: string) => setValue(name, address, { shouldDirty: true, shouldValidate: true })
  const { progress, problem, upload, forget } = useBrandUpload(change)
  const [announcement, setAnnouncement] = useState('')
  const message = problem ?? error
  const isTooDark = useIsDark(warnsIfDark ? picture?.address : undefined)

  return (
    <fieldset aria-describedby={hint && `${id}-hint`} className="grid content-start gap-2">
      <legend className="mb-1 font-medium text-sm">
        {label} <span className="font-normal text-quiet">(optional)</span>
      </legend>
      {picture && (
        <div className={clsx(isOnDark && 'on-dark bg-sunken', CHECKERBOARD)}>
          <img
            src={picture.address}
            alt={`${label} preview`}
            width={picture.width}
            height={picture.height}
            className="max-h-22 w-auto max-w-full object-contain"
          />
        </div>
      )}
      {progress !== null && <Progress label={`Uploading ${label}`} value={Math.round(progress * 100)} />}
      <div className="flex flex-wrap gap-2">
        <input
          ref={input}
          type="file"
          aria-label={label}
          accept={Object.keys(BRAND_PICTURE_EXTENSIONS).join(',')}
          tabIndex={-1}
          className="sr-only"
          onChange={async ({ currentTarget }) => {
            const [file] = currentTarget.files ?? []
            currentTarget.value = ''
            if (file && (await upload(file))) setAnnouncement(`${label} chosen. Publish to show it on your site.`)
          }}
        />
        <Button
          variant="hairline"
          size="sm"
          loading={progress !== null}
          aria-label={`${picture ? 'Replace' : 'Choose'} ${label}`}
          onClick={() => input.current?.click()}
        >
          {picture ? 'Replace' : 'Choose a file'}
        </Button>
        {picture && (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`Remove ${label}`}
            onClick={() => {
              forget()
              change('')
              setAnnouncement(`${label} removed. Publish to update your site.`)
            }}
          >
            Remove
          </Button>
        )}
      </div>
      {hint && (
        <p id={`${id}-hint`} className="text-quiet text-sm">
          {hint}
        </p>
      )}
      {isTooDark && (
        <p role="status" className="text-sm text-warning">
          This logo is dark, so it’s hard to see on dark backgrounds, such as the picture at the top of your home page.
          Please add a light version under “Logo for dark backgrounds”.
        </p>
      )}
      {message && <FieldError>{message}</FieldError>}
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </fieldset>
  )
}
