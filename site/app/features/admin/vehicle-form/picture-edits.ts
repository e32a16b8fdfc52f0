// The geometry of rotating and cropping a picture. A picture is turned first; the area to keep is a part of the turned
// picture, in per cent.

export interface Size {
  width: number
  height: number
}

export interface Area extends Size {
  x: number
  y: number
}

export interface Edits {
  /** Clockwise quarter turns, from 0 to 3. */
  turns: number
  area: Area
}

export const WHOLE: Area = { x: 0, y: 0, width: 100, height: 100 }
export const UNEDITED: Edits = { turns: 0, area: WHOLE }

/** In per cent. Dragging to the edge and back does not end at exactly the same place. */
const TOLERANCE = 0.1

export const isUnedited = ({ turns, area }: Edits) =>
  turns === 0 && area.width > WHOLE.width - TOLERANCE && area.height > WHOLE.height - TOLERANCE

export const turnedSize = ({ width, height }: Size, turns: number): Size =>
  turns % 2 === 0 ? { width, height } : { width: height, height: width }

/** The same part of the picture after another quarter turn. */
export function turn({ turns, area }: Edits, isClockwise: boolean): Edits {
  const { x, y, width, height } = area
  return isClockwise
    ? { turns: (turns + 1) % 4, area: { x: 100 - y - height, y: x, width: height, height: width } }
    : { turns: (turns + 3) % 4, area: { x: y, y: 100 - x - width, width: height, height: width } }
}

/** The largest area in the middle of a picture that has this aspect ratio. */
export function largestArea({ width, height }: Size, ratio: number): Area {
  const share = (width / height / ratio) * 100
  return share > 100
    ? { x: (100 - 10_000 / share) / 2, y: 0, width: 10_000 / share, height: 100 }
    : { x: 0, y: (100 - share) / 2, width: 100, height: share }
}

/** The edited picture's size in pixels, scaled down if its longer side is above `longestSide`. */
export function editedSize(picture: Size, { turns, area }: Edits, longestSide: number): Size & { scale: number } {
  const turned = turnedSize(picture, turns)
  const width = (turned.width * area.width) / 100
  const height = (turned.height * area.height) / 100
  const scale = Math.min(1, longestSide / Math.max(width, height))
  const toPixels = (length: number) => Math.max(1, Math.round(length * scale))
  return { width: toPixels(width), height: toPixels(height), scale }
}
