// An authenticator app.

import jsQR from 'jsqr'
import { Secret, TOTP } from 'otpauth'
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

/** The code that the app shows for a secret, some periods from now. */
export const codeOf = (secret: string, periods = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + periods * 30_000 })
