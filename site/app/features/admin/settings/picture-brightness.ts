import { useEffect, useState } from 'react'

/** The relative luminance of a colour that has a contrast of 3:1 with the dark page (#0e1012). */
const DARKEST_VISIBLE = 0.117
/** Enough pixels for an average. */
const SIDE = 64

const linear = (channel: number) => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/**
 * Whether a picture's visible pixels (red, green, blue and alpha, from 0 to 255) are too dark on average to be seen on
 * a dark background.
 */
export function isDark(pixels: ArrayLike<number>): boolean {
  let light = 0
  let visible = 0
  for (let at = 0; at < pixels.length; at += 4) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = [pixels[at], pixels[at + 1], pixels[at + 2], pixels[at + 3]]
    light += (0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)) * alpha
    visible += alpha
  }
  return visible > 0 && light / visible < DARKEST_VISIBLE
}

async function readPixels(address: string): Promise<ArrayLike<number>> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.src = address
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE })
  const context = canvas.getContext('2d')
  context?.drawImage(image, 0, 0, SIDE, SIDE)
  return context?.getImageData(0, 0, SIDE, SIDE).data ?? []
}

/** False until the picture has been examined, and if it cannot be. */
export function useIsDark(address: string | undefined): boolean {
  const [dark, setDark] = useState<string>()
  useEffect(() => {
    if (address === undefined) return
    let isCurrent = true
    readPixels(address).then(
      (pixels) => isCurrent && setDark(isDark(pixels) ? address : undefined),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [address])
  return address !== undefined && dark === address
}
