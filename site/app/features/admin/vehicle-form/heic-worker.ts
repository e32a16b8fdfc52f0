// Decodes one iPhone photo in a worker, because decoding takes about a second and needs code that the page's content
// security policy forbids. The worker is terminated after each picture to free its memory.

import createHeif from 'libheif-js/libheif-wasm/libheif.js'
import wasmAddress from 'libheif-js/libheif-wasm/libheif.wasm?url'
import type { DecodedHeic } from './decode-heic.ts'

/** The part of the library that its types omit. */
interface Heif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] }
}
interface HeifImage {
  get_width(): number
  get_height(): number
  display(target: DecodedHeic, done: (shown: DecodedHeic | null) => void): void
}

self.addEventListener('message', async ({ data }: MessageEvent<ArrayBuffer>) => {
  const decoded = await decode(new Uint8Array(data)).catch(() => null)
  self.postMessage(decoded, { transfer: decoded ? [decoded.data.buffer] : [] })
})

async function decode(bytes: Uint8Array): Promise<DecodedHeic | null> {
  const wasmBinary = await (await fetch(wasmAddress)).arrayBuffer()
  const heif = createHeif({ wasmBinary }) as unknown as Heif
  const [image] = new heif.HeifDecoder().decode(bytes)
  if (!image) return null
  const width = image.get_width()
  const height = image.get_height()
  const target = { width, height, data: new Uint8ClampedArray(width * height * 4) }
  return new Promise((resolve) => image.display(target, resolve))
}
