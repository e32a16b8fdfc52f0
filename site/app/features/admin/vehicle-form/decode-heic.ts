export interface DecodedHeic {
  width: number
  height: number
  data: Uint8ClampedArray<ArrayBuffer>
}

/**
 * Decodes HEIC for browsers that don't support it, which is all except Safari. Null for a file that is not a HEIC
 * picture.
 */
export async function decodeHeic(file: File): Promise<ImageBitmap | null> {
  const bytes = await file.arrayBuffer()
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' })
  try {
    const decoded = await new Promise<DecodedHeic | null>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = () => reject(new Error('The decoder could not be loaded'))
      worker.postMessage(bytes, [bytes])
    })
    return decoded && createImageBitmap(new ImageData(decoded.data, decoded.width, decoded.height))
  } finally {
    worker.terminate()
  }
}
