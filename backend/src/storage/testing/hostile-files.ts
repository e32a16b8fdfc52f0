// Files that an attacker might send to harm the site or its visitors, generated when needed.

import { crc32 } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

export interface HostileFile {
  title: string
  bytes: Buffer
  type: string
}

const SCRIPT = '<script>alert(document.cookie)</script>'

export async function hostileFiles(): Promise<HostileFile[]> {
  const jpeg = await photo(800, 600).jpeg().toBuffer()
  const png = await photo(400, 300).png().toBuffer()
  const webp = await photo(400, 300).webp().toBuffer()
  const html = Buffer.from(`<!doctype html><title>x</title>${SCRIPT}`)
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${SCRIPT}</svg>`)
  return [
    { title: 'HTML declared as a JPEG', bytes: html, type: 'image/jpeg' },
    { title: 'SVG with a script', bytes: svg, type: 'image/svg+xml' },
    { title: 'SVG declared as a PNG', bytes: svg, type: 'image/png' },
    { title: 'a program', bytes: Buffer.from('MZ\x90\0\x03\0\0\0\x04'), type: 'image/png' },
    { title: 'a PDF', bytes: Buffer.from('%PDF-1.7\n%âãÏÓ\n'), type: 'application/pdf' },
    { title: 'a truncated JPEG', bytes: jpeg.subarray(0, jpeg.length / 2), type: 'image/jpeg' },
    { title: 'a truncated PNG', bytes: png.subarray(0, png.length / 2), type: 'image/png' },
    { title: 'a truncated WebP', bytes: webp.subarray(0, webp.length / 2), type: 'image/webp' },
    { title: 'a page that starts like a JPEG', bytes: Buffer.concat([jpeg.subarray(0, 20), html]), type: 'image/jpeg' },
    { title: 'a GIF that is a script', bytes: Buffer.from('GIF89a/*\0\0*/=0;alert(1)//'), type: 'image/gif' },
    { title: 'a PNG of 40,000 x 40,000 pixels', bytes: pngBomb(40_000), type: 'image/png' },
    { title: 'an empty file', bytes: Buffer.alloc(0), type: 'image/jpeg' },
    { title: 'noise', bytes: Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 73) % 251)), type: 'image/avif' },
  ]
}

/** Coarse noise with visible detail, identical every time. */
export function photo(width: number, height: number): Sharp {
  return noise(Math.ceil(width / 8), Math.ceil(height / 8)).resize(width, height, { fit: 'fill' })
}

export function noise(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  let state = width * 31 + height
  for (let i = 0; i < pixels.length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    pixels[i] = 64 + (state >>> 25)
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

/** A few bytes of pixels with a header that declares a huge picture. */
function pngBomb(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', Buffer.from('789c0300', 'hex')), chunk('IEND')])
}

function chunk(name: string, data = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}
