import clsx from 'clsx'
import { RotateCcw, RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import ReactCrop from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import './crop-area.css'
import { Button } from '#app/components/ui/button.tsx'
import { formatNumber } from '#app/lib/money.ts'
import { LONGEST_SIDE } from '#supabase/functions/_shared/picture-uploads.ts'
import { drawEdited } from './draw-edited.ts'
import { type Edits, editedSize, isUnedited, largestArea, turn, turnedSize, UNEDITED, WHOLE } from './picture-edits.ts'

interface CropAreaProps {
  image: HTMLImageElement
  edits: Edits
  onChange(edits: Edits): void
  disabled: boolean
}

/** As pictures are shown on cards and in the gallery. */
const CARD_RATIO = 3 / 2
const SMALLEST_ON_SCREEN = 32
const HANDLES = {
  cropArea: 'Area to keep. Use the arrow keys to move it.',
  nwDragHandle: 'Top left corner. Use the arrow keys to move it.',
  nDragHandle: 'Top edge. Use the up and down arrow keys to move it.',
  neDragHandle: 'Top right corner. Use the arrow keys to move it.',
  eDragHandle: 'Right edge. Use the left and right arrow keys to move it.',
  seDragHandle: 'Bottom right corner. Use the arrow keys to move it.',
  sDragHandle: 'Bottom edge. Use the up and down arrow keys to move it.',
  swDragHandle: 'Bottom left corner. Use the arrow keys to move it.',
  wDragHandle: 'Left edge. Use the left and right arrow keys to move it.',
}

/** The picture with the area to keep, and the buttons that rotate it or set the area's shape. */
export function CropArea({ image, edits, onChange, disabled }: CropAreaProps) {
  const [isCardShape, setCardShape] = useState(false)
  const inCardShape = (turns: number) => ({ turns, area: largestArea(turnedSize(image, turns), CARD_RATIO) })
  const rotate = (isClockwise: boolean) => {
    const turned = turn(edits, isClockwise)
    onChange(isCardShape ? inCardShape(turned.turns) : turned)
  }
  const shape = (toCard: boolean) => {
    setCardShape(toCard)
    if (toCard) onChange(inCardShape(edits.turns))
  }
  const reset = () => {
    setCardShape(false)
    onChange(UNEDITED)
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="icon"
          variant="hairline"
          aria-label="Rotate left"
          disabled={disabled}
          onClick={() => rotate(false)}
        >
          <RotateCcw aria-hidden strokeWidth={1.5} />
        </Button>
        <Button
          size="icon"
          variant="hairline"
          aria-label="Rotate right"
          disabled={disabled}
          onClick={() => rotate(true)}
        >
          <RotateCw aria-hidden strokeWidth={1.5} />
        </Button>
        <ShapeButton isOn={!isCardShape} disabled={disabled} onClick={() => shape(false)}>
          Any shape
        </ShapeButton>
        <ShapeButton isOn={isCardShape} disabled={disabled} onClick={() => shape(true)}>
          3:2<span className="max-sm:sr-only">, as on cards</span>
        </ShapeButton>
      </div>
      <div className="grid justify-items-center bg-sunken">
        <ReactCrop
          crop={{ unit: '%', ...edits.area }}
          aspect={isCardShape ? CARD_RATIO : undefined}
          keepSelection
          disabled={disabled}
          minWidth={SMALLEST_ON_SCREEN}
          minHeight={SMALLEST_ON_SCREEN}
          ariaLabels={HANDLES}
          onChange={(_, { x, y, width, height }) => onChange({ ...edits, area: { x, y, width, height } })}
        >
          <Preview image={image} turns={edits.turns} />
        </ReactCrop>
      </div>
      <div className="flex min-h-9 items-center justify-between gap-4">
        <p className="tabular text-quiet text-sm">{sizeInWords(editedSize(image, edits, LONGEST_SIDE))}</p>
        {!isUnedited(edits) && (
          <Button size="sm" variant="quiet" className="-mr-3.5" disabled={disabled} onClick={reset}>
            Reset
          </Button>
        )}
      </div>
    </div>
  )
}

interface ShapeButtonProps {
  isOn: boolean
  disabled: boolean
  onClick(): void
  children: ReactNode
}

const ShapeButton = ({ isOn, ...rest }: ShapeButtonProps) => (
  <Button
    variant="hairline"
    aria-pressed={isOn}
    className={clsx('max-sm:px-4 gap-0!', isOn && 'border-ink bg-ink/6')}
    {...rest}
  />
)

/** Sharp on every screen, and far smaller than a photo. */
const PREVIEW_SIDE = 1280

function Preview({ image, turns }: { image: HTMLImageElement; turns: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) drawEdited(canvas.current, image, { turns, area: WHOLE }, PREVIEW_SIDE)
  }, [image, turns])
  return (
    <canvas ref={canvas} className="crop-preview" role="img" aria-label={`The picture, rotated by ${turns * 90}°`} />
  )
}

const SHARP_WIDTH = 800

const sizeInWords = ({ width, height }: { width: number; height: number }) =>
  `${formatNumber(width)} × ${formatNumber(height)} pixels${width < SHARP_WIDTH ? '. This may look blurred on large screens.' : ''}`
