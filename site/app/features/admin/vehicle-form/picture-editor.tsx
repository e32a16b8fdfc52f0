import { useEffect, useState } from 'react'
import { Alert } from '#app/components/ui/alert.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Dialog } from '#app/components/ui/dialog.tsx'
import { Spinner } from '#app/components/ui/spinner.tsx'
import { LONGEST_SIDE } from '#supabase/functions/_shared/picture-uploads.ts'
import { CropArea } from './crop-area.tsx'
import { drawEdited, loadPicture } from './draw-edited.ts'
import { toJpeg } from './fit-image.ts'
import { type Edits, isUnedited, UNEDITED } from './picture-edits.ts'
import { sendPicture } from './send-picture.ts'
import { uploadProblem } from './upload-problem.ts'

interface PictureEditorProps {
  src: string
  /** For example "image 3". */
  name: string
  /** Called with the path of the edited picture once it is stored. */
  onEdited(src: string): void
  onClose(): void
}

/** Rotates and crops a picture in the browser. The result is a new picture; the stored one does not change. */
export default function PictureEditor({ src, name, onEdited, onClose }: PictureEditorProps) {
  const { image, hasFailed } = usePicture(src)
  const [edits, setEdits] = useState(UNEDITED)
  const { apply, isApplying, problem } = useApply(onEdited)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title={`Rotate or crop ${name}`}
      footer={
        <>
          <Button variant="hairline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            loading={isApplying}
            disabled={!image || isUnedited(edits)}
            onClick={() => image && void apply(image, edits)}
          >
            Apply
          </Button>
        </>
      }
    >
      {hasFailed && <Alert tone="danger">This picture couldn’t be loaded. Check your connection and try again.</Alert>}
      {problem && (
        <Alert tone="danger" className="mb-4">
          {problem}
        </Alert>
      )}
      {image ? (
        <CropArea image={image} edits={edits} onChange={setEdits} disabled={isApplying} />
      ) : (
        !hasFailed && (
          <div className="grid min-h-64 place-content-center">
            <Spinner size="lg" />
          </div>
        )
      )}
    </Dialog>
  )
}

function usePicture(src: string) {
  const [image, setImage] = useState<HTMLImageElement>()
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    let isWanted = true
    loadPicture(src).then(
      (loaded) => isWanted && setImage(loaded),
      () => isWanted && setFailed(true),
    )
    return () => {
      isWanted = false
    }
  }, [src])
  return { image, hasFailed }
}

function useApply(onEdited: (src: string) => void) {
  const [isApplying, setApplying] = useState(false)
  const [problem, setProblem] = useState<string>()
  const apply = async (image: HTMLImageElement, edits: Edits) => {
    setApplying(true)
    setProblem(undefined)
    let file = new File([], 'picture.jpg')
    try {
      const canvas = document.createElement('canvas')
      drawEdited(canvas, image, edits, LONGEST_SIDE)
      file = await toJpeg(canvas, file.name)
      onEdited(await sendPicture(file, { onProgress: () => {}, onPause: () => {} }))
    } catch (error) {
      setProblem(uploadProblem(file, error).message)
      setApplying(false)
    }
  }
  return { apply, isApplying, problem }
}
