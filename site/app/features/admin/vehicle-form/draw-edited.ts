import { prepareCanvas } from './fit-image.ts'
import { type Edits, editedSize, turnedSize } from './picture-edits.ts'

/** Loads a stored picture at its full size, which is at most LONGEST_SIDE. Throws if the browser may not read it. */
export async function loadPicture(src: string): Promise<HTMLImageElement> {
  const image = new Image()
  // A hosted project is on another origin, and a canvas can only be saved if its pictures were loaded with CORS.
  image.crossOrigin = 'anonymous'
  image.src = src
  await image.decode()
  return image
}

/** Draws the turned and cropped picture, and gives the canvas its size. */
export function drawEdited(
  canvas: HTMLCanvasElement,
  image: HTMLImageElement,
  edits: Edits,
  longestSide: number,
): void {
  const { turns, area } = edits
  const { width, height, scale } = editedSize(image, edits, longestSide)
  const turned = turnedSize(image, turns)
  const context = prepareCanvas(canvas, width, height)
  context.imageSmoothingQuality = 'high'
  context.scale(scale, scale)
  context.translate((-area.x / 100) * turned.width, (-area.y / 100) * turned.height)
  // A quarter turn around the corner moves the picture out of sight; this moves it back.
  if (turns === 1 || turns === 2) context.translate(turned.width, 0)
  if (turns === 2 || turns === 3) context.translate(0, turned.height)
  context.rotate((turns * Math.PI) / 2)
  context.drawImage(image, 0, 0)
}
