// An authenticator app.

import { createHmac } from 'node:crypto'
import jsQR from 'jsqr'
import sharp from 'sharp'

const SVG = 'data:image/svg+xml;utf-8,'

/** The text of a QR code in the SVG data URL that the official client returns. */
export async function scan(qrCode: string): Promise<string | undefined> {
  if (!qrCode.startsWith(SVG)) throw new Error(`not an SVG data URL: ${qrCode.slice(0, 40)}`)
  const picture = sharp(Buffer.from(qrCode.slice(SVG.length)))
    .resize(1000)
    .ensureAlpha()
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows for a secret, some periods from now. */
export function codeOf(secret: string, periods = 0): string {
  const bits = [...secret].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + periods))
  const digest = createHmac('sha1', key).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
