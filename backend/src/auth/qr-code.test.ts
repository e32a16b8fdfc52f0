import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { MAX_QR_CODE_BYTES, qrModules, toQrCode } from './qr-code.ts'

/** SHA-256 of the rows that qrcode-terminal 0.12 draws for the same text, version and mask. */
const REFERENCES = [
  [10, 25, '7bafae9337d4e86eb34ca1557a7b47c2ce2225a97cc8316ddfb4208d1911f335'],
  [100, 41, 'a3d581eaae1bb6c8740194aaa0799f7977258750c6d7c1458ab39a0ac358c410'],
  [130, 45, '14671d4839159a547c0da21ca8f6356e05d6433e89249177edeea4d603efe3d0'],
  [220, 57, '394465e932ee2c57587c18148d00f7c136636883eec21f4090b3879d2946b257'],
  [400, 69, '9ff2b19460516d2329195210953a630b25f17a72b4158837112088ba58f34d69'],
] as const

describe('a QR code', () => {
  test.each(REFERENCES)(
    'a QR code for %i letters is the same as the one from a reference implementation',
    (letters, size, digest) => {
      const modules = qrModules(`otpauth://totp/${'abcdefghij'.repeat(letters / 10)}`)
      const rows = modules.map((row) => row.map((isDark) => (isDark ? '1' : '0')).join('')).join('\n')

      expect(modules).toHaveLength(size)
      expect(createHash('sha256').update(rows).digest('hex')).toBe(digest)
    },
  )

  test('a QR code has the quiet zone that readers need', () => {
    expect(toQrCode('a')).toContain('viewBox="0 0 29 29"')
  })

  test('no QR code is drawn for text that is too long', () => {
    expect(qrModules('a'.repeat(MAX_QR_CODE_BYTES))).toHaveLength(97)
    expect(() => qrModules('a'.repeat(MAX_QR_CODE_BYTES + 1))).toThrow('too long')
  })
})
